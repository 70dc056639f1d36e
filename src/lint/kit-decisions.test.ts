import { expect, test } from "vitest";
import { kitDecisions } from "./kit-decisions.js";

const shownOf = (source: string): unknown =>
  kitDecisions("guard", source)?.map(({ line, outcome, permission, text }) =>
    [line, outcome, permission, text].join(" | "),
  );

test("the answers of a hook in JavaScript are its decisions, with line and reason", () => {
  const source = `import { ask, defineHook, deny } from "snaphook/hook";
// return deny("not this one")
export default defineHook("PreToolUse", {}, (event) => {
  if (event.a) return deny("no rm", { context: "more" });
  if (event.b) return ask(\`really \${event.b}?\`);
  return event.c ? allow() : other.deny("x");
});
`;
  expect(shownOf(source)).toEqual([
    "4 | block | deny | no rm",
    "5 | ask | ask | ",
    "6 | proceed | allow | ",
  ]);
});

test("the same in Python and the shell, also where the kit is a part of the file", () => {
  const python = `#!/usr/bin/env python3
def deny(reason):
    return block("of the kit")
exec(compile(r'''def ask(reason): pass''', "snaphook_hook.py", "exec"), sys.modules["snaphook_hook"].__dict__)
from snaphook_hook import deny
def guard(event):
    return deny('no')
`;
  expect(shownOf(python)).toEqual(["7 | block | deny | no"]);
  const shell = `snaphook_deny() { _snaphook_say d "$1"; }
# The hook itself:
snaphook_hook PreToolUse Bash
case $SNAPHOOK_COMMAND in *x*) snaphook_deny "no x" ;; *y*) snaphook_ask "$WHY";; esac
`;
  expect(shownOf(shell)).toEqual(["4 | block | deny | no x", "4 | ask | ask | "]);
});

test("a script without the kit has no such decisions", () => {
  expect(kitDecisions("guard", 'deny("x")')).toBeNull();
});

test("a run has come by where it has the outcome and the reason", () => {
  const [decision] = kitDecisions("g", "from snaphook_hook import deny\ndeny(\"no 'x'\")") ?? [];
  const run = { stdout: `{"reason":"no 'x'"}`, stderr: "", exit: 0 };
  expect(
    [
      { ...run, outcome: "block" },
      { ...run, outcome: "ask" },
      { ...run, stdout: "{}", stderr: "no 'x'", outcome: "block" },
      { ...run, stdout: "{}", outcome: "block" },
    ].map((one) => decision?.isReachedBy(one)),
  ).toEqual([true, false, true, false]);
});
