import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openLedgerQuery, type LedgerQuery } from "../../src/ledger-query/index.js";
import { temporaryFolder } from "../workspace.js";
import { LedgerLines, recordsOf, type Happened } from "./ledger-lines.js";

/** When the events of a test begin. */
export const BEGIN = Date.UTC(2025, 5, 1, 12);

/** A ledger in a private folder that a test writes and asks. */
export class AskedLedger {
  readonly folder = join(temporaryFolder(), "home");
  readonly file = join(this.folder, "ledger.jsonl");
  lines = new LedgerLines(this.file);

  constructor() {
    mkdirSync(this.folder, { mode: 0o700 });
  }

  /** The next lines are those of a ledger that begins. */
  beginAnew(): void {
    this.lines = new LedgerLines(this.file);
  }

  add(happened: Happened, minute = 0, writer?: string): void {
    this.lines.add(BEGIN + minute * 60_000, recordsOf(happened), writer);
  }

  /** Four events that differ in everything. */
  fourEvents(): void {
    this.add({
      id: "a-1",
      session: "s1-x",
      tool: "Bash",
      input: { command: "rm -rf x" },
      outcome: "block",
    });
    this.add({ id: "b-2", session: "s2-y", tool: "Write", hook: "format.sh", cwd: "/other" }, 1);
    this.add(
      {
        id: "c-3",
        session: "s1-x",
        event: "PostToolUse",
        tool: "mcp__db__query",
        problems: [{ code: "exit-code-failure", severity: "warning", hook: "guard", path: "exit" }],
      },
      2,
    );
    this.add({ id: "d-4", session: "s3-z", outcome: null, cwd: "/project/sub" }, 3);
  }

  /** Many events, of fifty sessions. A thousand are more than is sooner read again than kept. */
  fill(count: number, from = 0): void {
    const records = Array.from({ length: count }, (_, index) =>
      recordsOf({
        id: `f-${from + index}`,
        session: `s-${(from + index) % 50}`,
        input: { command: "x".repeat(400) },
      }),
    );
    this.lines.add(BEGIN, records.flat());
  }

  async ask<Result>(
    work: (query: LedgerQuery) => Result | Promise<Result>,
    isOwn = true,
  ): Promise<Result> {
    const query = await openLedgerQuery(this.file, { isOwn });
    try {
      return await work(query);
    } finally {
      query.close();
    }
  }
}
