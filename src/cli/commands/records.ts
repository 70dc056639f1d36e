import { join } from "node:path";
import type { Settings } from "../../config/index.js";
import { fillHeaders, listed } from "../../run/index.js";
import { forTerminalLine } from "../../show/index.js";
import type { Telemetry } from "../../telemetry/index.js";
import { openLedger, type Ledger, type LedgerOptions } from "../../trace/index.js";
import { say } from "../fold.js";

/** The ledger of a command, and telemetry where the settings ask for it. */
export interface Records {
  /** For an engine, which opens and closes it. */
  readonly options: LedgerOptions;
  /** Opened when it is first used. */
  readonly ledger: Ledger;
  /** From now on what is recorded is sent as well, where the settings say so. */
  follow(settings: Settings): Promise<void>;
  /** Ends the ledger, and waits a moment for what was not sent yet. */
  close(): Promise<void>;
}

/** For a command that ends after one event: it should not be held up for long by a receiver that is gone. */
const SHORT_MS = 500;

export function openRecords(home: string, report = reportOnStderr): Records {
  let telemetry: Telemetry | null = null;
  let ledger: Ledger | null = null;
  const options: LedgerOptions = {
    file: join(home, "ledger.jsonl"),
    onTrouble: ({ message }) => report(`the ledger: ${message}`),
    onRecord: (record) => telemetry?.take(record),
  };
  return {
    options,
    get ledger() {
      return (ledger ??= openLedger(options));
    },
    async follow({ telemetry: wanted }) {
      if (wanted === null) return;
      // Only the user and the administrator write these settings: any variable of theirs may be in them.
      const filled = fillHeaders(wanted.headers, listed(process.env, Object.keys(process.env)));
      if (!filled.ok) {
        report(`telemetry is not sent: ${filled.reason}; see telemetry.headers in the settings`);
        return;
      }
      const { openTelemetry } = await import("./send-telemetry.js");
      telemetry = openTelemetry({
        ...wanted,
        headers: Object.fromEntries(filled.headers),
        onTrouble: ({ message }) => report(`telemetry: ${message}`),
        limits: { closeMs: SHORT_MS },
      });
    },
    async close() {
      ledger?.close();
      await telemetry?.close();
    },
  };
}

function reportOnStderr(message: string): void {
  say(2, `snaphook: ${forTerminalLine(message)}\n`);
}
