import {
  spawn,
  spawnSync,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, placesIn, type Status } from "../../src/serve/index.js";
import { killTagged, leftBehind, taggedProcesses } from "../processes.js";
import { Workspace } from "../workspace.js";

export const isRoot = process.geteuid?.() === 0;

const places = new Map<string, string | null>();

/** Where a program of this machine is, or null. */
export function placeOfProgram(name: string): string | null {
  const known = places.get(name);
  if (known !== undefined) return known;
  const { stdout } = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
  const place = stdout.trim() || null;
  places.set(name, place);
  return place;
}

/** By what hosts reach the engine: the shell that runs the client, and what the client has. */
export interface Client {
  readonly shell: "dash" | "bash";
  readonly by: "perl" | "curl" | "nothing";
}

export const clients: readonly Client[] = [
  { shell: "dash", by: "perl" },
  { shell: "bash", by: "perl" },
  { shell: "dash", by: "curl" },
  { shell: "bash", by: "curl" },
];

export const perl: Client = { shell: "dash", by: "perl" };
export const curl: Client = { shell: "dash", by: "curl" };

/** Why a client cannot be tried here, or null. */
export function missingFor({ shell, by }: Client): string | null {
  const missing = [shell, ...(by === "nothing" ? [] : [by])].find(
    (name) => placeOfProgram(name) === null,
  );
  return missing === undefined ? null : `${missing} is not installed`;
}

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PATIENCE_MS = 240_000;

/** A user with hooks, a project, and the resident engine of the built command. */
export class ServedWorkspace extends Workspace {
  private readonly bins = new Map<string, string>();

  /** Of an installation: by default the built one. */
  constructor(readonly cli: string = resolve("dist/cli")) {
    super();
    mkdirSync(this.home, { mode: 0o700 });
  }

  /** The user's hooks: those need no approval. */
  hooks(hooks: Readonly<Record<string, readonly object[]>>, more: object = {}): void {
    const groups = Object.entries(hooks).map(([event, list]) => [event, [{ hooks: list }]]);
    const settings = { ...more, hooks: Object.fromEntries(groups) as unknown };
    this.write(join(this.home, "settings.json"), JSON.stringify(settings), 0o600);
  }

  /** What a host gives a hook; its PATH has what the client may use, and nothing else. */
  environment(by: Client["by"], more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return {
      HOME: this.userHome,
      SNAPHOOK_HOME: this.home,
      PATH: this.bin(by),
      LANG: "C.UTF-8",
      CLAUDE_PROJECT_DIR: this.project,
      TAG: this.tag,
      ...more,
    };
  }

  private bin(by: Client["by"]): string {
    const known = this.bins.get(by);
    if (known !== undefined) return known;
    const folder = join(this.root, `bin-${by}`);
    mkdirSync(folder);
    symlinkSync(process.execPath, join(folder, "node"));
    for (const name of ["cat", "env", "sh", "sleep", "sort", ...(by === "nothing" ? [] : [by])]) {
      const place = placeOfProgram(name);
      if (place !== null) symlinkSync(place, join(folder, name));
    }
    this.bins.set(by, folder);
    return folder;
  }

  /** What the client answers a host. */
  fire(
    host: string,
    payload: unknown,
    { shell, by }: Client = perl,
    more: { env?: NodeJS.ProcessEnv; cwd?: string; before?: string } = {},
  ): Said {
    const file = join(this.cli, "fire.sh");
    return this.say([shell, file, "--host", host], payload, by, more);
  }

  /** What the direct command answers it, started by the same shell. */
  direct(
    host: string,
    payload: unknown,
    { shell, by }: Client = perl,
    more: { env?: NodeJS.ProcessEnv; cwd?: string; before?: string } = {},
  ): Said {
    const command = [join(this.cli, "main.js"), "bridge", "fire", "--host", host];
    return this.say([shell, "-c", 'exec "$0" "$@"', ...command], payload, by, more);
  }

  /** `before` is what a shell does before it becomes the command. */
  private say(
    words: readonly string[],
    payload: unknown,
    by: Client["by"],
    {
      env = {},
      cwd = this.project,
      before = "",
    }: { env?: NodeJS.ProcessEnv; cwd?: string; before?: string },
  ): Said {
    const input = typeof payload === "string" ? payload : `${JSON.stringify(payload)}\n`;
    const shell = placeOfProgram(words[0] ?? "") ?? words[0] ?? "";
    const { status, stdout, stderr } = spawnSync(
      "/bin/sh",
      ["-c", `${before}\nexec "$@"`, "sh", shell, ...words.slice(1)],
      {
        input,
        cwd,
        env: this.environment(by, env),
        encoding: "utf8",
        timeout: PATIENCE_MS,
        maxBuffer: 2 ** 26,
      },
    );
    return { status, stdout, stderr };
  }

  /** A client that is not waited for, in a group of its own. */
  begin(host: string, payload: unknown, { shell, by }: Client = perl): Begun {
    const child = spawn(
      placeOfProgram(shell) ?? shell,
      [join(this.cli, "fire.sh"), "--host", host],
      {
        cwd: this.project,
        env: this.environment(by),
        detached: true,
      },
    );
    child.stdin.end(`${JSON.stringify(payload)}\n`);
    return { pid: child.pid ?? 0, said: endOf(child) };
  }

  serve(args: readonly string[], by: Client["by"] = "perl"): Said {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(this.cli, "main.js"), "serve", ...args],
      { env: this.environment(by), cwd: this.project, encoding: "utf8", timeout: PATIENCE_MS },
    );
    return { status, stdout, stderr };
  }

  /** A server in the foreground. */
  spawnServer(args: readonly string[] = []): ChildProcess {
    return spawn(process.execPath, [join(this.cli, "main.js"), "serve", ...args], {
      env: this.environment("perl"),
      cwd: this.project,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Starts the engine and waits until it can answer. */
  async start(args: readonly string[] = []): Promise<Status> {
    this.spawnServer(args);
    return this.ready();
  }

  /** The engine, once it has a worker with nothing to do. */
  async ready(): Promise<Status> {
    const found = await until(
      () => this.status(),
      (status) => status !== null && status.ready > 0,
    );
    if (found === null) throw new Error("it is there");
    return found;
  }

  /** What the engine says of itself, if it says anything. */
  async status(): Promise<Status | null> {
    const [place] = placesIn(this.home);
    return place === undefined ? null : ask(place, "status");
  }

  /** The folder of the engine's socket. */
  get place(): string {
    const [build = ""] = readdirSync(join(this.home, "serve"));
    return join(this.home, "serve", build);
  }

  /** Ends the engine; whatever is left of the processes here then is a fault. */
  async end(): Promise<void> {
    this.serve(["stop"]);
    const left = await leftBehind(() => taggedProcesses(this.root));
    await killTagged(this.root);
    if (left.length > 0) throw new Error(`left behind: ${left.join("; ")}`);
  }
}

/** How a process ends, and what it prints. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<Said> {
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (chunk: Buffer) => (printed[stream] += chunk.toString()));
  return new Promise((settle) => {
    child.on("close", (status) => settle({ status, ...printed }));
  });
}

export interface Begun {
  readonly pid: number;
  readonly said: Promise<Said>;
}

/** Looks until something holds; the bound is against hanging only. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  const begin = performance.now();
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (performance.now() - begin > PATIENCE_MS) throw new Error(`still ${JSON.stringify(value)}`);
    await sleep(20);
  }
}
