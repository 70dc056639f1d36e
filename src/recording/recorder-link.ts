import { spawn, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  frameOf,
  type Frame,
  type RecordedStream,
  type RecordingEnd,
  type RecordingStart,
} from "./frames.js";
import { noteTrouble } from "./trouble.js";

/** Of each stream no more is recorded. */
export const MOST_BYTES = 256 * 1024;
/** How long a hook that has ended is kept from ending here, so that its recording gets out. */
const LONGEST_WAIT_MS = 500;
const LOWEST_PRIORITY = 19;

/**
 * Sends what passes to a process that writes it down: nothing of that is done in the way of the hook. It is in a session of its
 * own, so that whoever kills the hook does not kill it.
 */
export class RecorderLink {
  private readonly bytes: Record<RecordedStream, number> = { stdin: 0, stdout: 0, stderr: 0 };
  private readonly recorder: ChildProcess;
  private fault: string | null = null;

  constructor() {
    this.recorder = spawn(
      process.execPath,
      [fileURLToPath(new URL("./recorder-main.js", import.meta.url))],
      { detached: true, stdio: ["pipe", "ignore", "ignore"] },
    );
    this.recorder.on("error", ({ message }) => (this.fault = message));
    this.recorder.stdin?.on("error", ({ message }) => (this.fault ??= message));
    this.recorder.unref();
    const { pid } = this.recorder;
    try {
      // The hook should not be slower because of it.
      if (pid !== undefined) setPriority(pid, LOWEST_PRIORITY);
    } catch {
      // It has ended, or may not be slowed down.
    }
  }

  start(start: RecordingStart): void {
    this.send({ type: "start", start });
  }

  take(type: RecordedStream, chunk: Buffer): void {
    const room = MOST_BYTES - this.bytes[type];
    this.bytes[type] += chunk.length;
    if (room > 0) this.send({ type, bytes: chunk.subarray(0, room) });
  }

  /** Resolves when all of it is out, or soon. */
  async end(end: Omit<RecordingEnd, "bytes">): Promise<void> {
    const { stdin } = this.recorder;
    if (stdin !== null && this.fault === null) {
      const sent = new Promise<void>((settle) => {
        stdin.end(frameOf({ type: "end", end: { ...end, bytes: this.bytes } }), () => settle());
        stdin.once("error", () => settle());
      });
      const isLate = delay(LONGEST_WAIT_MS, "late", { ref: false });
      if ((await Promise.race([sent, isLate])) === "late") this.fault ??= "it was not sent in time";
    }
    if (this.fault !== null) noteTrouble(this.fault);
  }

  private send(frame: Frame): void {
    if (this.fault === null) this.recorder.stdin?.write(frameOf(frame));
  }
}
