import { describe, expect, test } from "vitest";
import { bridgeOf, type InstallPlace } from "../../hosts/index.js";
import { register, unregister } from "./register.js";

const file = (host: string): InstallPlace => {
  const found = bridgeOf(host)?.install;
  if (found === undefined) throw new Error(host);
  return found;
};
const command = "snaphook bridge fire --host codex";
const isOurs = (text: string): boolean => text.endsWith("bridge fire --host codex");
const registered = (
  before: string | null,
  events: readonly string[],
  host = "codex",
  line = command,
): string => {
  const { entry, frame } = file(host);
  const entries = events.map((event) => ({ event, entry: entry({ command: line, seconds: 60 }) }));
  return register(before, entries, isOurs, frame);
};

describe("a new file", () => {
  test.each([
    ["claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command, timeout: 60 }] }] } }],
    [
      "gemini",
      {
        hooks: {
          Stop: [{ hooks: [{ type: "command", command, timeout: 60_000, name: "snaphook" }] }],
        },
      },
    ],
    [
      "qwen-code",
      {
        hooks: {
          Stop: [{ hooks: [{ type: "command", command, timeout: 60_000, name: "snaphook" }] }],
        },
      },
    ],
    ["cursor", { version: 1, hooks: { Stop: [{ command, timeout: 60, failClosed: true }] } }],
    [
      "copilot",
      { version: 1, hooks: { Stop: [{ type: "command", bash: command, timeoutSec: 60 }] } },
    ],
  ])("of %s", (host, expected) => {
    expect(JSON.parse(registered(null, ["Stop"], host))).toEqual(expected);
  });
});

describe("a file that is there", () => {
  const before = `{
  // mine
  "model": "x", // keep
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "./mine.sh" }] } // first
    ]
  }
}
`;

  test("keeps comments and everybody else's entries, and is the same after a second time", () => {
    const once = registered(before, ["Stop", "PreToolUse"]);
    for (const kept of ["// mine", "// keep", "./mine.sh", "// first"])
      expect(once).toContain(kept);
    expect(once.match(/bridge fire/g)).toHaveLength(2);
    expect(registered(once, ["Stop", "PreToolUse"])).toBe(once);
  });

  test("has nothing of it left afterwards", () => {
    const once = registered(before, ["Stop", "PreToolUse"]);
    const after = unregister(once, isOurs);
    expect(after).not.toContain("bridge fire");
    expect(after).not.toContain("PreToolUse");
    for (const kept of ["// mine", "// keep", "./mine.sh"]) expect(after).toContain(kept);
  });

  test("an earlier form of the command is replaced where it is, and nobody else's hook in its group", () => {
    const shared = JSON.stringify({
      hooks: {
        Stop: [
          { matcher: "x", hooks: [{ command: "./mine.sh" }, { command: `/old/${command}` }] },
          { hooks: [{ command: "./theirs.sh" }] },
        ],
      },
    });
    const ours = { type: "command", command, timeout: 60 };
    const theirs = { hooks: [{ command: "./theirs.sh" }] };
    expect(JSON.parse(registered(shared, ["Stop"]))).toEqual({
      hooks: { Stop: [{ matcher: "x", hooks: [{ command: "./mine.sh" }, ours] }, theirs] },
    });
    expect(JSON.parse(unregister(shared, isOurs))).toEqual({
      hooks: { Stop: [{ matcher: "x", hooks: [{ command: "./mine.sh" }] }, theirs] },
    });
  });

  test("the last entry of a list on one line is removed as a whole", () => {
    const line = `{"hooks":{"Stop":[{"hooks":[{"command":"./mine.sh"}]},{"hooks":[{"command":"${command}"}]}]}}`;
    expect(unregister(line, isOurs)).toBe(
      '{"hooks":{"Stop":[{"hooks":[{"command":"./mine.sh"}]}]}}',
    );
  });

  test.each([
    ["tabs", '{\n\t"hooks": {}\n}\n', '\n\t\t"Stop"'],
    ["four blanks", '{\n    "hooks": {}\n}\n', '\n        "Stop"'],
    ["line ends of Windows", '{\r\n  "hooks": {}\r\n}\r\n', '\r\n    "Stop"'],
  ])("keeps its %s", (_name, given, expected) => {
    expect(registered(given, ["Stop"])).toContain(expected);
  });

  test.each([
    ["no JSON", "{ hooks", "it is not a JSON object"],
    ["a list", "[]", "it is not a JSON object"],
    ["hooks that are none", '{ "hooks": [] }', "hooks is not an object"],
    ["an event that is no list", '{ "hooks": { "Stop": {} } }', "hooks.Stop is not a list"],
  ])("with %s is not touched", (_name, given, message) => {
    expect(() => registered(given, ["Stop"])).toThrow(message);
  });
});
