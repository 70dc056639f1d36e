import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LedgerLines, recordsOf, type Happened } from "../trace/ledger-lines.js";
import { temporaryFolder } from "../workspace.js";

const BEGIN = Date.UTC(2025, 5, 1, 12);
/** In the input of the first event. */
export const SECRET = `ghp_${"a1B2".repeat(9)}`;
const failure = { code: "exit-code-failure", severity: "warning", hook: "guard", path: "exit" };

/** A home folder with a ledger, for the built command from now on. */
export class Home {
  readonly folder = join(temporaryFolder(), "a home");
  readonly ledger = join(this.folder, "ledger.jsonl");
  private readonly lines = new LedgerLines(this.ledger);

  constructor() {
    mkdirSync(this.folder, { mode: 0o700 });
    process.env["SNAPHOOK_HOME"] = this.folder;
  }

  add(happened: Happened, minute: number): void {
    this.lines.add(BEGIN + minute * 60_000, recordsOf(happened));
  }

  /** Four events of two sessions. */
  fill(): void {
    const input = { command: `rm -rf x # ${SECRET}` };
    this.add({ id: "aaaa-1", session: "one", input, outcome: "block", hook: "no-rm" }, 0);
    this.add({ id: "bbbb-2", session: "one", hook: "new", observe: true, level: "deny" }, 1);
    this.add({ id: "cccc-3", session: "two", tool: "Write", problems: [failure] }, 1500);
    this.add({ id: "dddd-4", session: "two", outcome: null }, 1501);
  }

  names(): string[] {
    return readdirSync(this.folder).toSorted();
  }
}
