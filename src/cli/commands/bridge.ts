import { interpret, wireEnding, type Reading, type WireRun } from "../../interpret/index.js";
import { eventsOf, findBridgedHost } from "../../hosts/index.js";
import { createRunner, type ProcessResult } from "../../run/index.js";
import type { Arguments } from "../arguments.js";
import { answerFor, answerHost, type BridgeInput } from "../bridge/answer.js";
import { hostOf, openLog, readBridgeInput } from "../bridge/bridge-input.js";
import { bridge as spec } from "../command-spec.js";
import { prepare } from "../prepare.js";
import { GUARD_AFTER_MS, onStopSignal } from "../stop-signals.js";
import { UsageError } from "../usage-error.js";

const OUTPUT_BYTES = 102_400;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name, ...words] = given.positionals;
  if (name === "run") return runHook(given, words);
  if (name === "fire") {
    const { fire } = await import("./bridge-fire.js");
    return fire(given);
  }
  if (name === "install" || name === "uninstall") {
    const { install } = await import("./bridge-install.js");
    return install(given, words, name);
  }
  throw new UsageError(
    `${name === undefined ? "" : `there is no ${name}; `}give one of run, fire, install and uninstall; see snaphook bridge --help`,
  );
}

/** Runs a hook that was written for another host, and answers this one. */
async function runHook(given: Arguments, [file, ...args]: readonly string[]): Promise<number> {
  const host = hostOf("host", given.text("host"));
  const from = hostOf("from", given.text("from"));
  if (file === undefined)
    throw new UsageError(
      "which hook? For example: snaphook bridge run --host codex --from claude-code -- ./guard.sh",
    );
  const log = openLog(given.text("log"));
  const input = readBridgeInput(host, from);
  // What the host has given this process is what it would have given the hook.
  const base = process.env as Record<string, string>;
  const runner = createRunner({ keeper: false, base, guardAfterMs: GUARD_AFTER_MS });
  const stop = new AbortController();
  let stoppedBy = 0;
  onStopSignal((number) => {
    stoppedBy = number;
    stop.abort();
  });
  try {
    const result = await runner.run(
      {
        file,
        args,
        cwd: process.cwd(),
        env: {},
        stdin: `${JSON.stringify(input.hookPayload)}\n`,
        timeoutMs: secondsOf(given, from) * 1000,
        outputBytes: OUTPUT_BYTES,
      },
      stop.signal,
    );
    // Whoever stopped it waits for no answer.
    if (stoppedBy > 0) return 128 + stoppedBy;
    const reading = readAs(from, input, wireOf(result));
    return answerHost(answerFor(input, reading, log, { isLossy: given.flag("lossy") }));
  } finally {
    runner.close();
  }
}

/**
 * What the run means to the host that the hook was written for. Where that has no such event it runs no hook, but here one ran:
 * what it restricts counts as before a tool, so that no deny is lost.
 */
function readAs(
  dialect: string,
  { hookEvent, hookPayload, problems }: BridgeInput,
  wire: WireRun,
): Reading {
  const readOn = (event: string): Reading =>
    interpret({ dialect, event, payload: hookPayload, runs: [wire] });
  const reading = readOn(hookEvent);
  if (problems.every(({ code }) => code !== "host-event-unknown")) return reading;
  const { outcome, permission, toModel, toUser } = readOn(guardOf(dialect));
  return outcome === "proceed" ? reading : { ...reading, outcome, permission, toModel, toUser };
}

/** The event before a tool runs, which every host has. */
function guardOf(dialect: string): string {
  const host = findBridgedHost(dialect);
  return (host === null ? undefined : eventsOf(host, "PreToolUse")[0]?.name) ?? "PreToolUse";
}

function secondsOf(given: Arguments, from: string): number {
  const said = given.text("timeout");
  if (said === undefined) return findBridgedHost(from)?.defaultTimeout ?? 60;
  const seconds = Number(said);
  if (!(seconds > 0)) throw new UsageError(`--timeout ${said}: seconds, more than 0`);
  return seconds;
}

function wireOf({ ending, stdout, stderr, cut, stderrCut }: ProcessResult): WireRun {
  return { ...wireEnding(ending), stdout, stderr, cut, stderrCut };
}
