import { expect, test } from "vitest";
import { group, hooksOf, problemsOf, read } from "./disk.js";

/** The administrator's file, of which nothing has to be approved. */
const file = "root/etc/codex/hooks.json";
const good = { hooks: [{ type: "command", command: "good" }] };

const dropped: readonly [name: string, text: object | string, problem: string][] = [
  ["$schema", { $schema: "s", hooks: {} }, "$schema:2 $schema"],
  ["an unknown key", { version: 1, hooks: {} }, "version:2 version"],
  ["a description that is no text", { description: 5 }, "description:2 5"],
  ["type http", one({ type: "http", url: "u" }), '.type:7 "http"'],
  ["no type", one({ command: "a" }), ".type:6 nothing"],
  ["no command", one({ type: "command" }), ".command:6 nothing"],
  [
    "a timeout that is a text",
    one({ type: "command", command: "a", timeout: "5" }),
    '.timeout:9 "5"',
  ],
  [
    "a timeout with a fraction",
    one({ type: "command", command: "a", timeout: 1.5 }),
    ".timeout:9 1.5",
  ],
  ["a timeout below nothing", one({ type: "command", command: "a", timeout: -1 }), ".timeout:9 -1"],
  ["async that is no flag", one({ type: "command", command: "a", async: "yes" }), '.async:9 "yes"'],
  [
    "a matcher that is no text",
    { hooks: { Stop: [{ matcher: 5, hooks: [] }, good] } },
    "hooks.Stop[0].matcher:5 5",
  ],
  ["an event that is no list", { hooks: { PreToolUse: {} } }, "hooks.PreToolUse:3 an object"],
  [
    "a hook that is no object",
    { hooks: { Stop: [{ hooks: ["a"] }] } },
    'hooks.Stop[0].hooks[0]:6 "a"',
  ],
  ["comments", '{ // no\n "hooks": {} }', ":1 a comment"],
  ["a key twice", '{ "hooks": {},\n "hooks": {} }', 'hooks:2 "hooks" twice'],
  ["a mark of byte order", '\uFEFF{"hooks": {}}', ":1 a byte order mark"],
];

function one(hook: object): object {
  return { hooks: { PreToolUse: [{ hooks: [hook] }] } };
}

test.each(dropped)("%s drops the whole file", (_name, text, problem) => {
  const config = read("codex", { [file]: text });
  const reported = problemsOf(config).filter((line) => line.startsWith("host-config-dropped"));
  expect(reported).toEqual([expect.stringContaining(problem)]);
  expect(config.files.find(({ path }) => path.endsWith(file))?.state).toBe("invalid");
});

test("a good hook in a dropped file is listed, and says why it does not run", () => {
  const config = read("codex", { [file]: { $schema: "s", hooks: { Stop: [good] } } });
  expect(hooksOf(config)).toEqual([
    "system:Stop:0.0 - the whole file is dropped: $schema: $schema",
  ]);
});

const skipped: readonly [name: string, hooks: object, why: string | null][] = [
  ["type prompt", { Stop: [{ hooks: [{ type: "prompt" }] }] }, "Codex skips hooks of type prompt"],
  ["type agent", { Stop: [{ hooks: [{ type: "agent" }] }] }, "Codex skips hooks of type agent"],
  [
    "an unknown event",
    { Notification: [good] },
    "the event is skipped: hooks.Notification: Notification",
  ],
  [
    "a blank command",
    { Stop: [group(" ")] },
    "the entry is skipped: hooks.Stop[0].hooks[0].command: nothing but space",
  ],
  [
    "look-around",
    { PreToolUse: [group("a", {}, "(?=Bash)")] },
    "(?=Bash) cannot be read, so its group is skipped",
  ],
  [
    "a broken expression",
    { PreToolUse: [group("a", {}, "[")] },
    "[ cannot be read, so its group is skipped",
  ],
  ["a broken expression that nobody tests", { UserPromptSubmit: [group("a", {}, "[")] }, null],
  [
    "a server of MCP",
    { PreToolUse: [group("a", {}, "mcp__git")] },
    "mcp__git is a server, not a tool; for all of its tools write mcp__git__.*",
  ],
  ["a matcher of null", { PreToolUse: [{ matcher: null, hooks: good.hooks }] }, null],
  ["a tool of MCP", { Stop: [{ hooks: [{ type: "mcp_tool", server: "s", tool: "t" }] }] }, null],
];

test.each(skipped)("%s costs no more than itself", (_name, hooks, why) => {
  const config = read("codex", { [file]: { hooks: { ...hooks, SessionStart: [good] } } });
  expect(config.hooks.map(({ ignored }) => ignored ?? null)).toEqual([why, null]);
  expect(config.problems.filter(({ severity }) => severity !== "info").length).toBe(
    why === null ? 0 : 1,
  );
});

const timeouts: readonly [event: string, timeout: number | null | undefined, seconds: number][] = [
  ["PreToolUse", undefined, 600],
  ["PreToolUse", null, 600],
  ["PreToolUse", 5, 5],
  ["PreToolUse", 0, 1],
  ["SessionEnd", undefined, 1],
  ["SessionEnd", 10, 3],
  ["Interrupt", 2, 2],
];

test.each(timeouts)("on %s a timeout of %s is %d seconds", (event, timeout, seconds) => {
  const { hooks } = read("codex", { [file]: { hooks: { [event]: [group("a", { timeout })] } } });
  expect(hooks.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([seconds]);
});

test("on Windows its own command counts, and at the end nobody runs on", () => {
  const files = {
    "home/.codex/hooks.json": {
      hooks: { SessionEnd: [group("sh", { commandWindows: "cmd", async: true })] },
    },
  };
  const [unix, windows] = (["linux", "win32"] as const).map((platform) =>
    read("codex", files, { platform }).hooks.map(({ command, async }) => [command, async]),
  );
  expect({ unix, windows }).toEqual({ unix: [["sh", undefined]], windows: [["cmd", undefined]] });
});
