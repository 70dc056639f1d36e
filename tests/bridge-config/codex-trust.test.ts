import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bridgeOf } from "../../src/hosts/index.js";
import { hooksOf, layOut, problemsOf, readIn } from "./disk.js";

const user = "home/.codex/hooks.json";
const settings = "home/.codex/config.toml";
const project = "project/.codex/hooks.json";

function stop(command: string, more: object = {}): object {
  return { hooks: { Stop: [{ hooks: [{ type: "command", command, ...more }] }] } };
}

/** The lines that approve the hooks of a file with this command, as Codex would write them. */
function approvals(path: string, command: string, text = readFileSync(path, "utf8")): string {
  const sha256 = (plain: string): string => createHash("sha256").update(plain).digest("hex");
  const { nextSteps } = bridgeOf("codex")?.install ?? {};
  const [, , ...lines] = nextSteps?.({ path, text, commands: new Set([command]), sha256 }) ?? [];
  return `${lines.join("\n")}\n`;
}

const trust = (folder: string, level = "trusted"): string =>
  `[projects.${JSON.stringify(folder)}]\ntrust_level = "${level}"\n`;

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const why = "nobody has approved it in Codex";

test("a hook that nobody has approved does not run; reported once for a file", () => {
  const two = { type: "command", command: "a" };
  const folder = layOut({ [user]: { hooks: { Stop: [{ hooks: [two, two] }] } } });
  const config = readIn(folder, "codex");
  expect(hooksOf(config)).toEqual([`user:Stop:0.0 - ${why}`, `user:Stop:0.1 - ${why}`]);
  expect(config.problems.map(({ code, lost, line }) => [code, lost, line])).toEqual([
    ["host-config-ignored", "2 hooks", 6],
  ]);
});

const rows: readonly [
  name: string,
  more: object,
  change: (lines: string) => string,
  why: string | null,
][] = [
  ["as it is", {}, (lines) => lines, null],
  [
    "with everything that counts",
    { timeout: 5, async: true, statusMessage: "s", additionalContextLimit: 9, unknown: 1 },
    (lines) => lines,
    null,
  ],
  [
    "with another hash",
    {},
    (lines) => lines.replace(/[0-9a-f]{64}/, "0".repeat(64)),
    "it has changed since it was approved in Codex",
  ],
  ["but turned off", {}, (lines) => lines.replace("true", "false"), "the user has turned it off"],
  ["without a hash", {}, (lines) => lines.replace(/trusted_hash.*/, ""), why],
  [
    "with a hash that is no text",
    {},
    (lines) => lines.replace(/trusted_hash.*/, "trusted_hash = 5"),
    why,
  ],
  ["for another place", {}, (lines) => lines.replace(":0:0", ":0:1"), why],
];

test.each(rows)("a hook approved %s", (_name, more, change, reason) => {
  const folder = layOut({ [user]: stop("a", more) });
  write(folder, settings, change(approvals(join(folder, user), "a")));
  const { hooks } = readIn(folder, "codex");
  expect(hooks.map(({ ignored }) => ignored ?? null)).toEqual([reason]);
});

test("hooks in TOML are approved in the same way, and next to broken ones approvals still count", () => {
  const folder = layOut({ [user]: stop("a") });
  const toml = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "b"\n';
  const own = approvals(join(folder, settings), "b", JSON.stringify(stop("b")));
  const lines = approvals(join(folder, user), "a");
  write(folder, settings, `${toml}${own}${lines}`);
  expect(hooksOf(readIn(folder, "codex"))).toEqual(["user:Stop:0.0", "user/config.toml:Stop:0.0"]);
  write(folder, settings, `[hooks]\nStop = 5\n${lines}`);
  expect(hooksOf(readIn(folder, "codex"))).toEqual(["user:Stop:0.0"]);
  write(folder, settings, "[hooks]\nStop = 5\n");
  expect(hooksOf(readIn(folder, "codex"))).toEqual([`user:Stop:0.0 - ${why}`]);
});

test("approvals of a project's own file do not count", () => {
  const folder = layOut({ [project]: stop("a") });
  write(folder, settings, trust(join(folder, "project")));
  write(folder, "project/.codex/config.toml", approvals(join(folder, project), "a"));
  expect(hooksOf(readIn(folder, "codex"))).toEqual([`project:Stop:0.0 - ${why}`]);
});

test("on Windows the command for Windows is what was approved", () => {
  const folder = layOut({ [user]: stop("sh", { commandWindows: "cmd" }) });
  const text = JSON.stringify(stop("cmd"));
  write(folder, settings, approvals(join(folder, user), "cmd", text));
  const seen = (["win32", "linux"] as const).map((platform) =>
    readIn(folder, "codex", { platform }).hooks.map(({ ignored }) => ignored ?? null),
  );
  expect(seen).toEqual([[null], ["it has changed since it was approved in Codex"]]);
});

test("CODEX_HOME moves the user's folder", () => {
  const folder = layOut({ "elsewhere/hooks.json": stop("a") });
  const env = { CODEX_HOME: join(folder, "elsewhere") };
  expect(hooksOf(readIn(folder, "codex", { env }))).toEqual([`user:Stop:0.0 - ${why}`]);
  expect(hooksOf(readIn(folder, "codex", { env: { CODEX_HOME: "" } }))).toEqual([]);
});

test("where it cannot be known what was approved, that is reported and nothing is set aside", () => {
  const folder = layOut({ [user]: stop("a"), [settings]: "no toml" });
  const config = readIn(folder, "codex");
  expect(hooksOf(config)).toEqual(["user:Stop:0.0"]);
  expect(problemsOf(config)).toEqual([
    expect.stringContaining("host-config-dropped :1 Invalid TOML document"),
    "host-config-unread hooks.state:null which hooks the user has approved",
  ]);
});

test("of a tool of MCP it is not known who has approved it", () => {
  const folder = layOut({
    [user]: { hooks: { Stop: [{ hooks: [{ type: "mcp_tool", server: "s", tool: "t" }] }] } },
  });
  const config = readIn(folder, "codex");
  expect(hooksOf(config)).toEqual(["user:Stop:0.0"]);
  expect(config.problems.map(({ code, severity }) => [code, severity])).toEqual([
    ["host-config-unread", "info"],
  ]);
});

test("where only managed hooks are allowed, approvals do not help", () => {
  const folder = layOut({
    [user]: stop("a"),
    "root/etc/codex/hooks.json": stop("b"),
    "root/etc/codex/requirements.toml": "allow_managed_hooks_only = true\n",
  });
  write(folder, settings, approvals(join(folder, user), "a"));
  const config = readIn(folder, "codex");
  expect(hooksOf(config)).toEqual([
    "system:Stop:0.0",
    "user:Stop:0.0 - allow_managed_hooks_only: true turns it off",
  ]);
  expect(problemsOf(config)).toEqual([
    "host-config-ignored allow_managed_hooks_only:1 allow_managed_hooks_only: true",
  ]);
});

test("the same switch in the user's file does nothing", () => {
  const folder = layOut({ [user]: stop("a") });
  const lines = approvals(join(folder, user), "a");
  write(folder, settings, `allow_managed_hooks_only = true\n${lines}`);
  expect(hooksOf(readIn(folder, "codex"))).toEqual(["user:Stop:0.0"]);
});

const untrusted = "the project is not trusted in the user's config.toml";
const levels: readonly [name: string, lines: (folder: string) => string, ignored: string][] = [
  ["nobody has said", () => "", untrusted],
  ["trusted", (folder) => trust(join(folder, "project")), why],
  ["untrusted", (folder) => trust(join(folder, "project"), "untrusted"), untrusted],
  ["trusted in another place", (folder) => trust(join(folder, "home")), untrusted],
  [
    "a level that is no text",
    (folder) => `[projects.${JSON.stringify(join(folder, "project"))}]\ntrust_level = true\n`,
    untrusted,
  ],
];

test.each(levels)("of a project: %s", (_name, lines, ignored) => {
  const folder = layOut({ [project]: stop("a") });
  write(folder, settings, lines(folder));
  expect(hooksOf(readIn(folder, "codex"))).toEqual([`project:Stop:0.0 - ${ignored}`]);
});

test("folders from the root of the repository down to the project's bring hooks; the nearest word on trust counts", () => {
  const folder = layOut({
    "outside/.codex/hooks.json": stop("no"),
    "outside/repo/.git/HEAD": "",
    "outside/repo/.codex/hooks.json": stop("a"),
    "outside/repo/one/.codex/config.toml": "",
    "outside/repo/one/two/x": "",
    "outside/repo/one/two/.codex/hooks.json": stop("c"),
  });
  const root = join(folder, "outside/repo");
  const two = join(root, "one/two");
  const read = (): readonly string[] => hooksOf(readIn(folder, "codex", { projectDir: two }));
  write(
    folder,
    settings,
    trust(root) +
      approvals(join(root, ".codex/hooks.json"), "a") +
      approvals(join(two, ".codex/hooks.json"), "c"),
  );
  expect(read()).toEqual(["project:Stop:0.0", "project/one/two:Stop:0.0"]);
  write(folder, settings, trust(root) + trust(two, "untrusted"));
  expect(read()).toEqual([`project:Stop:0.0 - ${why}`, `project/one/two:Stop:0.0 - ${untrusted}`]);
});

test("a linked worktree has the hooks of the main checkout, not its own", () => {
  const folder = layOut({
    "main/.git/worktrees/w/HEAD": "",
    "main/.codex/hooks.json": stop("main"),
    "project/.codex/hooks.json": stop("own"),
  });
  writeFileSync(join(folder, "project/.git"), `gitdir: ${folder}/main/.git/worktrees/w\n`);
  write(
    folder,
    settings,
    trust(join(folder, "main")) + approvals(join(folder, "main/.codex/hooks.json"), "main"),
  );
  const { hooks } = readIn(folder, "codex");
  expect(hooks.map(({ command, ignored }) => [command, ignored])).toEqual([["main", undefined]]);
});

test("a project reached by a link is trusted by its real name", () => {
  const folder = layOut({ [project]: stop("a") });
  symlinkSync(join(folder, "project"), join(folder, "link"));
  write(folder, settings, trust(join(folder, "project")));
  const config = readIn(folder, "codex", { projectDir: join(folder, "link") });
  expect(hooksOf(config)).toEqual([`project:Stop:0.0 - ${why}`]);
});

test("the user's folder is no project's, where the project is the home folder", () => {
  const folder = layOut({ [user]: stop("a") });
  const config = readIn(folder, "codex", { projectDir: join(folder, "home") });
  expect(hooksOf(config)).toEqual([`user:Stop:0.0 - ${why}`]);
  expect(existsSync(join(folder, settings))).toBe(false);
});

test("five thousand hooks that were approved are found in time", () => {
  const hooks = Array.from({ length: 5000 }, () => ({ type: "command", command: "a" }));
  const folder = layOut({ [user]: { hooks: { Stop: [{ hooks }] } } });
  const hash = /sha256:\w+/.exec(approvals("x", "a", JSON.stringify(stop("a"))))?.[0];
  const lines = hooks.map(
    (_, at) => `"${join(folder, user)}:stop:0:${at}" = { trusted_hash = "${hash}" }`,
  );
  write(folder, settings, `[hooks.state]\n${lines.join("\n")}\n`);
  expect(readIn(folder, "codex").hooks.filter(({ ignored }) => ignored !== undefined)).toEqual([]);
}, 20_000);

test("files that are not there are listed: of the project's folder alone, not of those above", () => {
  const folder = layOut({ "project/.git/HEAD": "", "project/sub/x": "" });
  const { files } = readIn(folder, "codex", { projectDir: join(folder, "project/sub") });
  const names = files.map(({ path, state }) => `${path.slice(folder.length + 1)} ${state}`);
  expect(names).toEqual([
    "root/etc/codex/requirements.toml missing",
    "root/etc/codex/hooks.json missing",
    "root/etc/codex/config.toml missing",
    "home/.codex/hooks.json missing",
    "home/.codex/config.toml missing",
    "project/sub/.codex/hooks.json missing",
    "project/sub/.codex/config.toml missing",
  ]);
});
