import { spawn, type ChildProcess } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { basename } from "node:path";
import type { ProcessSpec } from "./process-spec.js";
import { signalTo } from "./signal-to.js";

/** The shell that can be started ahead. Another one, or a program without a shell, is started when it is due. */
const SHELL = "/bin/sh";
/** A shell reads its orders byte by byte; a long one costs more than the fork that it saves. */
const LONGEST_ORDER = 1500;
/** Far from what a system takes as arguments and environment, so that starting cannot fail for its size. */
const MOST_ENVIRONMENT = 65_536;
const MOST_SPARES = 4;

/**
 * It waits for the command that it will run. When nobody is left who could send one, it ends.
 * The order has it become the hook's own shell, of which nothing of this one is left, or sets the words of the one command
 * that it runs then.
 */
const script = 'IFS= read -r SNAPHOOK_ORDER <&3 || exit 0; eval "$SNAPHOOK_ORDER"; "$@"';

interface Spare {
  readonly child: ChildProcess;
  readonly folder: string;
}

/**
 * Shells forked before they are needed: the fork of a Node process is the longest part of starting a hook. They have the
 * variables that all hooks share and know nothing of the hook yet; which command, and with which more variables, is said at
 * the start.
 */
export class PreforkedShells {
  private waiting: Spare[] = [];

  /**
   * A shell that has become the hook of this spec, whose variables are those that it has in addition to the shared ones, or null:
   * then it must be started the usual way.
   */
  take(spec: ProcessSpec): ChildProcess | null {
    const order = orderOf(spec);
    if (order === null) return null;
    const folder = folderOf(spec.cwd);
    const index = this.waiting.findIndex((shell) => isAlive(shell) && shell.folder === folder);
    const shell = this.waiting[index];
    if (folder === null || shell === undefined) return null;
    this.waiting.splice(index, 1);
    const gate = shell.child.stdio[3];
    if (!(gate instanceof Socket)) return null;
    gate.end(`${order}\n`);
    wake(shell);
    return shell.child;
  }

  /** Has as many ready in a folder, with the variables that all hooks share. Those elsewhere end. */
  prepare(cwd: string, env: Readonly<Record<string, string>>, wanted: number): void {
    if (sizeOf(env) > MOST_ENVIRONMENT) return;
    const folder = folderOf(cwd);
    const [fit, rest] = [true, false].map((is) =>
      this.waiting.filter((shell) => (isAlive(shell) && shell.folder === folder) === is),
    ) as [Spare[], Spare[]];
    for (const spare of rest) letGo(spare);
    this.waiting = fit;
    if (folder === null) return;
    while (this.waiting.length < Math.min(wanted, MOST_SPARES)) {
      const child = start(cwd, env);
      if (child === null) return;
      this.waiting.push({ child, folder });
    }
  }

  /** Lets all go. */
  close(): void {
    for (const spare of this.waiting.splice(0)) letGo(spare);
  }
}

function letGo(spare: Spare): void {
  spare.child.stdio[3]?.destroy();
  wake(spare);
}

/** A hook may have stopped it. */
function wake(spare: Spare): void {
  if (isAlive(spare) && spare.child.pid !== undefined) signalTo(spare.child.pid, "SIGCONT");
}

function start(cwd: string, env: Readonly<Record<string, string>>): ChildProcess | null {
  try {
    const child = spawn(SHELL, ["-c", script], {
      cwd,
      env: { ...env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    child.on("error", () => {});
    child.stdio[3]?.on("error", () => {});
    return child.pid === undefined ? null : child;
  } catch {
    return null;
  }
}

function sizeOf(env: Readonly<Record<string, string>>): number {
  let size = 0;
  for (const [name, value] of Object.entries(env)) size += name.length + value.length;
  return size;
}

function isAlive({ child }: Spare): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Which folder this is, not only what it is called: one that was made anew is another one. */
function folderOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}:${path}`;
  } catch {
    return null;
  }
}

/** What makes a waiting shell the hook: its own variables, then the command. Null where a line cannot say it. */
function orderOf({ file, args, env }: ProcessSpec): string | null {
  const [option, command = ""] = args;
  if (file !== SHELL || args.length !== 2 || option !== "-c") return null;
  if (command.length > LONGEST_ORDER) return null;
  let variables = "";
  for (const [name, value] of Object.entries(env)) {
    if (!isSettable(name)) return null;
    variables += ` ${name}=${quote(value)}`;
  }
  // Without any it would print all there are.
  const exported = variables === "" ? "" : `export${variables}; `;
  const order = `${exported}unset SNAPHOOK_ORDER; ${startOf(command)}`;
  return order.length > LONGEST_ORDER || /[\n\0]/.test(order) ? null : order;
}

/**
 * How the shell in waiting starts a command. Its own shell is one more program to load, which takes longer than all the rest: one command
 * of plain words needs none, because this shell does with them what a new one would do, and becomes the program.
 */
function startOf(command: string): string {
  const [, program = ""] = SIMPLE.exec(command) ?? [];
  const isProgram =
    program.includes("/") || (/^[\w.:@%+,-]+$/.test(program) && !OTHERWISE.has(program));
  const isSame = isProgram && !program.includes("=") && namesPlain(command) && isDash();
  return isSame ? `exec 3<&-; set -- ${command}` : `exec ${SHELL} -c ${quote(command)} 3<&-`;
}

/** Characters without a meaning to a shell, or in quotes; and a variable's value as one word. */
const PART = String.raw`(?:[\w./:=@%+,-]|'[^']*'|"(?:[^"$\x60\\]|\$[A-Za-z_]|\$\{\w+\})*")`;
/** One command and its words. */
const SIMPLE = new RegExp(`^(${PART}+)(?: +${PART}+)*$`);

/** First words that say something to the shell, or do something else in one that has been given a command in this way. */
const OTHERWISE = new Set(
  "if then else elif fi case esac for while until do done in . alias bg break cd chdir command continue eval exec export fc fg getopts hash jobs local read readonly return set shift times trap type ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** Whether it asks for no value that may be another one in a shell that has done something. */
function namesPlain(command: string): boolean {
  const names = Array.from(command.matchAll(/\$\{?(\w+)/g), ([, name = ""]) => name);
  return names.every((name) => isSettable(name) && name !== "SNAPHOOK_ORDER");
}

let dash: boolean | null = null;

/** Others count how deep they are in each other, or set variables for what they start. */
function isDash(): boolean {
  dash ??= basename(realPathOf(SHELL)) === "dash";
  return dash;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Variables that shells use or guard themselves. */
const ownVariable =
  /^(?:BASH.*|SHELL.*|E?UID|PPID|OPT.*|LINENO|IFS|DIRSTACK|GROUPS|FUNCNAME|S?RANDOM|SECONDS|EPOCH.*|HIST.*|(?:OLD)?PWD|ENV|PS\d|_)$/;

function isSettable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !ownVariable.test(name);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
