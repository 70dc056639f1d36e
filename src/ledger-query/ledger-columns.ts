import { lstatSync } from "node:fs";
import { parseJson, isRecord } from "../json/index.js";
import { TORN } from "../trace/index.js";
import { Columns, type Block } from "./columns.js";
import { Indexer } from "./indexer.js";
import { LedgerFile } from "./ledger-file.js";
import { Sidecar } from "./sidecar.js";

/** How the columns of a ledger are brought up to date. */
export interface RefreshOptions {
  /** Gets how far it is, in bytes, every few megabytes. */
  readonly onProgress?: (done: number, size: number) => void;
  readonly signal?: AbortSignal;
}

const BLOCK_ROWS = 65_536;
const STEP_BYTES = 4_194_304;
/** Less than this is sooner read again than kept. */
const KEEP_BYTES = 1_048_576;

/** A ledger and its columns, as far as it was read. */
export class LedgerColumns {
  file: LedgerFile;
  columns = new Columns();
  private indexer = this.newIndexer();
  private sidecar: Sidecar | null = null;
  private open: Block | null = null;
  private refreshing: Promise<void> = Promise.resolve();

  /** Throws `UnreadableLedger`. A sidecar is kept where `keeps`: the ledger is the user's own. */
  constructor(
    readonly path: string,
    private readonly keeps: boolean,
  ) {
    this.file = new LedgerFile(path);
    this.load();
  }

  /** Reads what was added since. Where another file is at the path by now, all of that; one at a time. */
  refresh(options: RefreshOptions = {}): Promise<void> {
    const next = this.refreshing.then(() => this.readOn(options));
    this.refreshing = next.catch(() => undefined);
    return next;
  }

  close(): void {
    this.file.close();
  }

  /** The id of the event whose line begins at a byte; empty where that cannot be read. */
  readonly idAt = (offset: number): string => {
    const record = parseJson(this.file.lineAt(offset)?.bytes.toString() ?? "");
    const id = isRecord(record) ? record["eventId"] : "";
    return typeof id === "string" ? id : "";
  };

  private async readOn({ onProgress, signal }: RefreshOptions): Promise<void> {
    if (this.isReplaced()) this.reopen();
    const { size } = this.file;
    let next = this.columns.covered + STEP_BYTES;
    for (const raw of this.file.lines(this.columns.covered, size)) {
      // Its writer still writes, or was stopped there: the next one ends it.
      if (raw.fault === TORN) break;
      this.open ??= this.columns.begin();
      this.indexer.add(this.open, raw);
      if (this.open.tables.events.length >= BLOCK_ROWS) this.keep(this.open);
      if (raw.offset < next) continue;
      next = raw.offset + STEP_BYTES;
      onProgress?.(raw.offset, size);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
    if (this.open !== null && this.open.to - this.open.from >= KEEP_BYTES) this.keep(this.open);
  }

  private keep(block: Block): void {
    for (const table of Object.values(block.tables)) table.trim();
    this.sidecar?.append(block, this.columns.strings.slice(block.firstString));
    this.open = null;
  }

  private isReplaced(): boolean {
    if (this.file.size < this.columns.covered) return true;
    try {
      const { dev, ino } = lstatSync(this.path);
      return `${dev}:${ino}` !== this.file.identity;
    } catch {
      // It was moved away, and nothing is in its place yet.
      return false;
    }
  }

  private reopen(): void {
    const file = new LedgerFile(this.path);
    this.file.close();
    this.file = file;
    this.load();
  }

  private load(): void {
    this.columns = new Columns();
    this.indexer = this.newIndexer();
    this.open = null;
    this.sidecar = this.keeps ? Sidecar.open(sidecarOf(this.path), this.file, this.columns) : null;
  }

  private newIndexer(): Indexer {
    return new Indexer(this.columns, (offset) => this.idAt(offset));
  }
}

/** Where the columns of a ledger are kept. */
export function sidecarOf(ledger: string): string {
  return `${ledger}.columns`;
}
