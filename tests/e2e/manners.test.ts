import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

const commands =
  snaphook(["--help"])
    .stdout.split("\n\n")[2]
    ?.match(/^ {2}\w+/gm)
    ?.map((name) => name.trim()) ?? [];

test("every command has the same help by -h, --help and help, folded at words from 40 columns on", () => {
  expect(commands).toContain("init");
  for (const name of commands) {
    const { status, stdout } = snaphook([name, "-h"], { columns: 40 });
    expect({ name, status }).toEqual({ name, status: 0 });
    expect(snaphook(["help", name], { columns: 40 }).stdout).toBe(stdout);
    const wide = stdout
      .split("\n")
      .filter((line) => line.length > 40 && /\S +\S/.test(line.trim()));
    expect({
      name,
      wide: wide.filter((line) => !line.includes("'") && !line.includes("--")),
    }).toEqual({
      name,
      wide: [],
    });
  }
}, 120_000);

const everyday: readonly (readonly string[])[] = [
  ["run", "PreToolUse", "--tool", "Bash", "--dry-run"],
  ["run", "PreToolUse", "--tool", "Bash", "--input", "command=ls -la a-folder"],
  ["run", "PreToolUs"],
  ["why", "a-guard-with-a-name"],
  ["why", "nobody-has-this-name"],
  ["trust"],
  ["trust", "review"],
  ["doctor"],
  ["test"],
  ["replay"],
  ["record"],
  ["trace", "stats"],
  ["permissions"],
  ["explain", "PreToolUse", "--exit", "2", "--hosts"],
  ["policy", "status"],
  ["approvals"],
  ["serve", "status"],
  ["agent", "-p", "hello"],
];

test("what commands say to people is broken at words, on stdout and on stderr", () => {
  const cwd = temporaryFolder();
  const script = "test -z no || exit 0";
  const hook = { type: "command", command: script, name: "a-guard-with-a-name" };
  const hooks = { PreToolUse: [{ matcher: "Bash|Write", hooks: [hook] }] };
  mkdirSync(join(cwd, ".snaphook"));
  writeFileSync(join(cwd, ".snaphook/settings.json"), JSON.stringify({ hooks }));
  snaphook(["trust", "approve", "--all"], { cwd });
  const wide = everyday.flatMap((args) => {
    const { stdout, stderr } = snaphook(args, { cwd, columns: 50 });
    const rows = `${stdout}${stderr}`.split("\n");
    expect([args, rows.length > 1]).toEqual([args, true]);
    // A row of one long word, after its label, cannot be broken.
    return rows.filter((row) => row.length > 50 && /\S \S+ \S/.test(row.trim()));
  });
  expect(wide).toEqual([]);
});

test("the name alone says what this folder's hooks are, and what to try with them", () => {
  const cwd = temporaryFolder();
  const said = (): string[] => {
    const { status, stdout } = snaphook([], { cwd });
    const [, state = "", tries = ""] = stdout.split("\n\n");
    return [String(status), state, tries.includes("snaphook init") ? "init" : "doctor"];
  };
  expect(said()).toEqual(["0", "No hooks in this folder yet.", "init"]);
  mkdirSync(join(cwd, ".claude"));
  const settings = join(cwd, ".claude/settings.json");
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(settings, JSON.stringify({ hooks }));
  const found = "Hooks in this folder: 1 (.claude/settings.json), ";
  expect(said()).toEqual(["0", `${found}1 not approved: snaphook trust review`, "doctor"]);
  snaphook(["trust", "approve", "--all"], { cwd });
  expect(said()).toEqual(["0", `${found}all approved.`, "doctor"]);
  writeFileSync(settings, "{");
  expect(said()[1]).toBe("Settings in this folder cannot be read; see snaphook doctor");
});

test.each([
  [["rum"], 'unknown command "rum"; did you mean run?'],
  [["help", "rum"], 'unknown command "rum"; did you mean run?'],
  [["schema", "setings"], 'no schema "setings"; did you mean settings?'],
  [["completion", "tcsh"], "which shell? Give one of bash, zsh, fish"],
  [["run", "PreToolUs"], 'unknown event "PreToolUs"; did you mean PreToolUse?'],
])("%j is an error with what was meant", (args, message) => {
  const { status, stderr } = snaphook(args);
  expect([status, stderr]).toEqual([2, `snaphook: ${message}\n`]);
});

test("schema prints the files of the package", () => {
  for (const [name, file] of [
    ["settings", "settings"],
    ["payload PreToolUse", "payload/PreToolUse"],
    ["answer wave PreToolUse", "answer/wave.PreToolUse"],
  ] as const)
    expect(snaphook(["schema", ...name.split(" ")]).stdout).toBe(
      readFileSync(`schemas/${file}.schema.json`, "utf8"),
    );
  expect(snaphook(["schema"]).stdout.split("\n")).toContain("payload Stop");
});

/** What bash offers behind these words. */
function offered(script: string, words: readonly string[]): string[] {
  const line = `eval "$SCRIPT"; COMP_WORDS=(snaphook "$@"); COMP_CWORD=$#; _snaphook; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync("bash", ["--norc", "-c", line, "bash", ...words], {
    env: { ...process.env, SCRIPT: script },
    encoding: "utf8",
  });
  return stdout.trim().split("\n");
}

test("bash completes commands, events, subcommands, options and their values", () => {
  const script = snaphook(["completion", "bash"]).stdout;
  expect(offered(script, ["ex"])).toEqual(["explain"]);
  expect(offered(script, ["run", "PreT"])).toEqual(["PreToolUse"]);
  expect(offered(script, ["trust", "re"])).toEqual(["review", "revoke"]);
  expect(offered(script, ["init", "--l"])).toEqual(["--language"]);
  expect(offered(script, ["init", "--host", "cu"])).toEqual(["cursor"]);
  expect(offered(script, ["explain", "PreToolUse", "--payload", "package.j"])).toEqual([
    "package.json",
  ]);
});

test.each([
  ["zsh", ["-f", "-n"], ""],
  ["fish", ["--no-config", "-c", `source $argv[1]; complete -C "snaphook expl"`], "explain"],
])("%s understands its script, where it is installed", (shell, args, offers) => {
  const folder = temporaryFolder();
  const file = join(folder, "script");
  writeFileSync(file, snaphook(["completion", shell]).stdout);
  const { status, stdout, error } = spawnSync(shell, [...args, file], {
    env: { ...process.env, HOME: folder },
    encoding: "utf8",
  });
  if (error === undefined) expect([status, stdout.split("\t")[0]]).toEqual([0, offers]);
});

test("what the system refuses is named as that, not as a fault of Snaphook", () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  const { status, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", "record", "on"], {
    env: { ...process.env, SNAPHOOK_HOME: join(file, "home") },
    encoding: "utf8",
    timeout: 200_000,
  });
  expect([status, stderr]).toEqual([
    2,
    `snaphook: ENOTDIR: not a directory, mkdir '${join(file, "home")}'\n`,
  ]);
});
