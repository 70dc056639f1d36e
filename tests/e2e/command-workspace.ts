import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Workspace } from "../workspace.js";

const main = resolve("dist/cli/main.js");

/** How a command has ended. */
export interface CommandEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** What it has printed on stdout by now. */
  readonly printed: () => string;
  /** The same on stderr. */
  readonly said: () => string;
  readonly end: Promise<CommandEnd>;
}

/** A workspace in which the built command runs as a user runs it. */
export class CommandWorkspace extends Workspace {
  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, HOME: this.userHome, SNAPHOOK_HOME: this.home, NO_COLOR: "1" };
  }

  /** Copies a folder of the repository into the project. */
  copy(folder: string): void {
    cpSync(resolve(folder), this.project, { recursive: true });
  }

  /** Starts it, by another program where one is given with its arguments. */
  start(args: readonly string[], input = "", by: readonly string[] = []): StartedCommand {
    const [file = "", ...rest] = [...by, process.execPath, main, ...args];
    const child = spawn(file, rest, {
      cwd: this.project,
      env: this.environment,
      stdio: "pipe",
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const end = new Promise<CommandEnd>((settle) => {
      child.once("close", (status, signal) => settle({ status, signal, stdout, stderr }));
    });
    return { child, printed: () => stdout, said: () => stderr, end };
  }

  run(...args: readonly string[]): Promise<CommandEnd> {
    return this.start(args).end;
  }

  /** What a command prints as JSON. */
  async json<Value>(...args: readonly string[]): Promise<Value> {
    const { stdout, stderr } = await this.run(...args, "--json");
    try {
      return JSON.parse(stdout) as Value;
    } catch {
      throw new Error(`no JSON: ${stdout}${stderr}`);
    }
  }

  read(path: string): string | null {
    const place = resolve(this.project, path);
    return existsSync(place) ? readFileSync(place, "utf8") : null;
  }

  /** What sandboxes have left. */
  leftCopies(): string[] {
    const folder = join(this.home, "running");
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}
