import type { Hook, Settings } from "../config/index.js";
import type { Runner } from "../run/index.js";
import type { ToolCall } from "./grants.js";
import type { OwnLedger } from "./own-ledger.js";
import type { ProjectTrust } from "./project-trust.js";

interface Prepared {
  readonly settings: Settings;
  readonly own: OwnLedger;
  readonly runner: Runner;
  /** Null where a store of the host says what is approved: events ask it, and nobody else. */
  readonly project: ProjectTrust | null;
  readonly judge: (call: ToolCall) => unknown;
  readonly isClosed: () => boolean;
}

/** By judging it, the rules are read. */
const anyCall: ToolCall = { tool: "Bash", input: { command: "true" } };

/** Does what the first event would wait for, and decides nothing. What fails here fails there again, and is reported there. */
export async function prepare(engine: Prepared): Promise<void> {
  const { settings, own, runner, project, judge, isClosed } = engine;
  if (isClosed()) return;
  own.prepare();
  if (settings.hooks.some(startsProcess)) runner.prepare();
  await project?.prepare(() => !isClosed());
  if (!isClosed()) judge(anyCall);
}

function startsProcess({ action, disabled }: Hook): boolean {
  return !disabled && ["command", "worker", "module"].includes(action.type);
}
