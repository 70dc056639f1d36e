import { Capture, now } from "../../io/index.js";
import type { ProcessResult, RunEnding } from "../process-spec.js";
import type { Frame } from "./read-frame.js";
import type { WorkerEnd, WorkerSpec } from "./worker-spec.js";

type WorkerStreams = Partial<
  Pick<ProcessResult, "stdout" | "stderr" | "cut" | "stderrCut" | "garbled">
>;

const nothing = new Uint8Array();

/** A result of which only the parts that matter are given. */
export function resultOf(
  ending: RunEnding,
  begin: number,
  said: WorkerStreams = {},
): ProcessResult {
  const silent = { stdout: nothing, stderr: nothing, cut: false, stderrCut: false };
  return { ending, ...silent, ...said, ms: now() - begin };
}

/** One event that a worker has been asked about. It is settled once; what comes later is ignored. */
export class Request {
  readonly begin = now();
  readonly result: Promise<ProcessResult>;
  private resolve!: (result: ProcessResult) => void;
  /** Lines that were no answer, and what was wrong with the first of them. */
  private noise: Capture | null = null;
  private garbled: string | null = null;
  private isAttempted = false;
  private exit = 0;
  private stderr: Uint8Array = nothing;

  constructor(readonly spec: WorkerSpec) {
    this.result = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** A line that is no proper answer. True for the first one that could be meant as one. */
  disturb(frame: Frame): boolean {
    const isFirst = !this.isAttempted && frame.stray !== true;
    this.isAttempted ||= isFirst;
    if (this.noise === null) this.noise = new Capture(this.spec.outputBytes);
    else this.noise.add(newline);
    this.noise.add(frame.stdout);
    this.garbled ??= frame.garbled ?? null;
    // Of several the one that blocks.
    if (this.exit !== 2) this.exit = frame.exit;
    if (frame.stderr.length > 0) this.stderr = frame.stderr;
    return isFirst;
  }

  answer(frame: Frame): void {
    if (this.noise !== null) {
      this.disturb(this.noise.isCut ? this.before(this.noise, frame) : frame);
      this.settleAsDisturbed();
      return;
    }
    const [stdout, cut] = this.head(frame.stdout);
    const [stderr, stderrCut] = this.head(frame.stderr);
    this.settle({ type: "exited", code: frame.exit }, { stdout, stderr, cut, stderrCut });
  }

  /** Of too much noise the end is not kept: what was answered must not be among that. */
  private before(noise: Capture, frame: Frame): Frame {
    this.noise = new Capture(this.spec.outputBytes);
    this.noise.add(frame.stdout);
    return { ...frame, stdout: noise.bytes() };
  }

  /** No proper answer came behind the noise. */
  settleAsDisturbed(): void {
    this.resolve(resultOf({ type: "exited", code: this.exit }, this.begin, this.complaint()));
  }

  /** The process ended first: that is no answer, whatever its exit code. */
  fail(end: WorkerEnd): void {
    const { ending, stderr, stderrCut } = end;
    const isQuiet = ending.type === "exited" && ending.code === 0;
    const words = Buffer.from("The worker ended with exit code 0 before it had answered.\n");
    const [head, isCut] = this.head(isQuiet ? Buffer.concat([stderr, words]) : stderr);
    this.settle(isQuiet ? { type: "exited", code: 1 } : ending, {
      ...this.printed(),
      stderr: head,
      stderrCut: stderrCut || isCut,
    });
  }

  /** It printed a line without end, of which this is the beginning. */
  flood(head: Buffer): void {
    if (this.noise === null)
      this.settle(
        { type: "signalled", signal: "SIGKILL" },
        { stdout: this.head(head)[0], cut: true },
      );
    else {
      this.noise.add(newline);
      this.noise.add(head);
      this.settle({ type: "signalled", signal: "SIGKILL" }, { ...this.printed(), cut: true });
    }
  }

  /** A block by exit code counts, also where it came garbled and the process then ended in another way. */
  settle(ending: RunEnding, said: WorkerStreams = this.printed()): void {
    const isBlocked = this.exit === 2 && ending.type !== "cancelled";
    if (isBlocked) this.settleAsDisturbed();
    else this.resolve(resultOf(ending, this.begin, said));
  }

  private complaint(): WorkerStreams {
    const [stderr, stderrCut] = this.head(this.stderr);
    return { ...this.printed(), stderr, stderrCut };
  }

  /** What it has said so far, where that was not an answer. */
  private printed(): WorkerStreams {
    if (this.noise === null || this.garbled === null) return {};
    return { stdout: this.noise.bytes(), cut: this.noise.isCut, garbled: this.garbled };
  }

  private head(bytes: Uint8Array): [Uint8Array, boolean] {
    const { outputBytes } = this.spec;
    return bytes.length <= outputBytes ? [bytes, false] : [bytes.slice(0, outputBytes), true];
  }
}

const newline = Buffer.from("\n");
