import { expect, test } from "vitest";
import type { Settings } from "../config/index.js";
import { refusalOf } from "./refusal.js";

const folder = process.cwd();
const file = (layer: string, state: string): object => ({ layer, state, path: `/${layer}.json` });
const well = {
  settings: { files: [file("managed", "read")], policy: null },
  projectDir: folder,
  depth: 0,
  plan: [{ matches: true }, { matches: false }],
  missing: [],
  notStored: null,
};
const withFile = (layer: string, state: string): object => ({
  settings: { files: [file(layer, state)], policy: null },
});

test.each<[string, object, readonly [by: string, words: string] | null]>([
  ["all is well", {}, null],
  ["hooks inside hooks", { depth: 3 }, ["recursion guard", "Hooks are running inside hooks"]],
  ["one less", { depth: 2 }, null],
  ["as deep, and nothing would run", { depth: 3, plan: [{ matches: false }] }, null],
  ["no folder", { projectDir: "/not/there" }, ["project folder", "/not/there is not there"]],
  [
    "managed settings that are wrong",
    withFile("managed", "invalid"),
    ["managed settings", "/managed.json cannot be read"],
  ],
  [
    "managed settings that cannot be read",
    withFile("managed", "unreadable"),
    ["managed settings", "/managed.json cannot be read"],
  ],
  ["managed settings that are not there", withFile("managed", "missing"), null],
  ["settings of the user that are wrong", withFile("user", "invalid"), null],
  ["a policy that holds", { settings: { files: [], policy: { fault: null } } }, null],
  [
    "a policy that does not",
    { settings: { files: [], policy: { fault: "it is unsigned" } } },
    ["policy", "none that holds: it is unsigned."],
  ],
  ["required hooks", { missing: ["a", "b"] }, ["required hooks", "not approved: a, b."]],
  [
    "an approval that is lost",
    { notStored: "no room" },
    ["trust store", "they cannot run: no room."],
  ],
])("%s", (_, more, expected) => {
  const given = { ...well, ...more } as unknown as Parameters<typeof refusalOf>[0] & {
    settings: Settings;
  };
  const refusal = refusalOf(given);
  if (expected === null) return expect(refusal).toBeNull();
  const [by, words] = expected;
  const reasons = [expect.stringContaining(words) as string];
  expect(refusal).toMatchObject({ hook: by, says: [{ level: "halt", by: "refusal", reasons }] });
});
