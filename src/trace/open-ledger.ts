import { randomBytes } from "node:crypto";
import { fdatasyncSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { fittingMembers } from "./fit.js";
import { LineBuffer } from "./line-buffer.js";
import { fieldsOf, lineBody, NO_HASH, type Chain } from "./line.js";
import type { AppendOptions, Ledger, LedgerOptions, LedgerRecord, PlainRecord } from "./ledger.js";
import { closeQuietly, identityAt, openPrivate, syncFolder } from "./open-file.js";
import { toPlain, type Plain, type PlainFields } from "./plain.js";
import { LastMark } from "./last-mark.js";
import { defaultRedactor, type Redactor } from "./redact.js";
import { messageOf, troubleOf, LedgerTroubles } from "./trouble.js";

/** Opens a ledger. Never throws: where it cannot be opened, each `append` tries again. */
export function openLedger(options: LedgerOptions): Ledger {
  const writer = new LedgerWriter(options);
  writer.open();
  return writer;
}

/** The same, opened by its first record or by `prepare`: a third of what an engine takes to be made. */
export function ledgerLater(options: LedgerOptions): Ledger & { prepare(): void } {
  return new LedgerWriter(options);
}

/** How often it is looked whether the file is still the one at its path. A gate always looks. */
export const LOOK_MS = 1000;

const anyRecord: LedgerRecord = {
  type: "event",
  eventId: "",
  payload: { tool_input: { command: 'curl -H "name: value" https://name@host/path?key=value' } },
};

type OpenChain = Chain & { readonly file: string };

class LedgerWriter implements Ledger {
  readonly path: string;
  private readonly redact: Redactor;
  private readonly sync: boolean;
  private readonly troubles: LedgerTroubles;
  private readonly onRecord: ((record: PlainRecord) => void) | undefined;
  private listenerFailed = false;
  private fd: number | null = null;
  private chain: OpenChain | null = null;
  private readonly buffer = new LineBuffer();
  private readonly once: LastMark;
  private lost = 0;
  private looked = 0;
  private closed = false;

  constructor(options: LedgerOptions) {
    this.path = resolve(options.file);
    this.once = new LastMark(`${this.path}.once`);
    this.redact = options.redact ?? defaultRedactor;
    this.sync = options.sync ?? false;
    this.troubles = new LedgerTroubles(this.path, options.onTrouble);
    this.onRecord = options.onRecord;
  }

  open(): void {
    if (!this.closed && this.fd === null) this.connect();
  }

  /** What V8 does at a first record is done before it: most of it is for the expressions that find secrets. */
  prepare(): void {
    this.open();
    if (this.redact === defaultRedactor) fittingMembers(this.fieldsOf(anyRecord));
  }

  append(record: LedgerRecord, options?: AppendOptions): boolean {
    return this.appendAll([record], options);
  }

  appendAll(records: readonly LedgerRecord[], options: AppendOptions = {}): boolean {
    if (this.closed) {
      this.troubles.report({
        kind: "closed",
        message: "The ledger was closed before this record.",
      });
      return false;
    }
    const written = this.appendOpen(records, options);
    if (written) this.troubles.worksAgain();
    else this.lost += records.length;
    return written;
  }

  appendOnce(key: string, record: LedgerRecord): boolean {
    if (!this.closed && this.ready(false) && this.once.has(this.markOf(key))) return true;
    if (!this.append(record)) return false;
    this.once.keep(this.markOf(key));
    return true;
  }

  /** Of this file: in another one at its path there is nothing yet. */
  private markOf(key: string): string {
    return `${this.chain?.file ?? ""} ${key}\n`;
  }

  close(): void {
    if (this.closed) return;
    if (this.chain !== null && this.ready(true)) this.write("", { type: "close" });
    this.closed = true;
    this.disconnect();
  }

  private appendOpen(
    records: readonly LedgerRecord[],
    { gate = false, sync = this.sync }: AppendOptions,
  ): boolean {
    let plain: PlainFields[];
    let lines: string[];
    try {
      plain = records.map((record) => this.fieldsOf(record));
      lines = plain.map(fittingMembers);
    } catch (error) {
      const message = `The redactor failed: ${messageOf(error)}`;
      this.troubles.report({ kind: "redactor", message });
      return false;
    }
    const ready = this.ready(gate);
    const time = new Date().toISOString();
    if (this.onRecord !== undefined)
      for (const fields of plain) this.send(this.onRecord, { time, ...fields });
    if (!ready || !this.writeLines("", lines, time)) return false;
    return gate && sync ? this.flush() : true;
  }

  private fieldsOf(record: LedgerRecord): PlainFields {
    const redacted = this.redact(record);
    return fieldsOf(this.redact === defaultRedactor ? (redacted as Plain) : toPlain(redacted));
  }

  /** Writing does not depend on the listener: that it throws is reported once, and again after it has worked. */
  private send(onRecord: (record: PlainRecord) => void, record: PlainRecord): void {
    try {
      onRecord(record);
      this.listenerFailed = false;
    } catch (error) {
      if (this.listenerFailed) return;
      this.listenerFailed = true;
      const message = `The listener failed: ${messageOf(error)}`;
      this.troubles.report({ kind: "listener", message });
    }
  }

  /** Whether there is a file to write to, after trying to have one. */
  private ready(look: boolean): boolean {
    const now = Date.now();
    if (this.fd !== null && (look || Math.abs(now - this.looked) >= LOOK_MS)) {
      this.looked = now;
      if (this.standsElsewhere()) {
        this.troubles.report({ kind: "replaced", message: `The file ${this.path} was replaced.` });
        this.disconnect();
      }
    }
    return this.fd !== null || this.connect();
  }

  private standsElsewhere(): boolean {
    try {
      return identityAt(this.path) !== this.chain?.file;
    } catch {
      return true;
    }
  }

  /** Opens the file, and continues with the chain there or begins one. A line that was torn gets its end first. */
  private connect(): boolean {
    const opened = openPrivate(this.path);
    if ("kind" in opened) {
      this.troubles.report(opened);
      return false;
    }
    this.fd = opened.fd;
    this.looked = Date.now();
    if (this.sync) syncFolder(this.path);
    const { damaged, identity, isNew } = opened;
    // A number of a file that is gone is given to another: nothing goes on in a new one.
    if (isNew) this.once.keep("");
    const start = damaged > 0 ? "\n" : "";
    const recovery = { type: "recovered", damaged, lost: this.lost };
    if (!isNew && this.chain?.file === identity) {
      if (!this.write(start, recovery)) return false;
    } else {
      const before = this.chain;
      const writer = randomBytes(8).toString("hex");
      this.chain = { writer, seq: 0, prev: NO_HASH, file: identity };
      const { version, platform, arch } = process;
      if (!this.write(start, { type: "open", node: version, platform, arch })) {
        this.chain = before;
        return false;
      }
      if ((damaged > 0 || this.lost > 0) && !this.write("", recovery)) return false;
    }
    this.lost = 0;
    return true;
  }

  private disconnect(): void {
    if (this.fd !== null) closeQuietly(this.fd);
    this.fd = null;
  }

  private write(start: string, fields: PlainFields): boolean {
    const time = new Date().toISOString();
    return this.writeLines(start, [JSON.stringify(fields).slice(1, -1)], time);
  }

  /** One call of write, whole lines only. After anything but full success the descriptor is not trusted again. */
  private writeLines(start: string, lines: readonly string[], time: string): boolean {
    const { fd } = this;
    if (fd === null || this.chain === null) return false;
    let chain = this.chain;
    const { buffer } = this;
    buffer.begin(start);
    const links = lines.map((members) => {
      const prev = buffer.add(lineBody(chain, time, members));
      const { writer, seq, file } = chain;
      return (chain = { writer, seq: seq + 1, prev, file });
    });
    const bytes = buffer.lines;
    try {
      const written = writeSync(fd, bytes);
      if (written === bytes.length) {
        this.chain = chain;
        return true;
      }
      // The lines before the torn one are there, and one that lacks its line end only: the chain continues after them.
      const whole = bytes.toString("utf8", 0, written + 1).split("\n").length - 1 - start.length;
      this.chain = links[whole - 1] ?? this.chain;
      const message = `Only ${written} of ${bytes.length} bytes were written to ${this.path}.`;
      this.troubles.report({ kind: "short-write", message });
    } catch (error) {
      this.troubles.report(troubleOf(error, "unwritten"));
    }
    this.disconnect();
    return false;
  }

  private flush(): boolean {
    try {
      if (this.fd !== null) fdatasyncSync(this.fd);
      return true;
    } catch (error) {
      this.troubles.report(troubleOf(error, "unsynced"));
      return false;
    }
  }
}
