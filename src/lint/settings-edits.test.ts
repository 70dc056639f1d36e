import { expect, test } from "vitest";
import { edited } from "./edits.js";
import { entryEdits, keyEdit, valueEdit, type SettingsText } from "./settings-edits.js";

const json = (text: string): SettingsText => ({ file: "s.json", text, form: "json" });
const after = (text: string, edits: readonly object[] | undefined): string | null =>
  edits === undefined ? null : edited(text, edits as never);

test.each([
  [
    "a value changes and comments stay",
    '{"hooks": {"A": [{"hooks": [{ "command": "x" /* c */, }]}]}}',
    { command: 'a "b"' },
    '{"hooks": {"A": [{"hooks": [{ "command": "a \\"b\\"" /* c */, }]}]}}',
  ],
  [
    "escapes of the rest stay",
    '{"hooks": {"A": [{"hooks": [{"command": "\\u0078"}]}]}}',
    { command: 'a "b"; x' },
    '{"hooks": {"A": [{"hooks": [{"command": "a \\"b\\"; \\u0078"}]}]}}',
  ],
  [
    "a key is added on a line of its own",
    '{"hooks": {"A": [{"hooks": [{\r\n\t"command": "x"\r\n}]}]}}',
    { onFailure: "block" },
    '{"hooks": {"A": [{"hooks": [{\r\n\t"command": "x",\r\n\t"onFailure": "block"\r\n}]}]}}',
  ],
  [
    "the matcher is that of the group",
    '{"hooks": {"A": [{"matcher": "Edit", "hooks": [{"command": "x"}]}]}}',
    { matcher: "Edit|Write" },
    '{"hooks": {"A": [{"matcher": "Edit|Write", "hooks": [{"command": "x"}]}]}}',
  ],
  [
    "a matcher that two hooks share is left alone",
    '{"hooks": {"A": [{"matcher": "Edit", "hooks": [{"command": "x"}, {"command": "y"}]}]}}',
    { matcher: "Edit|Write" },
    null,
  ],
  [
    "of a key that appears twice nothing is known",
    '{"hooks": {"A": [], "A": [{"hooks": [{"command": "x"}]}]}}',
    { command: "y" },
    null,
  ],
])("an entry: %s", (_title, text, values, expected) => {
  const hook = { id: "project:A:0.0", line: 1, command: "x" };
  expect(after(text, entryEdits(json(text), hook, values))).toBe(expected);
});

test("a list without groups, and a key for each shell", () => {
  const text = '{"hooks": {"A": [{"bash": "x", "powershell": "y"}]}}';
  const hook = { id: "project:A:0", line: 1, command: "x" };
  expect(after(text, entryEdits(json(text), hook, { command: "z" }))).toBe(
    text.replace('"x"', '"z"'),
  );
});

test("a key gets another name unless that is taken; odd keys are found", () => {
  const text = '{"hooks": {"a b": [1], "B": []}}';
  const edit = keyEdit(json(text), 'hooks["a b"]', "A");
  expect(after(text, edit === null ? undefined : [edit])).toBe('{"hooks": {"A": [1], "B": []}}');
  expect(keyEdit(json(text), 'hooks["a b"]', "B")).toBe(null);
  expect(valueEdit(json(text), { path: 'hooks["a b"][0]', line: 1 }, 2)).toEqual({
    start: text.indexOf("1"),
    end: text.indexOf("1") + 1,
    text: "2",
  });
  expect(valueEdit(json("{".repeat(100_000)), { path: "a", line: 1 }, 2)).toBe(null);
});

test("TOML: only a plain value on a line of its own, in the same table", () => {
  const text = "[[hooks.A]]\r\na = 'x' # c\r\n[b]\r\nc = 1\r\n";
  const toml: SettingsText = { file: "c.toml", text, form: "toml" };
  const edit = valueEdit(toml, { path: "hooks.A[0].a", line: 1 }, "y");
  expect(after(text, edit === null ? undefined : [edit])).toBe(text.replace("'x'", '"y"'));
  expect(valueEdit(toml, { path: "hooks.A[0].c", line: 1 }, 2)).toBe(null);
});
