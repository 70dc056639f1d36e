import { expect, test } from "vitest";
import { engineAnswer } from "../decode/index.js";
import { notRecorded, refusalOf } from "./refusal.js";

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
  settings: { files: [file("user", "read"), file(layer, state)], policy: null },
});
const halts = (by: string, reason: string): object =>
  engineAnswer(by, { level: "halt", by: "refusal", reasons: [reason] });

test.each<[string, object, readonly [by: string, reason: string] | null]>([
  ["all is well", {}, null],
  [
    "hooks inside hooks",
    { depth: 3 },
    [
      "recursion guard",
      "Hooks are running inside hooks, 3 deep. A hook seems to start the agent that fires it.",
    ],
  ],
  [
    "deeper",
    { depth: 4, plan: [{ matches: false }, { matches: true }] },
    [
      "recursion guard",
      "Hooks are running inside hooks, 3 deep. A hook seems to start the agent that fires it.",
    ],
  ],
  ["one less", { depth: 2 }, null],
  ["as deep, and nothing would run", { depth: 3, plan: [{ matches: false }] }, null],
  [
    "no folder",
    { projectDir: "/not/there" },
    [
      "project folder",
      "The project folder /not/there is not there any more, so nobody knows what its hooks would say.",
    ],
  ],
  ...["invalid", "unreadable"].map((state): [string, object, readonly [string, string]] => [
    `managed settings that are ${state}`,
    withFile("managed", state),
    [
      "managed settings",
      "The managed settings /managed.json cannot be read, so nobody knows what they require.",
    ],
  ]),
  ["managed settings that are not there", withFile("managed", "missing"), null],
  ["settings of the user that are wrong", withFile("user", "invalid"), null],
  ["settings of the user that cannot be read", withFile("user", "unreadable"), null],
  ["a policy that holds", { settings: { files: [], policy: { fault: null } } }, null],
  [
    "a policy that does not",
    { settings: { files: [], policy: { fault: "it is unsigned" } } },
    [
      "policy",
      "The settings require a signed policy, and there is none that holds: it is unsigned. To get one: snaphook policy pull",
    ],
  ],
  [
    "required hooks",
    { missing: ["a", "b"] },
    [
      "required hooks",
      "Required hooks are missing, turned off, only observing or not approved: a, b.",
    ],
  ],
  [
    "an approval that is lost",
    { notStored: "no room" },
    [
      "trust store",
      "Hooks were approved, and that could not be stored, so they cannot run: no room.",
    ],
  ],
])("%s", (_, more, expected) => {
  const given = { ...well, ...more } as unknown as Parameters<typeof refusalOf>[0];
  expect(refusalOf(given)).toEqual(expected === null ? null : halts(...expected));
});

test("a decision that had to be recorded and was not halts", () => {
  expect(notRecorded).toEqual(
    halts("ledger", "The decision could not be recorded, and the settings require that it is."),
  );
});
