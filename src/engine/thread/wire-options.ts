import { isLedger } from "../own-ledger.js";
import type { EngineOptions } from "../engine.js";
import type { HostPart, WireOptions } from "./messages.js";
import type { FunctionNumbers } from "./wire-hook.js";
import { programTo } from "./wire-program.js";

/** Options as a thread gets them. Throws where one of them cannot work from another thread. */
export function optionsTo(options: EngineOptions, functions: FunctionNumbers): WireOptions {
  const { program, ledger, environment, thread: _, ...rest } = options;
  const { onReview, onProgress, onSettingsChange, approvals, grants, only, ...plain } = rest;
  if (only !== undefined)
    throw new TypeError("createEngine: `only` is a function of this thread; leave out `thread`");
  const { onRecord, onTrouble } = ledgerOf(ledger) ?? {};
  const code = { onReview, onProgress, onSettingsChange, approvals, grants, onRecord, onTrouble };
  return {
    ...plain,
    // The thread has the host's own anyway, and as they change.
    ...(environment !== undefined &&
      environment !== process.env && { environment: { ...environment } }),
    program: program === undefined ? null : programTo(program, functions),
    ledger: ledgerTo(ledger),
    has: Object.fromEntries(
      Object.entries(code).map(([name, part]) => [name, part !== undefined]),
    ) as Record<HostPart, boolean>,
  };
}

function ledgerTo(given: EngineOptions["ledger"]): WireOptions["ledger"] {
  const ledger = ledgerOf(given);
  if (ledger === undefined) return null;
  const { file, sync } = ledger;
  return { file, ...(sync !== undefined && { sync }) };
}

/** The thread writes the ledger itself: each record would otherwise wait for the host. */
function ledgerOf(given: EngineOptions["ledger"]): Exclude<typeof given, { append: unknown }> {
  if (given === undefined) return undefined;
  if (isLedger(given))
    throw new TypeError(
      `createEngine: with \`thread\`, give \`ledger\` as what openLedger is given, { file: ${JSON.stringify(given.path)} }, and not as an open ledger`,
    );
  if (given.redact !== undefined)
    throw new TypeError(
      "createEngine: with `thread`, `ledger.redact` cannot be given: it would have to run in the engine's thread",
    );
  return given;
}
