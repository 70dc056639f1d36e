import { describe, expect, test } from "vitest";
import { bridgeOf, type InstallPlace } from "../../hosts/index.js";
import { register, unregister } from "./register.js";

const file = (host: string): InstallPlace => {
  const found = bridgeOf(host)?.install;
  if (found === undefined) throw new Error(host);
  return found;
};
const command = "snaphook bridge fire --host codex";

describe("a new file", () => {
  test.each([
    ["claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command, timeout: 60 }] }] } }],
    [
      "gemini",
      {
        hooks: {
          Stop: [{ hooks: [{ type: "command", name: "snaphook", command, timeout: 60_000 }] }],
        },
      },
    ],
    ["cursor", { version: 1, hooks: { Stop: [{ command, timeout: 60, failClosed: true }] } }],
    [
      "copilot",
      { version: 1, hooks: { Stop: [{ type: "command", bash: command, timeoutSec: 60 }] } },
    ],
  ])("of %s", (host, expected) => {
    expect(JSON.parse(register(null, ["Stop"], command, 60, file(host)))).toEqual(expected);
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
    const once = register(before, ["Stop", "PreToolUse"], command, 60, file("codex"));
    for (const kept of ["// mine", "// keep", "./mine.sh", "// first"])
      expect(once).toContain(kept);
    expect(once.match(/bridge fire/g)).toHaveLength(2);
    expect(register(once, ["Stop", "PreToolUse"], command, 60, file("codex"))).toBe(once);
  });

  test("has nothing of it left afterwards", () => {
    const once = register(before, ["Stop", "PreToolUse"], command, 60, file("codex"));
    const after = unregister(once, command);
    expect(after).not.toContain("bridge fire");
    expect(after).not.toContain("PreToolUse");
    for (const kept of ["// mine", "// keep", "./mine.sh"]) expect(after).toContain(kept);
  });

  test.each([
    ["tabs", '{\n\t"hooks": {}\n}\n', '\n\t\t"Stop"'],
    ["four blanks", '{\n    "hooks": {}\n}\n', '\n        "Stop"'],
    ["line ends of Windows", '{\r\n  "hooks": {}\r\n}\r\n', '\r\n    "Stop"'],
  ])("keeps its %s", (_name, given, expected) => {
    expect(register(given, ["Stop"], command, 60, file("codex"))).toContain(expected);
  });

  test.each([
    ["no JSON", "{ hooks", "it is not a JSON object"],
    ["a list", "[]", "it is not a JSON object"],
    ["hooks that are none", '{ "hooks": [] }', "hooks is not an object"],
    ["an event that is no list", '{ "hooks": { "Stop": {} } }', "hooks.Stop is not a list"],
  ])("with %s is not touched", (_name, given, message) => {
    expect(() => register(given, ["Stop"], command, 60, file("codex"))).toThrow(message);
  });
});
