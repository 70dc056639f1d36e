import type { Hook } from "../config/index.js";
import { findDialect } from "../dialects/index.js";
import { readAnswers } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { Runner } from "../run/index.js";
import type { Engine } from "./engine.js";
import { eventContext } from "./event-context.js";
import type { OwnLedger } from "./own-ledger.js";
import type { ProjectTrust } from "./project-trust.js";
import { HookRuns } from "./run-hooks.js";
import type { HookStarter } from "./start-hook.js";

interface Prepared {
  readonly engine: Pick<Engine, "settings" | "judge">;
  readonly own: OwnLedger;
  readonly runner: Runner;
  readonly starter: HookStarter;
  /** Null where a store of the host says what is approved: events ask it, and nobody else. */
  readonly project: ProjectTrust | null;
}

const anyPayload: Payload = {
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "true" },
};

/** Does what the first event would wait for, and decides nothing. What fails here fails there again, and is reported there. */
export async function prepare(
  { engine, own, runner, starter, project }: Prepared,
  isClosed: () => boolean,
): Promise<void> {
  if (isClosed()) return;
  own.prepare();
  const processes = engine.settings.hooks.filter(startsProcess);
  const ready = processes.length > 0 ? runner.prepare() : null;
  await project?.prepare(() => !isClosed());
  if (isClosed()) return;
  // By judging it, the rules are read; for what may change something, it is found what must not be changed.
  engine.judge({ tool: "Bash", input: { command: "touch x" } });
  const shell = processes.find(({ action }) => action.type === "command");
  if (shell === undefined || (await ready) !== true || isClosed()) return;
  await rehearse(shell, engine, starter);
}

function startsProcess({ action, disabled }: Hook): boolean {
  return !disabled && ["command", "worker", "module"].includes(action.type);
}

/**
 * Does all that an event does with a hook that does nothing, in a shell: the keeper has one in waiting afterwards, and V8
 * has compiled what the first event runs. It is no event: nobody gets to see it, and nothing is recorded.
 */
async function rehearse(
  like: Hook,
  { settings }: Pick<Engine, "settings">,
  starter: HookStarter,
): Promise<void> {
  const action = { type: "command", form: "shell", shell: "/bin/sh", command: ":" } as const;
  const hook = { ...like, action, cwd: null, env: {}, passEnv: [], timeout: 1 };
  const context = eventContext(anyPayload, settings, findDialect(settings.dialect), {
    eventId: "",
    signal: new AbortController().signal,
  });
  const planned = { hook, matches: true, why: "" };
  const runs = new HookRuns(context, starter, () => Promise.resolve(planned));
  const results = await runs.run([planned]);
  readAnswers(
    results.flatMap(({ answer }) => answer ?? []),
    context,
  );
}
