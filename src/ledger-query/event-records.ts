import { toRecordedEvent, type RecordedEvent } from "../recorded/index.js";
import { defaultRedactor, readLine, type LedgerLine } from "../trace/index.js";
import type { Columns } from "./columns.js";
import { toLine, type LedgerFile } from "./ledger-file.js";

/** An event with all its records, as they may be shown: what they hold is redacted once more, by today's rules. */
export interface FoundEvent extends RecordedEvent {
  /** What is wrong with records of it that were left out. */
  readonly damage: readonly string[];
}

/** How far the records of an event are looked for that has no verdict. */
const UNFINISHED_BYTES = 1_048_576;
const FARTHEST = 0xffff_ffff;

/** Reads events out of a ledger by their rows. */
export class EventRecords {
  private readonly settings = new Map<string, readonly unknown[]>();

  constructor(
    private readonly file: LedgerFile,
    private readonly columns: Columns,
  ) {}

  /** The record that an event begins with; what is wrong with it, where it cannot be read. */
  first(row: number): LedgerLine | string {
    const read = this.file.recordAt(this.columns.event(row, "offset"));
    return typeof read === "string" ? read : redacted(read);
  }

  /** All records of an event as they are in the ledger, redacted, in their order. */
  records(row: number): {
    readonly lines: readonly LedgerLine[];
    readonly damage: readonly string[];
  } {
    const offset = this.columns.event(row, "offset");
    const first = this.file.recordAt(offset);
    if (typeof first === "string") return { lines: [], damage: [first] };
    const id = first["eventId"];
    const needle = Buffer.from(`"eventId":${JSON.stringify(id)}`);
    const lines: LedgerLine[] = [first];
    const damage: string[] = [];
    const take = (read: LedgerLine | string): void => {
      if (typeof read === "string") damage.push(read);
      else if (read["eventId"] === id && read.type !== "event") lines.push(read);
    };
    const end = this.endOf(row, offset);
    for (const { offset: at, bytes, fault } of this.file.lines(offset, end)) {
      if (at === offset || fault !== null || !bytes.includes(needle)) continue;
      const read = readLine(bytes);
      take(typeof read === "string" ? read : toLine(read, 0));
    }
    for (const at of this.lateOf(row)) if (at < offset || at >= end) take(this.file.recordAt(at));
    return { lines: lines.map(redacted), damage };
  }

  /** Null where its own record cannot be read. */
  event(row: number): FoundEvent | null {
    const { lines, damage } = this.records(row);
    const [first, ...others] = lines;
    if (first === undefined) return null;
    const { settings } = first;
    const hooks = typeof settings === "string" ? this.hooksOf(settings) : [];
    return { ...toRecordedEvent(first, others, hooks), damage };
  }

  private lateOf(row: number): readonly number[] {
    const found = new Set<number>();
    for (const { tables } of this.columns.blocks)
      for (let index = 0; index < tables.late.length; index++)
        if (tables.late.at("row", index) === row) found.add(tables.late.at("offset", index));
    return [...found];
  }

  private endOf(row: number, offset: number): number {
    const { blocks, covered } = this.columns;
    for (const { tables } of blocks) {
      const { verdicts } = tables;
      const index = verdicts.columns.row.subarray(0, verdicts.length).lastIndexOf(row);
      if (index < 0) continue;
      const end = verdicts.at("end", index);
      return end === FARTHEST ? covered : offset + end;
    }
    return Math.min(covered, offset + UNFINISHED_BYTES);
  }

  /** The hooks of a revision of the settings, wherever in the ledger it is. */
  private hooksOf(revision: string): readonly unknown[] {
    const known = this.settings.get(revision);
    if (known !== undefined) return known;
    const number = this.columns.strings.indexOf(revision);
    for (const { tables } of this.columns.blocks.toReversed())
      for (let index = tables.settings.length - 1; index >= 0; index--) {
        if (tables.settings.at("revision", index) !== number) continue;
        const read = this.file.recordAt(tables.settings.at("offset", index));
        if (typeof read === "string" || read["revision"] !== revision) continue;
        const { hooks } = redacted(read);
        const found = Array.isArray(hooks) ? (hooks as unknown[]) : [];
        this.settings.set(revision, found);
        return found;
      }
    return [];
  }
}

/** What is shown, sent or handed on was redacted when it was written; rules may have been added since, or it is another's. */
function redacted(line: LedgerLine): LedgerLine {
  return defaultRedactor(line) as LedgerLine;
}
