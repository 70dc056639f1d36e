import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyHook, endings, type Draft } from "./draft.js";
import { examples } from "./examples.js";
import { fromFragment, toFragment } from "./share-link.js";

// Half characters among them.
const text = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));
const hook = fc.record({
  ending: fc.constantFrom(...endings),
  exit: fc.integer({ min: 0, max: 255 }),
  stdout: text,
  stderr: text,
  onFailure: fc.constantFrom("continue", "ask", "block"),
});
const drafts: fc.Arbitrary<Draft> = fc.record({
  event: fc.constantFrom("PreToolUse", "Stop", "beforeReadFile"),
  tool: text,
  payload: fc.option(text),
  hooks: fc.array(hook, { minLength: 1, maxLength: 9 }),
});

test("whatever is typed comes back from its link, which has no character that means something elsewhere", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const fragment = toFragment(draft);
      expect(fragment).toMatch(/^1\.[\w-]+$/);
      expect(fromFragment(fragment)).toEqual(draft);
    }),
  );
});

test("the first example fits into a line of a chat", () => {
  const [first] = Object.values(examples);
  expect(first && toFragment(first).length).toBeLessThan(200);
});

function encoded(value: unknown): string {
  return `1.${Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;
}

const usual = { event: "Stop", hooks: [{}] };

test("a short link has what is usual", () => {
  expect(fromFragment(encoded(usual))).toEqual({
    event: "Stop",
    tool: "",
    payload: null,
    hooks: [emptyHook],
  });
});

test.each<[string, string]>([
  ["nothing", ""],
  ["another version", encoded(usual).replace("1.", "2.")],
  ["a name of an element", "results"],
  ["no base64", "1.%%%"],
  ["bytes that are no UTF-8", `1.${Buffer.from([0xff, 0xfe]).toString("base64url")}`],
  ["no JSON", encoded("{")],
  ["a list", encoded([])],
  ["null", encoded("null")],
  ["no event", encoded({ hooks: [{}] })],
  ["an event that is no text", encoded({ ...usual, event: { a: 1 } })],
  ["an empty event", encoded({ ...usual, event: "" })],
  ["a tool that is no text", encoded({ ...usual, tool: 1 })],
  ["a payload that is no text", encoded({ ...usual, payload: {} })],
  ["no hooks", encoded({ ...usual, hooks: [] })],
  ["hooks that are no list", encoded({ ...usual, hooks: {} })],
  ["too many hooks", encoded({ ...usual, hooks: Array.from({ length: 10 }, () => ({})) })],
  ["a hook that is no object", encoded({ ...usual, hooks: [{}, null] })],
  ["an exit code that there is not", encoded({ ...usual, hooks: [{ exit: 256 }] })],
  ["an exit code that is a text", encoded({ ...usual, hooks: [{ exit: "2" }] })],
  ["half an exit code", encoded({ ...usual, hooks: [{ exit: 0.5 }] })],
  ["an unknown ending", encoded({ ...usual, hooks: [{ ending: "toString" }] })],
  ["an unknown onFailure", encoded({ ...usual, hooks: [{ onFailure: "allow" }] })],
  ["stdout that is no text", encoded({ ...usual, hooks: [{ stdout: { toString: 1 } }] })],
  ["more than a link can have", encoded({ ...usual, tool: "x".repeat(200_000) })],
])("a link with %s is none", (_what, fragment) => {
  expect(fromFragment(fragment)).toBeNull();
});
