import { resolve } from "node:path";
import { builtRun } from "../built-run.js";
import { wireEnding } from "../../src/interpret/index.js";
import type { ProcessResult, Runner } from "../../src/run/index.js";
import { testIn, Workspace } from "../workspace.js";

/** In place or through the keeper: the same must hold in both. */
export const places = ["in place", "through the keeper"] as const;
export type Place = (typeof places)[number];

type Spec = Parameters<Runner["workers"]["run"]>[0];
export const never = new AbortController().signal;
export const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** A runner of its own. */
export class WorkerWorkspace extends Workspace {
  readonly logs: string[] = [];
  readonly runner: Runner;

  private constructor(place: Place) {
    super();
    this.runner = builtRun.createRunner({
      keeper: place === "through the keeper",
      base: { PATH: process.env["PATH"] ?? "", WORKSPACE: this.tag, SHARED: "shared" },
      onWorkerLog: (key, text) => void this.logs.push(`${key}: ${text}`),
    });
  }

  static async open(place: Place): Promise<WorkerWorkspace> {
    const workspace = new WorkerWorkspace(place);
    if (place === "in place") return workspace;
    for (let tries = 0; !workspace.runner.usesKeeper; tries++) {
      if (tries > 10_000) throw new Error("the keeper did not become ready");
      await pause(25);
    }
    return workspace;
  }

  spec(event: object, given: Partial<Spec> = {}): Spec {
    return {
      key: "k",
      file: process.execPath,
      args: [resolve("tests/worker/fixtures/faulty.mjs")],
      cwd: this.project,
      env: {},
      event: JSON.stringify(event),
      timeoutMs: 240_000,
      outputBytes: 10_000,
      canCancel: false,
      ...given,
    };
  }

  run(event: object, given: Partial<Spec> = {}, signal = never): Promise<ProcessResult> {
    return this.runner.workers.run(this.spec(event, given), signal);
  }

  /** What a run came to, in texts and without its duration. */
  async said(event: object, given: Partial<Spec> = {}): Promise<object> {
    return texts(await this.run(event, given));
  }

  async pid(given: Partial<Spec> = {}): Promise<number> {
    return Number(stdoutOf(await this.run({ do: "pid" }, given)));
  }

  /** Ends everything. What is then still there is an error. */
  async end(): Promise<void> {
    this.runner.close();
    const left = await this.settled();
    if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
  }
}

/** A `test` at a place, with a workspace of its own. */
export const testAt = (place: Place): ReturnType<typeof testIn<WorkerWorkspace>> =>
  testIn(
    () => WorkerWorkspace.open(place),
    (workspace) => workspace.end(),
  );

export function texts(result: ProcessResult): object {
  const { ms, ending, stdout, stderr, cut, stderrCut, ...rest } = result;
  if (!(ms >= 0)) throw new Error("no duration");
  return {
    ...wireEnding(ending),
    ...rest,
    ...(stdout.length > 0 && { stdout: Buffer.from(stdout).toString() }),
    ...(stderr.length > 0 && { stderr: Buffer.from(stderr).toString() }),
    ...(cut && { cut }),
    ...(stderrCut && { stderrCut }),
  };
}

export const stdoutOf = (result: ProcessResult): string => Buffer.from(result.stdout).toString();
