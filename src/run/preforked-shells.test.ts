import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProcessResult, ProcessSpec } from "./process-spec.js";
import { runProcess, startProcess } from "./run-process.js";
import { PreforkedShells } from "./preforked-shells.js";
import { temporaryFolder } from "../../tests/workspace.js";

const never = new AbortController().signal;
let folder: string;
let shells: PreforkedShells;
beforeEach(() => {
  folder = temporaryFolder();
  shells = new PreforkedShells();
});
afterEach(() => {
  // Nothing fits a folder that is gone: every preforked shell ends.
  prepare(0);
});

/** What all hooks get. */
const shared = { PATH: process.env["PATH"] ?? "", KEPT: "kept", CHANGED: "before" };

function prepare(wanted: number, cwd = folder): void {
  shells.prepare(cwd, shared, wanted);
}

function specOf(command: string, given: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    runId: "r1",
    file: "/bin/sh",
    args: ["-c", command],
    cwd: folder,
    env: {},
    stdin: "the payload\n",
    timeoutMs: 240_000,
    outputBytes: 100_000,
    ...given,
  };
}

const said = ({ ending, stdout, stderr }: ProcessResult): object => ({
  ending,
  stdout: Buffer.from(stdout).toString(),
  stderr: Buffer.from(stderr).toString(),
});

/** The usual way: a process that gets what all hooks get, and its own. */
function startUsual(spec: ProcessSpec): ReturnType<typeof startProcess> {
  return startProcess({ ...spec, env: { ...shared, ...spec.env } });
}

/** The same spec in a shell started ahead and in one started the usual way. */
async function both(spec: ProcessSpec): Promise<{ preforked: object; usual: object }> {
  prepare(1);
  let taken = false;
  const start = (wanted: ProcessSpec): ReturnType<typeof startProcess> => {
    const child = shells.take(wanted);
    taken = child !== null;
    return child ?? startUsual(wanted);
  };
  const preforked = said(await runProcess(spec, never, { start }));
  expect(taken).toBe(true);
  return { preforked, usual: said(await runProcess(spec, never, { start: startUsual })) };
}

const variables = {
  CHANGED: `it's "after" $HOME \`id\` \\n *`,
  NEW: "new",
  EMPTY: "",
};

describe("a shell started ahead does what one started the usual way does", () => {
  test.each([
    ["environment, descriptors and folder", "env | sort; ls /proc/self/fd | wc -l; pwd"],
    ["its name and arguments", 'echo "$0 $# $-"'],
    ["quotes", `printf '%s|' "a'b" 'c"d' \\$HOME; printf '%s' "\\\\"`],
    ["standard input", "cat; read -r more || echo end"],
    ["exit code and error output", "echo no >&2; exit 2"],
    ["a signal to itself", 'sh -c "kill -9 $$"; echo not here'],
    ["a missing program", "./not-there"],
    ["a syntax error", "if then"],
    ["a text that is not ASCII", "echo 'grüße ✓ \u2028'"],
    ["nothing", ""],
    ["what the shell does itself", "true"],
    ["a text that it prints", `echo '{"decision": "block"}' "a $NEW b" \${NEW}`],
    ["a text that it prints, by quotes", `printf '%s|%s' "$CHANGED" "\${EMPTY}"`],
    ["a format that is none", "printf %d x"],
    ["an exit code", "exit 2"],
    ["an exit code that is none", "exit x"],
    ["a value of the shell's own", 'echo "$PWD" "$LINENO" "$OPTIND" "$PPID"'],
    ["the last word before", 'echo "$_"'],
    ["a program by its path", "/usr/bin/env KEPT=more ./script a"],
    ["a script", './script a \'b c\' "$CHANGED" "d$NEW.e"'],
    ["a script by a variable", '"$HERE"/script a'],
    ["a script that does not say who reads it", "./plain a 'b c'"],
    ["a script that may not be run", "./not-runnable a"],
    ["a script of nobody", "./strange"],
    ["a program in a variable that is empty", '"$EMPTY"/not-there'],
    ["a folder", "./folder a"],
    ["a path with a variable before it", "NEW=other/path ./script a"],
    ["a path that is an assignment", "A=./script"],
    ["a home folder", "~/not-there a"],
    ["a pattern", "./scr*t a"],
    ["two programs", "./script a; ./script b"],
    ["output to a file", "./script a >out; cat out"],
    ["a script that is killed", "./killed"],
    ["a program of the search path", "env KEPT=more ./script a"],
    ["a program that is nowhere", "not-there-at-all a"],
    ["a name in quotes", '"./script" a'],
    ["a word that is a keyword", "if a"],
    ["a keyword in quotes", '"if" a'],
    ["what changes the shell", "set -- a"],
    ["arguments that are not there", "shift"],
    ["arguments of the shell", 'echo "$1" "$#" "$@"'],
    ["a test", "[ -f ./script ]"],
    ["a test that fails", "test -f ./not-there"],
    ["a program named by a variable", '"$NEW" a'],
    ["a keyword named by a variable", '"$EMPTY" a'],
    ["a number before", "3 a"],
    ["what changes the shell, in quotes", '"shift"'],
    ["what changes the shell, by a variable", '"$SHIFT"'],
    ["what changes the shell, in part by a variable", 'shi"$FT"'],
  ])("%s", async (_, command) => {
    const has = (name: string, text: string, mode = 0o755): void =>
      writeFileSync(join(folder, name), text, { mode });
    has("script", `#!/bin/sh\nprintf '%s|' "$0" "$@"; env | sort; ls /proc/self/fd | wc -l; cat\n`);
    has("plain", `printf '%s|' "$0" "$@"; env | sort; cat\n`);
    has("not-runnable", "", 0o644);
    has("killed", "#!/bin/sh\nkill -9 $$\n");
    has("strange", "#!/not/there\n");
    mkdirSync(join(folder, "folder"));
    const env = { ...variables, HERE: folder, SHIFT: "shift", FT: "ft" };
    const { preforked, usual } = await both(specOf(command, { env }));
    expect(preforked).toEqual(usual);
  });

  test("without a variable of its own", async () => {
    const { preforked, usual } = await both(specOf("env | sort"));
    expect(preforked).toEqual(usual);
  });
});

describe("it is not used where it would not be the same", () => {
  test.each<[string, Partial<ProcessSpec>]>([
    ["another shell", { file: "/bin/bash" }],
    ["no shell", { args: ["script.sh"] }],
    ["a command of several lines", { args: ["-c", "true\ntrue"] }],
    ["a long command", { args: ["-c", `: ${"x".repeat(2000)}`] }],
    ["a variable that a shell cannot set", { env: { "A-B": "c" } }],
    ["a variable that shells guard", { env: { UID: "7" } }],
    ["another folder", { cwd: tmpdir() }],
    ["a folder that is not there", { cwd: "/not/there" }],
    ["a long variable", { env: { LONG: "x".repeat(2000) } }],
  ])("%s", (_, given) => {
    prepare(1);
    expect(shells.take(specOf("true", given))).toBeNull();
    expect(shells.take(specOf("true"))).not.toBeNull();
  });

  test("an environment at the limits of the system", () => {
    shells.prepare(folder, { ...shared, LONG: "x".repeat(70_000) }, 1);
    expect(shells.take(specOf("true"))).toBeNull();
  });

  test("a folder that was made anew under the same name", () => {
    prepare(1);
    rmSync(folder, { recursive: true });
    // Takes the place on the disk that has become free.
    temporaryFolder();
    mkdirSync(folder);
    expect(shells.take(specOf("true"))).toBeNull();
  });

  test("one that has died", async () => {
    prepare(1);
    const first = shells.take(specOf("sleep 30"));
    expect(first).not.toBeNull();
    // With the program that it has started.
    process.kill(-(first?.pid ?? 0), "SIGKILL");
    prepare(2);
    const [one, other] = [shells.take(specOf("true")), shells.take(specOf("true"))];
    expect([one === null, other === null, shells.take(specOf("true"))]).toEqual([
      false,
      false,
      null,
    ]);
  });
});

/** Children of this process that wait for an order. */
function waiting(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    .split(" ")
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("SNAPHOOK_ORDER");
      } catch {
        return false;
      }
    });
}

test("there are never more than four, and those that are not needed end", async () => {
  // Shells of the test before may still be ending.
  const others = new Set(waiting());
  const own = (): string[] => waiting().filter((pid) => !others.has(pid));
  prepare(100);
  expect(own()).toHaveLength(4);
  prepare(1, tmpdir());
  for (let tries = 0; own().length > 1 && tries < 10_000; tries++)
    await new Promise((wake) => setTimeout(wake, 10));
  expect(own()).toHaveLength(1);
  prepare(0);
});
