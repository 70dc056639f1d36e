import { expect, test } from "vitest";
import { Grants, type GrantStore } from "./grants.js";

const call = { tool: "Bash", input: { command: "ls", cwd: "/p" } };

test.each<[what: string, asked: { tool: string; input: unknown }, holds: boolean]>([
  ["the same call", call, true],
  ["its members in another order", { ...call, input: { cwd: "/p", command: "ls" } }, true],
  ["another tool", { ...call, tool: "Shell" }, false],
  ["another input", { ...call, input: { command: "ls", cwd: "/q" } }, false],
  ["a part of the input", { ...call, input: { command: "ls" } }, false],
  ["no input", { tool: "Bash", input: undefined }, false],
])("a yes is for exactly one call: %s", async (_what, asked, holds) => {
  const grants = new Grants(new Set());
  expect(await grants.holds(asked)).toEqual({ value: false, problems: [] });
  await grants.grant(call);
  expect(await grants.holds(asked)).toEqual({ value: holds, problems: [] });
  expect(grants.problems).toEqual([]);
});

test("a store is not asked about an event in which no tool is called", async () => {
  let asked = 0;
  const grants = new Grants({ has: () => ++asked > 0, add: () => {} });
  expect(await grants.holds(null)).toEqual({ value: false, problems: [] });
  expect(asked).toBe(0);
});

test.each<[what: string, has: () => unknown, found: string]>([
  [
    "throws",
    () => {
      throw new Error("no disk");
    },
    "no disk",
  ],
  ["rejects", () => Promise.reject(new Error("no disk")), "no disk"],
  ["gives no boolean", () => "true", "gave neither true nor false"],
])(
  "a store that %s allows nothing, and it is said why until it is asked again",
  async (_what, has, found) => {
    let isBroken = true;
    const store = { has: () => (isBroken ? has() : true), add: () => {} } as GrantStore;
    const grants = new Grants(store);
    const { value, problems } = await grants.holds(call);
    expect([value, problems.map(({ code }) => code), problems[0]?.found]).toEqual([
      false,
      ["grants-unusable"],
      expect.stringContaining(found),
    ]);
    expect(grants.problems).toBe(problems);
    isBroken = false;
    expect([await grants.holds(call), grants.problems]).toEqual([
      { value: true, problems: [] },
      [],
    ]);
  },
);

test("where nothing was granted no call is looked at", async () => {
  let reads = 0;
  const input = {
    get command() {
      reads++;
      return "ls";
    },
  };
  const granted = new Set<string>();
  const grants = new Grants(granted);
  expect(grants.problems).toEqual([]);
  await grants.holds({ tool: "Bash", input });
  expect(reads).toBe(0);
  await grants.grant(call);
  await grants.holds({ tool: "Bash", input });
  expect([reads > 0, [...granted]]).toEqual([true, [expect.stringMatching(/^[0-9a-f]{64}$/)]]);
});

test("what is wrong with a store is no single hook's", async () => {
  const has = (): never => {
    throw new Error("no disk");
  };
  const { problems } = await new Grants({ has, add: () => {} }).holds(call);
  expect(problems).toEqual([
    {
      code: "grants-unusable",
      severity: "error",
      hook: "",
      path: "",
      found: expect.stringContaining("no disk") as unknown,
      file: null,
      line: null,
    },
  ]);
});
