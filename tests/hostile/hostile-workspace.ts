import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Engine, EngineOptions, Fired } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

/** One hook of a settings file. */
export type HookSettings = Readonly<Record<string, unknown>>;

/** The built command, as a user runs it. */
export const command = resolve("dist/cli/main.js");

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A PreToolUse answer that allows, as a JSON text. */
export const allow = JSON.stringify({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
});

export const toolCall = {
  hook_event_name: "PreToolUse",
  session_id: "session-1",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};

/** Projects next to each other, and a place outside of them where hooks leave their marks. */
export class HostileWorkspace extends Workspace {
  readonly markFolder = join(this.root, "marks");

  constructor(root?: string) {
    super(root);
    mkdirSync(this.home, { mode: 0o700 });
    mkdirSync(this.markFolder);
  }

  /** An empty project. */
  folder(name = "project"): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A project with these hooks on PreToolUse. */
  projectWith(hooks: readonly HookSettings[], name = "project"): string {
    const path = this.folder(name);
    writeHooks(path, hooks);
    return path;
  }

  /** A shell command that leaves a mark. */
  mark(name: string): string {
    return `: > '${join(this.markFolder, name)}'`;
  }

  /** The marks that were left, in order of their names. */
  marks(): string[] {
    return readdirSync(this.markFolder).toSorted();
  }

  /** Forgets the marks, so that the next ones can be distinguished from them. */
  wipe(): void {
    for (const name of this.marks()) rmSync(join(this.markFolder, name));
  }

  /** A script that leaves a mark and allows. */
  script(file: string, mark: string): void {
    const text = `#!/bin/sh\n${this.mark(mark)}\necho '${allow}'\n`;
    write(file, text);
    chmodSync(file, 0o755);
  }

  /** The variables of a headless run: no terminal, nothing of whoever runs the tests. */
  variables(): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.userHome,
      SNAPHOOK_HOME: this.home,
      // Files that are opened through io_uring would not be seen by strace.
      UV_USE_IO_URING: "0",
    };
  }

  /** Runs the built command and waits for it. The bound is against hanging only. */
  command(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string | undefined>> = {},
  ): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      cwd,
      env: { ...this.variables(), ...env },
      input: "",
      encoding: "utf8",
      timeout: 200_000,
      killSignal: "SIGKILL",
    });
    return { status, stdout, stderr };
  }

  engine(projectDir: string, options: Partial<EngineOptions> = {}): Engine {
    return this.keep(createEngine({ ...this.places, projectDir, keeper: false, ...options }));
  }

  /** Someone has looked at every hook of a project as it is now and agreed. */
  async approve(projectDir: string, options: Partial<EngineOptions> = {}): Promise<void> {
    const engine = this.engine(projectDir, options);
    await engine.approve(engine.review());
  }

  /** One tool call in a new session. */
  async fire(projectDir: string, options: Partial<EngineOptions> = {}): Promise<Fired> {
    return this.engine(projectDir, options).fire(toolCall);
  }

  /** A project with one approved hook that leaves the mark `good`, seen to run. */
  async trusted(name = "trusted"): Promise<string> {
    const project = this.projectWith([{ command: "./guard.sh", name: "guard" }], name);
    this.script(join(project, "guard.sh"), "good");
    await this.approve(project);
    await this.fire(project);
    if (!this.marks().includes("good")) throw new Error("the approved hook did not run");
    this.wipe();
    return project;
  }
}

/** Writes a file, and the folders on the way to it. */
export function write(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function writeHooks(
  project: string,
  hooks: readonly HookSettings[],
  events: readonly string[] = ["PreToolUse"],
  file = ".snaphook/settings.json",
): void {
  write(join(project, file), settingsText(hooks, events));
}

export function settingsText(
  hooks: readonly HookSettings[],
  events: readonly string[] = ["PreToolUse"],
  more: object = {},
): string {
  const groups = [{ hooks: hooks.map((hook) => ({ type: "command", ...hook })) }];
  return JSON.stringify({
    ...more,
    hooks: Object.fromEntries(events.map((event) => [event, groups])),
  });
}

/** What the reports of a firing come to: who ran, and who did not for want of trust. */
export function whoRan({ hooks }: Fired): { ran: string[]; untrusted: string[] } {
  return {
    ran: hooks.filter(({ ran }) => ran).map(({ name }) => name),
    untrusted: hooks.filter(({ skipped }) => skipped === "trust").map(({ name }) => name),
  };
}
