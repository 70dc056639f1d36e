import { FakeChild } from "./fake-child.test-support.js";
import type { FromKeeper } from "./keeper-protocol.js";
import type { ProcessResult, ProcessSpec } from "./process-spec.js";

/** A keeper's process that a test plays. */
export class FakeKeeper extends FakeChild {
  /** What it was sent, whether it keeps its host alive, and its end, in order. */
  readonly happened: unknown[] = [];

  constructor(pid: number | undefined) {
    super();
    this.pid = pid;
    Object.assign(this.stdout, { setEncoding() {} });
    Object.assign(this.stdin, {
      write: (text: string) => {
        for (const line of text.trimEnd().split("\n"))
          this.happened.push(line === "" ? "" : JSON.parse(line));
      },
      end: () => this.happened.push("stdin ended"),
    });
  }

  ref(): void {
    this.happened.push("holds the host");
  }

  override unref(): void {
    this.happened.push("lets the host go");
  }

  kill(signal: string): void {
    this.happened.push(`kill ${signal}`);
  }

  says(message: FromKeeper): void {
    this.stdout.emit("data", `${JSON.stringify(message)}\n`);
  }
}

export const spec = (runId: string, timeoutMs = 60_000): ProcessSpec => ({
  runId,
  file: "/bin/sh",
  args: [],
  cwd: "/",
  env: {},
  stdin: "",
  timeoutMs,
  outputBytes: 100,
});

export const result: ProcessResult = {
  ending: { type: "exited", code: 2 },
  stdout: Buffer.from("out"),
  stderr: Buffer.from("error"),
  cut: false,
  stderrCut: true,
  ms: 7,
};
