import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "qwen-code", event, payload: {}, runs });
const said = (answer: unknown): WireRun => ({ exit: 0, stdout: JSON.stringify(answer) });
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);
const nested = (field: object): object => ({ hookSpecificOutput: field });

describe("a request for a permission", () => {
  const decided = (decision: object): WireRun => said(nested({ decision }));
  const yes = decided({ behavior: "allow" });
  const no = decided({ behavior: "deny", message: "no" });
  test.each<[name: string, runs: WireRun[], outcome: string, permission: string, model: string[]]>([
    ["nothing", [], "ask", "none", []],
    ["allow", [yes], "proceed", "allow", []],
    ["deny", [no], "block", "deny", ["no"]],
    ["any other decision denies", [decided({})], "block", "deny", ["Permission denied by hook"]],
    ["a deny counts over an allow", [no, yes], "block", "deny", ["no"]],
    [
      "two answers that decide nothing deny",
      [said({}), said({})],
      "block",
      "deny",
      ["Permission denied by hook"],
    ],
    [
      "a text in place of hookSpecificOutput",
      [said({ hookSpecificOutput: "x" })],
      "ask",
      "none",
      [],
    ],
    ["a word in place of the decision", [said(nested({ decision: "deny" }))], "ask", "none", []],
  ])("%s", (_name, runs, outcome, permission, model) => {
    const reading = read("PermissionRequest", ...runs);
    const found = [reading.outcome, reading.permission, texts(reading.toModel)];
    expect(found).toEqual([outcome, permission, model]);
  });

  test("that nobody denied is reported as blocked unasked", () => {
    expect(codes(read("PermissionRequest", said({}), said({})))).toEqual([
      "host-blocks-unasked",
      "host-blocks-unasked",
    ]);
  });

  test("takes the last rewrite", () => {
    const first = decided({ behavior: "allow", updatedInput: { a: 1 } });
    const second = decided({ behavior: "allow", updatedInput: { b: 2 } });
    const reading = read("PermissionRequest", first, second);
    expect(reading.input).toEqual({ b: 2 });
    expect(reading.provenance.rewrites.map(({ applied }) => applied)).toEqual([false, true]);
    expect(read("PermissionRequest", first, no).input).toBeNull();
  });
});
