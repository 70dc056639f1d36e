import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What the agent of a test said when it had ended. */
export interface AgentEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `snaphook agent -p --wait-for-view`, built, that wants to run one command and waits to be allowed. */
export class AskingAgent {
  readonly ended: Promise<AgentEnd>;
  private readonly process: ChildProcess;

  constructor(home: string, cwd: string, more: readonly string[] = []) {
    const command = "echo $((40 + 2))";
    mkdirSync(cwd, { recursive: true });
    const script = join(home, "script.json");
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const turns = [
      { say: "I will look.", calls: [{ tool: "Bash", input: { command } }] },
      { when: "42", say: "It is 42." },
      { when: "use node", say: "With node, then." },
    ];
    writeFileSync(script, JSON.stringify({ turns, otherwise: "Well." }));
    const args = ["agent", "--model", `script:${script}`, "-p", "how much?"];
    const child = spawn(
      process.execPath,
      [resolve("dist/cli/main.js"), ...args, "--wait-for-view", ...more],
      {
        cwd,
        env: { ...process.env, SNAPHOOK_HOME: home, HOME: resolve(home, "..") },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    this.process = child;
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    this.ended = new Promise((done) => {
      child.once("close", (status) => done({ status, stdout, stderr }));
    });
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  kill(): void {
    this.process.kill("SIGKILL");
  }
}
