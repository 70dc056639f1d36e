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
  ["/hooks list", { name: "hooks", what: "list" }],
  ["/hooks all", { name: "wrong", why: "/hooks takes history or clear, not all" }],
  ["/trust", { name: "trust" }],
  ["/hooks clear", { name: "hooks", what: "clear" }],
  ["/trace", { name: "trace", number: null }],
  ["/trace 3", { name: "trace", number: 3 }],
  ["/trace 9999", { name: "trace", number: 9999 }],
  ["/trace 12345", { name: "wrong", why: "/trace wants a number, not 12345" }],
  ["/trace -1", { name: "wrong", why: "/trace wants a number, not -1" }],
  ["/trace 1x", { name: "wrong", why: "/trace wants a number, not 1x" }],
  ["/trace x", { name: "wrong", why: "/trace wants a number, not x" }],
  ["/permissions", { name: "permissions", call: null }],
  [
    '/permissions Bash {"command":"ls -l"}',
    { name: "permissions", call: { tool: "Bash", input: { command: "ls -l" } } },
  ],
  [
    '/permissions  Bash\n{"command":\n"ls"}\n',
    { name: "permissions", call: { tool: "Bash", input: { command: "ls" } } },
  ],
  [
    "/permissions Bash",
    { name: "wrong", why: '/permissions Bash wants the input as JSON, as {"command":"ls"}' },
  ],
  ["/help", { name: "help" }],
  ["/quit", { name: "quit" }],
  ["/exit ", { name: "quit" }],
  ["/compact", { name: "compact", instructions: "" }],
  ["/compact be short", { name: "compact", instructions: "be short" }],
  ["/compact be short,\nbut whole", { name: "compact", instructions: "be short,\nbut whole" }],
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

test("help has a line for every command and for the keys", () => {
  expect(helpText().split("\n")).toEqual([
    "/hooks: the hooks there are, their state and last run; /hooks history shows or hides those that ran, /hooks clear forgets them",
    "/trust: shows the hooks that are not approved again",
    "/trace [N]: the last events and what came of them; with a number one of them in full",
    "/permissions [TOOL INPUT]: the rules, or what they say to a call; INPUT is JSON",
    "/compact [WISHES]: has the model sum up the conversation, to make room",
    "/help: this, and the keys",
    "/quit: ends the session",
    "Enter sends; Alt-Enter, or \\ and Enter, begins a line",
    "↑ ↓ what was sent before; Ctrl-A Ctrl-E Ctrl-K Ctrl-U Ctrl-W Alt-B Alt-F as in a shell",
    "Ctrl-O shows texts whole, or folds them again",
    "Ctrl-C ends the turn; twice it quits",
  ]);
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
  expect(traceText(events, 2)).toContain("SessionStart in wave: PROCEED");
  for (const number of [0, 3, 9]) expect(traceText(events, number)).toBe("There are 2 events.");
  expect(traceText([], null)).toBe("Nothing has happened yet.");
});

test("the trace has the last twenty events", () => {
  const events = Array.from({ length: 21 }, (_, index) => traced(`Event${index}`));
  expect(traceText(events, null).split("\n")).toEqual(
    Array.from({ length: 20 }, (_, index) => `${20 - index}. Event${index + 1} → proceed`),
  );
});

test("rules are shown with their places, and what they say to a call", () => {
  const denied = {
    decision: "deny",
    why: "a rule denies it",
    rule: { source: { text: "Bash(rm:*)" } },
  };
  const engine = (permissions: readonly object[], judged: object = denied): never =>
    ({ settings: { permissions }, judge: () => judged }) as never;
  const rule = { list: "deny", text: "Bash(rm:*)", layer: "project", file: "/p/s.json", line: 4 };
  const others = [
    { ...rule, list: "ask", line: null },
    { ...rule, list: "allow", layer: "program", file: null, line: null },
  ];
  expect(permissionsText(engine([rule, ...others]), null)).toBe(
    [
      "deny Bash(rm:*)  (project, /p/s.json:4)",
      "ask Bash(rm:*)  (project, /p/s.json:1)",
      "allow Bash(rm:*)  (program)",
    ].join("\n"),
  );
  expect(permissionsText(engine([]), null)).toBe(
    "There are no rules: tools that only read run, for the others you are asked.",
  );
  const unjudged = { decision: "none", why: "no rule is about it", rule: null };
  expect(permissionsText(engine([], unjudged), { tool: "Read", input: {} })).toBe(
    "Read {}\nThe rules say nothing: no rule is about it",
  );
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
    review: () => [
      { hook: guard, state: "changed" },
      { hook: { ...hookOf("lineless"), source: { file: "/p/t.json", line: null } }, state: "new" },
    ],
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
    "Stop lineless hook: new · has not run in this session  (/p/t.json:1)",
  ]);
  const none = { settings: { hooks: [] }, review: () => [] };
  expect(hooksText(none as never, [])).toBe("No hooks are configured.");
});
