import { expect, test } from "vitest";
import type { Settings } from "../config/index.js";
import { reportOf, unreadFiles } from "./fired.js";
import type { PlannedHook } from "./planned-hook.js";

const hook = {
  id: "user:Stop:guard",
  name: "guard",
  event: "Stop",
  source: { layer: "user", file: "/h/settings.json", line: 3 },
  action: { type: "module", module: "guard.mjs" },
};
const planned = (more: object, ofHook: object = {}): PlannedHook =>
  ({ hook: { ...hook, ...ofHook }, matches: true, why: "it fits", ...more }) as PlannedHook;
const report = {
  id: "user:Stop:guard",
  name: "guard",
  hookType: "module",
  file: "/h/settings.json",
  line: 3,
  ran: true,
  why: "it fits",
};

test.each<[what: string, given: PlannedHook, expected: object]>([
  ["runs", planned({}), report],
  ["is waited for", planned({}, { async: false, observe: false }), report],
  ["nobody waits for", planned({}, { async: true }), { ...report, async: true }],
  [
    "nobody would wait for and that does not run",
    planned({ matches: false, why: "no", skipped: "matcher" }, { async: true }),
    { ...report, ran: false, why: "no", skipped: "matcher" },
  ],
  ["observes", planned({}, { observe: true }), { ...report, observe: true }],
  [
    "observes nothing",
    planned({ matches: false, skipped: "trust" }, { observe: true }),
    { ...report, ran: false, skipped: "trust", observe: true },
  ],
])("a report of a hook that %s", (_what, given, expected) => {
  expect(reportOf(given)).toStrictEqual(expected);
});

test("files that nobody has agreed to are named, with what is known of why", () => {
  const files = [
    { layer: "project", path: "/p/.snaphook/settings.json", state: "untrusted" },
    { layer: "project", path: "/p/.wave/settings.json", state: "untrusted", host: "wave" },
    { layer: "local", path: "/p/.snaphook/settings.local.json", state: "missing" },
    { layer: "user", path: "/h/settings.json", state: "read" },
  ];
  const settings = { files } as unknown as Settings;
  const named = (id: string, path: string, why: string): object => ({
    id,
    name: path,
    file: path,
    line: null,
    ran: false,
    why,
    skipped: "trust",
  });
  const both = (why: string): object[] => [
    named("project", "/p/.snaphook/settings.json", why),
    named("project/wave", "/p/.wave/settings.json", why),
  ];
  expect(unreadFiles(settings, null)).toStrictEqual(
    both("nobody has approved the hooks of this project"),
  );
  expect(unreadFiles(settings, "no disk")).toStrictEqual(both("no disk"));
});
