import { expect, test } from "vitest";
import type { Traced } from "./activity.js";
import {
  helpText,
  hooksText,
  permissionsText,
  readCommand,
  traceText,
  type Command,
} from "./commands.js";

test.each<[string, Command | null]>([
  ["hello", null],
  [" /hooks", null],
  ["/hooks", { name: "hooks", what: "list" }],
  ["/hooks history", { name: "hooks", what: "history" }],
  ["/trust", { name: "trust" }],
  ["/hooks clear", { name: "hooks", what: "clear" }],
  ["/trace", { name: "trace", number: null }],
  ["/trace 3", { name: "trace", number: 3 }],
  ["/trace x", { name: "wrong", why: "/trace wants a number, not x" }],
  ["/permissions", { name: "permissions", call: null }],
  [
    '/permissions Bash {"command":"ls -l"}',
    { name: "permissions", call: { tool: "Bash", input: { command: "ls -l" } } },
  ],
  [
    "/permissions Bash",
    { name: "wrong", why: '/permissions Bash wants the input as JSON, as {"command":"ls"}' },
  ],
  ["/help", { name: "help" }],
  ["/quit", { name: "quit" }],
  ["/exit ", { name: "quit" }],
  ["/compact be short", { name: "compact", instructions: "be short" }],
  [
    "/nope",
    {
      name: "wrong",
      why: "There is no command /nope; there are: /hooks, /trust, /trace, /permissions, /compact, /help, /quit. Put a space before it to send it as a prompt.",
    },
  ],
])("%j is read", (text, command) => {
  expect(readCommand(text)).toEqual(command);
});

test("an input that is no JSON is reported", () => {
  expect(readCommand("/permissions Bash {x}")).toMatchObject({
    name: "wrong",
    why: expect.stringContaining("The input is no JSON") as string,
  });
});

test("help names every command", () => {
  for (const name of ["/hooks", "/trace", "/permissions", "/help", "/quit"])
    expect(helpText()).toContain(name);
});

const traced = (event: string, more: object = {}): Traced =>
  ({
    event,
    dialect: "wave",
    tool: "",
    input: "",
    ms: null,
    reading: {
      outcome: "proceed",
      permission: "none",
      input: null,
      prompt: null,
      toModel: [],
      toUser: [],
      toLog: [],
      failed: false,
      problems: [],
      provenance: { voices: [], rewrites: [] },
      ...more,
    },
  }) as unknown as Traced;

test("the trace has a line for each event, the newest last", () => {
  const events = [
    traced("SessionStart"),
    {
      ...traced("PreToolUse", {
        outcome: "ask",
        permission: "ask",
        provenance: {
          voices: [{ hook: "guard", level: "ask", by: "json", won: true, why: "" }],
          rewrites: [],
        },
      }),
      tool: "Bash",
      input: "git push\n\u001b[2J",
      ms: 12.3,
    },
  ];
  expect(traceText(events, null)).toBe(
    [
      "2. SessionStart → proceed",
      "1. PreToolUse Bash git push\\n\\x1b[2J → ask by guard · 12 ms",
    ].join("\n"),
  );
  expect(traceText(events, 1)).toContain("PreToolUse in wave: ASK (permission: ask)");
  expect(traceText(events, 9)).toBe("There are 2 events.");
  expect(traceText([], null)).toBe("Nothing has happened yet.");
});

test("rules are shown with their places, and what they say to a call", () => {
  const engine = (permissions: readonly object[]): never =>
    ({
      settings: { permissions },
      judge: () => ({
        decision: "deny",
        why: "a rule denies it",
        rule: { source: { text: "Bash(rm:*)" } },
      }),
    }) as never;
  const rule = { list: "deny", text: "Bash(rm:*)", layer: "project", file: "/p/s.json", line: 4 };
  expect(permissionsText(engine([rule]), null)).toBe("deny Bash(rm:*)  (project, /p/s.json:4)");
  expect(permissionsText(engine([]), null)).toMatch(/^There are no rules/);
  expect(permissionsText(engine([]), { tool: "Bash", input: { command: "rm x" } })).toBe(
    'Bash {"command":"rm x"}\nThe rules say deny: a rule denies it\nby the rule Bash(rm:*)',
  );
});

test("the list of hooks has those of the user by their layer, those of the project by what was approved, and how each ran last", () => {
  const hookOf = (id: string, disabled = false, file: string | null = "/p/s.json") => ({
    id,
    name: `${id} hook`,
    event: "Stop",
    disabled,
    source: { layer: "user", file, line: file === null ? null : 7 },
  });
  const [own, off, given, guard] = [
    hookOf("own"),
    hookOf("off", true),
    hookOf("given", false, null),
    hookOf("guard"),
  ];
  const engine = {
    settings: { hooks: [own, off, given, guard] },
    review: () => [{ hook: guard, state: "changed" }],
  };
  const ran = (hook: string, event: string, ms: number) => ({
    at: 1,
    event,
    hook,
    verdict: "deny",
    failed: false,
    ms,
    exit: "2",
  });
  const history = [
    ran("own hook", "Stop", 3),
    ran("own hook", "Stop", 4.6),
    ran("guard hook", "x", 1),
  ];
  expect(hooksText(engine as never, history).split("\n")).toEqual([
    "Stop own hook: user · last run: deny, 5 ms, exit 2  (/p/s.json:7)",
    "Stop off hook: off · has not run in this session  (/p/s.json:7)",
    "Stop given hook: user · has not run in this session",
    "Stop guard hook: changed · has not run in this session  (/p/s.json:7)",
  ]);
  const none = { settings: { hooks: [] }, review: () => [] };
  expect(hooksText(none as never, [])).toBe("No hooks are configured.");
});
