import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bridgeOf } from "../../src/hosts/index.js";
import { configuredHosts } from "../../src/hosts/settings.js";
import { group, hooksOf, layOut, problemsOf, read, readIn } from "./disk.js";

/** The file in which the bridge registers; but of Codex the administrator's, of which nothing has to be approved. */
const fileOf = (host: string): string =>
  host === "codex" ? "root/etc/codex/hooks.json" : `project/${bridgeOf(host)?.install.path}`;

const stateOf = (host: string, content: string | Uint8Array): string => {
  const { files: all } = read(host, { [fileOf(host)]: content });
  const file = all.find(({ path }) => path.endsWith(fileOf(host)));
  return `${file?.state}: ${file?.why}`;
};

const texts: readonly [name: string, content: string | Uint8Array, state: string | RegExp][] = [
  ["a file larger than a MiB", `"${"x".repeat(1024 * 1024)}"`, "unreadable: more than 1 MiB"],
  ["a NUL", '{"hooks":{"\0":[]}}', /^invalid/],
  ["NULs alone", "\0".repeat(100), /^invalid/],
  ["UTF-16", Buffer.from("\uFEFF{}", "utf16le"), /^invalid/],
  ["nothing", "", /^invalid/],
  ["a list", "[]", "invalid: a list"],
  ["a hundred thousand brackets", "[".repeat(100_000), /^invalid/],
  [
    "a hundred thousand pairs of brackets",
    `${"[".repeat(1e5)}${"]".repeat(1e5)}`,
    /^(unreadable|invalid)/,
  ],
  ["one open text", `{"${"\\".repeat(9999)}`, /^invalid/],
  ["many comments", "//\n".repeat(100_000), /^invalid/],
];

test.each(texts)("%s is a state of the file for every host", (_name, content, state) => {
  for (const host of configuredHosts) expect(stateOf(host, content)).toMatch(state);
});

test("a file of a MiB is read", () => {
  const text = JSON.stringify({ version: 1, hooks: {} });
  for (const host of ["claude-code", "gemini", "wave", "cursor"] as const)
    expect(stateOf(host, text.padEnd(1024 * 1024, " "))).toBe("read: undefined");
});

test("values nested too deep spoil only what they are in", () => {
  const deep = "[".repeat(100) + "]".repeat(100);
  const entry = `{"type":"mcp_tool","server":"s","tool":"t","input":${deep}}`;
  const config = read("claude-code", {
    [fileOf("claude-code")]: `{"deep":${deep},"hooks":{"PreToolUse":[{"hooks":[${entry}]}]}}`,
  });
  expect(hooksOf(config)).toEqual(["project:PreToolUse:0.0"]);
});

test("a mark of byte order is reported where nobody has looked, and breaks Codex's file", () => {
  const states = configuredHosts.map((host) => stateOf(host, '\uFEFF{"version":1,"hooks":{}}'));
  expect(states).toEqual(
    configuredHosts.map((host) =>
      host === "codex" ? "invalid: a byte order mark" : "read: undefined",
    ),
  );
  const reported = read("gemini", { [fileOf("gemini")]: '\uFEFF{"hooks":{}}' });
  expect(problemsOf(reported)).toEqual(["host-config-unread :1 a byte order mark"]);
});

test("bytes that are not UTF-8 do not hide hooks", () => {
  const text = JSON.stringify({ hooks: { Stop: [group("a\u00ff")] } });
  const config = read("claude-code", { [fileOf("claude-code")]: Buffer.from(text, "latin1") });
  expect(config.hooks.map(({ command }) => command)).toEqual(["a\uFFFD"]);
  expect(problemsOf(config)).toEqual(["host-config-unread :1 bytes that are not UTF-8"]);
});

test("of a key that appears twice the last counts, inside a hook as well", () => {
  const entry = '{"type":"command","command":"first","command":"last"}';
  const text = `{"version":1,"hooks":{"stop":[],\n"stop":[${entry}]}}`;
  const config = read("cursor", { [fileOf("cursor")]: text });
  expect(config.hooks.map(({ command }) => command)).toEqual(["last"]);
  expect(problemsOf(config)).toEqual([
    'host-config-replaced hooks.stop:2 "stop" twice',
    'host-config-replaced hooks.stop[0].command:2 "command" twice',
  ]);
});

test("no key reaches a prototype", () => {
  const hook = '{"type":"command","command":"a","__proto__":{"async":true},"constructor":1}';
  const text = `{"__proto__":{"disableAllHooks":true},"hooks":{"__proto__":[{"hooks":[${hook}]}],
"constructor":[{"hooks":[${hook}]}],"toString":{},"Stop":[{"hooks":[${hook}]}]}}`;
  const config = read("claude-code", { [fileOf("claude-code")]: text });
  expect(hooksOf(config)).toEqual([
    "project:__proto__:0.0 - the event is skipped: hooks.__proto__: __proto__",
    "project:constructor:0.0 - the event is skipped: hooks.constructor: constructor",
    "project:Stop:0.0",
  ]);
  expect(config.hooks.map(({ async }) => async)).toEqual([undefined, undefined, undefined]);
  const typed = `{"hooks":{"Stop":[{"hooks":[{"type":"toString","command":"a"}]}]}}`;
  expect(read("gemini", { [fileOf("gemini")]: typed }).hooks.every(({ ignored }) => ignored)).toBe(
    true,
  );
});

test("a folder, a pipe and a device are not read, and nobody waits for them", () => {
  const folder = layOut({ "project/.claude/x": "", "home/.claude/x": "" });
  mkdirSync(join(folder, "home/.claude/settings.json"));
  execFileSync("mkfifo", [join(folder, "project/.claude/settings.json")]);
  symlinkSync("/dev/zero", join(folder, "project/.claude/settings.local.json"));
  const { files: all } = readIn(folder, "claude-code");
  expect(all.slice(0, 3).map(({ state, why }) => `${state}: ${why}`)).toEqual(
    Array.from({ length: 3 }, () => "unreadable: no regular file"),
  );
});

test("links in a circle and a file in place of a folder are states too", () => {
  const folder = layOut({ "project/.claude/x": "", "home/.claude": "a file" });
  symlinkSync("settings.json", join(folder, "project/.claude/settings.json"));
  const { files: all } = readIn(folder, "claude-code");
  expect(all.slice(0, 2).map(({ state, why }) => `${state}: ${why}`)).toEqual([
    "missing: undefined",
    "unreadable: ELOOP",
  ]);
});

test("a file that says it is empty is read to its end, and no further than the limit", () => {
  const folder = layOut({ "project/.claude/x": "" });
  symlinkSync("/proc/self/status", join(folder, "project/.claude/settings.json"));
  const { files: all } = readIn(folder, "claude-code");
  expect(all[1]?.state).toBe("invalid");
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read is reported", () => {
  const folder = layOut({ [fileOf("claude-code")]: "{}" });
  chmodSync(join(folder, fileOf("claude-code")), 0o000);
  const config = readIn(folder, "claude-code");
  expect(problemsOf(config)).toEqual(["settings-unreadable :null EACCES"]);
});

test("ten thousand mistakes are a bounded list", () => {
  const hooks = Array.from({ length: 10_000 }, () => ({ type: "x" }));
  const config = read("claude-code", { [fileOf("claude-code")]: { hooks: { Stop: [{ hooks }] } } });
  expect(config.hooks.length).toBe(10_000);
  expect(config.problems.length).toBe(200);
  expect(config.problems.at(-1)?.found).toBe("and 9801 more");
});

test("a file full of dear patterns and names is read in time", () => {
  const costly = ["a{1000}".repeat(100), "\\pL".repeat(200), "(?i)x{0,1000}".repeat(50)];
  const groups = Array.from({ length: 900 }, (_, index) =>
    group("a", {}, `${costly[index % 3]}${index}`),
  );
  const disabled = Array.from({ length: 90_000 }, (_, index) => `${index}`);
  const { hooks } = read("codex", { [fileOf("codex")]: { hooks: { PreToolUse: groups } } });
  expect(hooks.every(({ ignored }) => ignored === undefined)).toBe(true);
  const gemini = { hooksConfig: { disabled }, hooks: { BeforeTool: [group("5")] } };
  expect(hooksOf(read("gemini", { [fileOf("gemini")]: JSON.stringify(gemini) }))).toEqual([
    "project:BeforeTool:0.0 - hooksConfig.disabled turns it off",
  ]);
}, 20_000);

test("ten thousand copies and an endless matcher end", () => {
  const hooks = Array.from({ length: 5000 }, () => ({ type: "command", command: "a" }));
  const matcher = "(a{1000}){1000}".repeat(100);
  for (const host of configuredHosts) {
    const event = host === "gemini" ? "BeforeTool" : "PreToolUse";
    const groups = [{ hooks }, { matcher, hooks: [{ type: "command", command: "b" }] }];
    const config = read(host, { [fileOf(host)]: { hooks: { [event]: groups } } });
    const isGrouped = host !== "cursor";
    expect(config.hooks.length).toBe(isGrouped ? 5001 : 2);
  }
});
