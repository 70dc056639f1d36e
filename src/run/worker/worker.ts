import { afterSilence, now } from "../../io/index.js";
import { DRAIN_MS } from "../endings.js";
import type { ProcessResult } from "../process-spec.js";
import type { Launch, Launched, Link } from "./launch.js";
import { idIn, readFrame, type Frame } from "./read-frame.js";
import { Request, resultOf } from "./request.js";
import { LineSplitter } from "./split-lines.js";
import type { WorkerCommand, WorkerEnd, WorkerSpec } from "./worker-spec.js";

/** So long a proper answer may follow a line that is none but could be meant as one. A stray print is waited for no less than silence. */
const NOISE_MS = 250;
/** How long a worker may take to confirm a cancel. */
const CANCEL_MS = 1000;
/** So much may wait for a worker that does not read. A single event may be larger. */
const MOST_UNREAD = 8 * 1024 * 1024;
/** Whoever says this much that nobody asked for, between two good answers, is stopped. A short line costs as much as a long one. */
const FLOOD_BYTES = 8 * 1024 * 1024;
const LEAST_LINE = 1024;
/** What a line may have in addition to its texts, and how much longer than a text its JSON may be; there are two texts. */
const FRAME_ROOM = 65_536;
const ESCAPED = 6 * 2;

/** Whoever answers for a module shares a process with it: what the module itself writes there must answer nothing. */
function unguessable(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 1e9).padStart(9, "0");
}

export interface WorkerEvents {
  onLog(text: string): void;
  onGoodAnswer(): void;
  /** No more events may go to it. */
  onRetired(): void;
  /** It has ended. `byItself`: nobody had asked it to. */
  onEnd(livedMs: number, byItself: boolean): void;
}

/** One process of a worker, from its start to its end. */
export class Worker {
  private readonly launched: Launched;
  private readonly begin = now();
  private readonly pending = new Map<string, Request>();
  /** Events that nobody waits for any more and the process may still be busy with, each with the end of patience. */
  private readonly forsaken = new Map<string, { isTold: boolean; timer: NodeJS.Timeout }>();
  private readonly lines: LineSplitter;
  private link: Link | null = null;
  /** Written before there was a link. */
  private queue = "";
  private count = 0;
  private largest = 0;
  private stray = 0;
  private state: "open" | "retired" | "stopped" | "ended" = "open";
  private outputIsOver = false;
  private isAtFault = false;
  private end: WorkerEnd | null = null;

  constructor(
    command: WorkerCommand,
    launch: Launch,
    private readonly events: WorkerEvents,
  ) {
    this.lines = new LineSplitter(
      () => FRAME_ROOM + ESCAPED * this.largest,
      (line) => this.take(line),
      (head) => this.flood(head),
    );
    this.launched = launch(command, {
      onLink: (link) => this.connect(link),
      onLog: (text) => events.onLog(text),
      onEnd: (end) => this.over(end),
    });
  }

  ask(spec: WorkerSpec, signal: AbortSignal): Promise<ProcessResult> {
    const id = `${++this.count}${spec.canCancel ? unguessable() : ""}`;
    const line = `{"id":"${id}","event":${spec.event}}\n`;
    const unread = this.queue.length + (this.link?.input.writableLength ?? 0);
    if (unread > 0 && unread + line.length > MOST_UNREAD) {
      const error = `it does not read: ${unread} bytes of earlier events still wait`;
      return Promise.resolve(resultOf({ type: "not-started", error }, now()));
    }
    const request = new Request(spec);
    this.largest = Math.max(this.largest, spec.outputBytes);
    this.pending.set(id, request);
    // This timer keeps the host alive; the process and the link to it do not.
    const deadline = afterSilence(spec.timeoutMs, () => {
      if (spec.canCancel && this.pending.has(id)) {
        request.settle({ type: "timed-out" });
        this.forsake(id, spec, deadline);
        this.stopWhenIdle();
      } else this.late(id);
    });
    const abort = (): void => {
      request.settle({ type: "cancelled" });
      this.forsake(id, spec, deadline);
      this.stopWhenIdle();
    };
    signal.addEventListener("abort", abort);
    void request.result.then(() => {
      signal.removeEventListener("abort", abort);
      if (this.forsaken.get(id)?.timer !== deadline) clearTimeout(deadline);
    });
    this.write(line);
    return request.result;
  }

  /** Takes no more events, and is ended when it has answered those that it has. */
  retire(): void {
    if (this.state !== "open") return;
    this.state = "retired";
    this.events.onRetired();
    this.stopWhenIdle();
  }

  /** Ends it now; whoever waits gets a cancelled result. */
  close(): void {
    for (const request of this.pending.values()) request.settle({ type: "cancelled" });
    this.pending.clear();
    this.retire();
    this.stopWhenIdle();
  }

  private connect(link: Link): void {
    if (this.state === "ended") {
      // It was gone before the connection was made.
      link.input.destroy();
      link.output.destroy();
      return;
    }
    this.link = link;
    // It reads no more; what it has read it may still answer.
    link.input.on("error", () => this.retire());
    for (const event of ["end", "error", "close"]) link.output.on(event, () => this.fallSilent());
    link.output.on("data", (chunk: Buffer) => this.lines.add(chunk));
    link.output.resume();
    if (this.state === "stopped") link.input.end();
    else if (this.queue !== "") link.input.write(this.queue);
    this.queue = "";
  }

  private write(line: string): void {
    if (this.link === null) this.queue += line;
    else this.link.input.write(line);
  }

  private take(line: Buffer): void {
    if (this.isAtFault) return;
    if (line.length === 0) {
      // It says nothing, and hides nothing: what is around it is no worse for it.
      this.countStray(line);
      return;
    }
    const frame = readFrame(line);
    const [id, request] = this.addressee(frame);
    if (request === undefined) this.dropped(line, id);
    else if (frame.garbled === undefined) {
      this.stray = 0;
      this.pending.delete(id);
      request.answer(frame);
      this.events.onGoodAnswer();
      this.stopWhenIdle();
    } else {
      this.countStray(line);
      if (request.disturb(frame)) afterSilence(NOISE_MS, () => this.giveUp(id, request)).unref();
    }
  }

  /** Who a line is about. One that names nobody is about the event that has waited longest. */
  private addressee({ id }: Pick<Frame, "id">): [string, Request | undefined] {
    if (id !== null) return [id, this.pending.get(id)];
    return this.pending.entries().next().value ?? ["", undefined];
  }

  private giveUp(id: string, request: Request): void {
    this.pending.delete(id);
    request.settleAsDisturbed();
    this.stopWhenIdle();
  }

  private dropped(line: Buffer, id: string): void {
    this.countStray(line);
    const text = line.toString("utf8", 0, 200);
    const forsaken = this.forsaken.get(id);
    this.forsaken.delete(id);
    clearTimeout(forsaken?.timer);
    if (forsaken === undefined)
      this.events.onLog(`a line that answers nothing is dropped: ${text}\n`);
    else if (!forsaken.isTold)
      this.events.onLog(`an answer to a cancelled event is dropped: ${text}\n`);
  }

  private countStray(line: Buffer): void {
    this.stray += Math.max(line.length, LEAST_LINE);
    if (this.stray > FLOOD_BYTES) this.flood(line);
  }

  private flood(head: Buffer): void {
    const [id, request] = this.addressee({ id: idIn(head) });
    this.pending.delete(id);
    request?.flood(head);
    this.events.onLog("it printed more than anybody will read, and is stopped\n");
    if (this.state === "open") this.events.onRetired();
    this.state = "stopped";
    this.isAtFault = true;
    this.launched.stop("kill");
    this.link?.output.destroy();
  }

  /** Nobody waits for it any more: a worker that understands cancel gets it, another may finish it by its deadline. */
  private forsake(id: string, { canCancel }: WorkerSpec, deadline: NodeJS.Timeout): void {
    this.pending.delete(id);
    if (canCancel) this.write(`{"cancel":"${id}"}\n`);
    const timer = canCancel ? setTimeout(() => this.late(id), CANCEL_MS) : deadline;
    this.forsaken.set(id, { isTold: canCancel, timer: timer.unref() });
  }

  private late(id: string): void {
    const request = this.pending.get(id);
    if (request === undefined && !this.forsaken.delete(id)) return;
    request?.settle({ type: "timed-out" });
    this.pending.delete(id);
    this.retire();
    this.stopWhenIdle();
  }

  private stopWhenIdle(): void {
    if (this.state !== "retired" || this.pending.size > 0) return;
    this.state = "stopped";
    this.link?.input.end();
    this.launched.stop("ask");
  }

  /** Nothing more will come from it: either it has ended, or it has closed its stdout and soon must. */
  private fallSilent(): void {
    this.outputIsOver = true;
    if (this.end !== null) this.finish(this.end);
    else if (this.state === "open") {
      this.state = "retired";
      this.events.onRetired();
      setTimeout(() => this.launched.stop("ask"), DRAIN_MS).unref();
    }
  }

  /** The process has ended. Its last answer may still be on the way. */
  private over(end: WorkerEnd): void {
    this.end = end;
    if (this.link === null || this.outputIsOver) this.finish(end);
    else setTimeout(() => this.finish(end), DRAIN_MS);
  }

  private finish(end: WorkerEnd): void {
    if (this.state === "ended") return;
    const byItself = this.isAtFault || this.state !== "stopped";
    if (this.state === "open") this.events.onRetired();
    this.state = "ended";
    const unfinished = this.lines.rest();
    if (unfinished.length > 0) this.take(unfinished);
    for (const request of this.pending.values()) request.fail(end);
    this.pending.clear();
    for (const { timer } of this.forsaken.values()) clearTimeout(timer);
    this.forsaken.clear();
    this.link?.input.destroy();
    this.link?.output.destroy();
    this.events.onEnd(now() - this.begin, byItself);
  }
}
