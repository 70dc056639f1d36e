import { describe, expect, test } from "vitest";
import { interpret } from "../../src/interpret/index.js";
import { deniedIn, dialectOf, hostNames } from "./host-denies.js";
import { canRun, hooksFolder, languages, start, type Ended } from "./kit-hooks.js";

const folder = hooksFolder();
const payload = (command: unknown, more: object = {}): string =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    ...more,
  });

const silence = { exit: 0, stdout: "", stderr: "" };
const refusal = (stderr: string): Ended => ({ exit: 2, stdout: "", stderr });
const failure = (words: string): Ended =>
  refusal(expect.stringMatching(`^The hook for PreToolUse failed: .*${words}`) as string);
const denied = refusal("Not on this branch.");

/** Where nobody knows the host: what is understood almost everywhere. The last is for these languages only. */
const ends: readonly (readonly [string, string | null, Ended, only?: string])[] = [
  ["it denies", payload("deny"), denied],
  ["it has no opinion", payload("nothing"), silence],
  ["it is for another tool", payload("deny", { tool_name: "Read" }), silence],
  ["it prints and denies", payload("deny after noise"), denied],
  ["it throws", payload("throw"), failure("")],
  [
    "it ends with 0 before it has answered",
    payload("exit 0"),
    failure("ended with 0"),
    "Node Python",
  ],
  ["it ends with 1 before it has answered", payload("exit 1"), failure("ended with 1")],
  ["it ends with 2 and says why", payload("exit 2"), refusal("By exit."), "Node Python"],
  ["it returns what is no answer", payload("no answer"), failure("no answer"), "Node Python"],
  ["it hangs", payload("hang"), failure("no answer after 1 s"), "Node Python"],
  ["nothing can settle it", payload("nothing to wait for"), failure("no answer after 1 s"), "Node"],
  ["something throws later", payload("throw later"), failure("later"), "Node"],
  ["it denies in a subshell", payload("deny in a subshell"), denied, "sh"],
  ["standard input is empty", "", failure("no payload")],
  ["standard input is closed", null, failure("")],
  ["standard input is garbage", "rm -rf / # {", failure("cannot be read")],
  [
    "standard input is half of a payload",
    payload("nothing").slice(0, -3),
    failure("cannot be read"),
  ],
  ["standard input is no object", "[]", failure("not a JSON object")],
  [
    "the event is another one",
    payload("nothing", { hook_event_name: "Stop" }),
    failure("PreToolUse"),
  ],
  [
    "nobody knows the event",
    payload("nothing", { hook_event_name: "Nonsense" }),
    failure("Nonsense"),
  ],
  ["the input has no command", payload(undefined), failure("command")],
  ["the command is no text", payload(["rm"]), failure("command")],
  ["the payload names no tool", payload("nothing", { tool_name: null }), failure("tool")],
];

const named = languages.map((language) => ({ name: language[0], language }));
describe.each(named)("a hook in $name", ({ name, language }) => {
  const own = ends.filter(([, , , only = name]) => only.includes(name));
  test.runIf(canRun(language)).for(own)("where %s", ([, input, ended]) => {
    expect(start(folder, language, input)).toEqual(ended);
  });

  test.runIf(canRun(language))("what it prints reaches nobody but its log", () => {
    const { stdout } = start(folder, language, payload("noise"));
    expect(stdout).toBe("");
    const unknown = start(folder, language, payload("nothing"), { args: ["--host", "emacs"] });
    expect(unknown).toEqual(failure("unknown host"));
  });

  test.runIf(canRun(language)).each(hostNames)(
    "denies in %s as that host wants it",
    async (host) => {
      const { hostEvent, given, printed } = await deniedIn(host);
      const ended = start(folder, language, JSON.stringify(given), { args: ["--host", host] });
      expect(ended).toEqual({ ...printed, stderr: printed.stderr.trim() });
      const runs = [{ ...ended, exit: ended.exit ?? 0 }];
      const { outcome, toModel, toUser } = interpret({
        dialect: dialectOf(host),
        event: hostEvent,
        payload: given,
        runs,
      });
      // Of exit code 2 in Cursor only the user reads the reason.
      const readers = host === "cursor" ? toUser : toModel;
      expect([outcome, readers.map(({ text }) => text).join()]).toEqual([
        "block",
        expect.stringContaining("Not on this branch."),
      ]);
    },
  );
});
