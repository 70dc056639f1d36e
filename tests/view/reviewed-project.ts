import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snaphook } from "../e2e/snaphook.js";
import { temporaryFolder } from "../workspace.js";
import { RunningViewer } from "./viewer.js";

/** What the server says of the hooks, as far as tests look at it. */
export interface Reviewed {
  readonly hooks: readonly {
    readonly id: string;
    readonly state: string;
    readonly fingerprint: string;
    readonly approved: object | null;
  }[];
}

/** A project with hooks that nobody has approved, and Snaphook's own folder elsewhere. */
export class ReviewedProject {
  readonly root = temporaryFolder();
  readonly cwd = join(this.root, "a project");
  readonly home = join(this.root, "home");

  constructor(
    hooks: readonly object[] = [{ name: "guard", command: "sh ./guard.sh" }],
    guard = "# first\nexit 2\n",
  ) {
    mkdirSync(this.cwd);
    mkdirSync(this.home, { mode: 0o700 });
    this.write("guard.sh", guard);
    this.settings(hooks);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.cwd, name), text);
  }

  settings(hooks: readonly object[]): void {
    mkdirSync(join(this.cwd, ".snaphook"), { recursive: true });
    this.write(".snaphook/settings.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }));
  }

  /** The command, as the user of this project runs it. */
  trust(...args: readonly string[]): ReturnType<typeof snaphook> {
    const before = process.env["SNAPHOOK_HOME"];
    process.env["SNAPHOOK_HOME"] = this.home;
    try {
      return snaphook(["trust", ...args], { cwd: this.cwd });
    } finally {
      if (before === undefined) delete process.env["SNAPHOOK_HOME"];
      else process.env["SNAPHOOK_HOME"] = before;
    }
  }

  /** The states of the hooks, as the command says them. */
  states(): Readonly<Record<string, string>> {
    const { hooks } = JSON.parse(this.trust("list", "--json").stdout) as {
      hooks: { name: string; state: string }[];
    };
    return Object.fromEntries(hooks.map(({ name, state }) => [name, state]));
  }

  /** All that is stored of approvals, but for the time. */
  stored(): unknown {
    const text = readFileSync(join(this.home, "trust.json"), "utf8");
    return JSON.parse(text.replaceAll(/"at": ?"[^"]+"/g, '"at":""'));
  }

  forget(): void {
    rmSync(this.home, { recursive: true });
    mkdirSync(this.home, { mode: 0o700 });
  }

  view(args: readonly string[] = []): Promise<RunningViewer> {
    return RunningViewer.start({ home: this.home, cwd: this.cwd, args });
  }
}
