import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { fittingMembers } from "./fit.js";
import { LineBuffer } from "./line-buffer.js";
import { lineBody, NO_HASH, readLine, type Chain } from "./line.js";
import { identityAt, openPrivate, syncFolder } from "./open-file.js";
import type { PlainFields } from "./plain.js";
import { lockPrune } from "./prune-lock.js";
import { planPrune, type PrunePlan } from "./prune-plan.js";
import { prunedFields } from "./pruned-record.js";
import { linesIn, TORN } from "./read-ledger.js";
import { messageOf } from "./trouble.js";
import { LOOK_MS } from "./open-ledger.js";

/** How a ledger is pruned. */
export interface PruneOptions {
  /** Records that are older go. */
  readonly before: Date;
  /** Is shown the plan; nothing is changed unless it gives true. */
  readonly agree: (plan: PrunePlan) => boolean | Promise<boolean>;
  readonly onProgress?: (bytes: number) => void;
  /** Until the file is replaced; from then on the prune is brought to its end. */
  readonly signal?: AbortSignal;
  /** How long writers are given to notice; for tests. */
  readonly graceMs?: number;
}

/** What became of it. `late` counts bytes that were still written to the old file and were carried over. */
export type Pruned =
  | { readonly type: "pruned"; readonly plan: PrunePlan; readonly late: number }
  | { readonly type: "not-agreed"; readonly plan: PrunePlan }
  | { readonly type: "failed"; readonly message: string };

/** A writer notices within `LOOK_MS` that the file is another one; a slow one is waited for a little longer. */
const GRACE_MS = 2.5 * LOOK_MS;
const STEP_MS = 100;

/**
 * Removes old records. The new file begins with a chain of its own that accounts for what is gone, so that `verifyLedger`
 * still proves what is left; it takes the place of the old one at once. What other processes write to the old file until
 * they notice is carried over.
 */
export async function pruneLedger(path: string, options: PruneOptions): Promise<Pruned> {
  const opened = openPrivate(path);
  if ("kind" in opened) return { type: "failed", message: opened.message };
  const { fd, identity } = opened;
  const lock = lockPrune(path);
  try {
    if (typeof lock === "string") return { type: "failed", message: lock };
    const { signal, onProgress } = options;
    const plan = await planPrune(fd, options.before, async (bytes) => {
      onProgress?.(bytes);
      await breathe(signal);
    });
    if (!(await options.agree(plan))) return { type: "not-agreed", plan };
    signal?.throwIfAborted();
    const old = await replace(path, fd, identity, plan, options);
    return await carryLate(old, path, plan, options);
  } catch (error) {
    return { type: "failed", message: `The ledger ${path} is unchanged: ${messageOf(error)}` };
  } finally {
    closeSync(fd);
    if (typeof lock !== "string") lock.release();
  }
}

/** Puts the new file in the place of the old one, and gives back what takes over from the old one from then on. */
async function replace(
  path: string,
  fd: number,
  identity: string,
  plan: PrunePlan,
  { signal, onProgress }: PruneOptions,
): Promise<Carrier> {
  const draft = `${path}.pruning`;
  rmSync(draft, { force: true });
  const into = openSync(draft, "ax", 0o600);
  const out = new LineWriter(into);
  try {
    out.add(headOf(fd, plan));
    let next = 0;
    for (const { offset, bytes } of linesIn(fd, 0, { to: plan.end })) {
      if (plan.keeps(offset, () => writerOf(bytes))) out.add(bytes);
      if (offset < next) continue;
      next = offset + 1_048_576;
      onProgress?.(offset);
      await breathe(signal);
    }
    const old = new Carrier(fd, plan.end, out);
    while (old.carry() > 0) await breathe(signal);
    out.sync();
    if (identityAt(path) !== identity) throw new Error("it was replaced meanwhile");
    old.carry();
    renameSync(draft, path);
    syncFolder(path);
    return old;
  } catch (error) {
    out.close();
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Until every writer has noticed that the file is another one. */
async function carryLate(
  old: Carrier,
  path: string,
  plan: PrunePlan,
  { graceMs = GRACE_MS }: PruneOptions,
): Promise<Pruned> {
  const before = old.carried;
  try {
    for (let waited = 0; waited < graceMs; waited += STEP_MS) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      old.carry();
    }
    old.finish();
    return { type: "pruned", plan, late: old.carried - before };
  } catch (error) {
    const what = "records that other processes wrote meanwhile may be lost";
    return { type: "failed", message: `${path} was pruned, but ${what}: ${messageOf(error)}` };
  } finally {
    old.close();
  }
}

/** The chain of the prune itself: what is gone, and the settings that events refer to which stay. */
function headOf(fd: number, plan: PrunePlan): Buffer {
  const time = new Date().toISOString();
  let chain: Chain = { writer: randomBytes(8).toString("hex"), seq: 0, prev: NO_HASH };
  const { version, platform, arch } = process;
  const settings = plan.settings.flatMap((offset) => {
    const [line] = linesIn(fd, offset);
    const read = line === undefined ? "" : readLine(line.bytes);
    if (typeof read === "string") return [];
    const { type, eventId, revision, hooks } = read;
    return [{ type, eventId, revision, hooks }];
  });
  const buffer = new LineBuffer();
  buffer.begin("");
  for (const fields of [
    { type: "open", node: version, platform, arch },
    ...prunedFields({ total: plan.total, chains: plan.chains }),
    ...settings,
    { type: "close" },
  ]) {
    const prev = buffer.add(lineBody(chain, time, fittingMembers(fields as PlainFields)));
    chain = { ...chain, seq: chain.seq + 1, prev };
  }
  return buffer.lines.subarray(0, -1);
}

const frame = /^\{"v":1,"seq":\d+,"time":"[^"]*","pid":\d+,"writer":"([0-9a-f]{16})"/;

/** Of a line that was read and found intact. */
function writerOf(bytes: Buffer): string {
  const found = frame.exec(bytes.toString("latin1", 0, 256))?.[1];
  if (found !== undefined) return found;
  const read = readLine(bytes);
  return typeof read === "string" ? "" : read.writer;
}

/** Takes over what is added to the old file: whole lines, each as it is. */
class Carrier {
  carried = 0;

  constructor(
    private readonly fd: number,
    private from: number,
    private readonly out: LineWriter,
  ) {}

  carry(): number {
    const begin = this.from;
    for (const { offset, bytes, fault } of linesIn(this.fd, this.from)) {
      if (fault === TORN) break;
      this.out.add(bytes);
      this.from = offset + bytes.length + 1;
    }
    this.out.flush();
    this.carried += this.from - begin;
    return this.from - begin;
  }

  /** A line that its writer did not finish stays visible as damage. */
  finish(): void {
    for (const { bytes } of linesIn(this.fd, this.from)) this.out.add(bytes);
    this.out.sync();
  }

  close(): void {
    this.out.close();
  }
}

const FLUSH_BYTES = 1_048_576;

/** Writes whole lines, many at once. The file is opened for appending: others may append to it too. */
class LineWriter {
  private parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly fd: number) {}

  add(line: Buffer): void {
    this.parts.push(line, LINE_END);
    this.size += line.length + 1;
    if (this.size >= FLUSH_BYTES) this.flush();
  }

  flush(): void {
    if (this.size === 0) return;
    const bytes = Buffer.concat(this.parts);
    this.parts = [];
    this.size = 0;
    const written = writeSync(this.fd, bytes);
    if (written < bytes.length)
      throw new Error(`only ${written} of ${bytes.length} bytes were written`);
  }

  sync(): void {
    this.flush();
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}

const LINE_END = Buffer.from("\n");

/** Lets signals and timers in, and ends here where it was aborted. */
async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
