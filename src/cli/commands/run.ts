import { defaultHome } from "../../config/index.js";
import {
  createEngine,
  type Engine,
  type Fired,
  type HookReport,
  type Progress,
} from "../../engine/index.js";
import { interpretOwn } from "../../interpret/index.js";
import { isDiagnosis, nearest, type Problem } from "../../problem/index.js";
import { events, isKnownEvent, samplePayload, type Payload } from "../../payload/index.js";
import {
  forTerminalLine,
  problemText,
  readingText,
  toJsonText,
  type Paint,
} from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { run as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { readInputs } from "../inputs.js";
import { readPayload } from "../payload.js";
import { paintForStdout, prepare } from "../prepare.js";
import { unseenText } from "../text-lanes.js";
import { UsageError } from "../usage-error.js";
import { openRecords } from "./records.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [event, ...extra] = given.positionals;
  if (event === undefined)
    throw new UsageError("which event? For example: snaphook run PreToolUse --tool Bash");
  if (extra.length > 0) throw new UsageError(`one event at a time, not also ${extra.join(" ")}`);
  const payload = eventPayload(given, event);

  const records = openRecords(defaultHome());
  const dialect = given.text("dialect");
  const ends = new Map<string, Extract<Progress, { type: "run-end" }>>();
  const engine = createEngine({
    projectDir: process.cwd(),
    trustProject: given.flag("trust-project"),
    keeper: false,
    onProgress(progress) {
      if (progress.type === "run-end") ends.set(progress.hook.id, progress);
    },
    ledger: records.ledger,
    ...(dialect !== undefined && { dialect }),
  });
  const endOf = ({ id, async: isAsync }: HookReport): Pick<HookReport, "run" | "ms"> => {
    const end = isAsync === true ? ends.get(id) : undefined;
    return end === undefined ? {} : { run: end.run, ms: end.ms };
  };
  const abort = new AbortController();
  process.once("SIGINT", () => abort.abort());
  process.once("SIGTERM", () => abort.abort());
  try {
    if (given.text("payload") === undefined) checkEvent(event, engine.settings.hooks);
    await records.follow(engine.settings);
    const now = await engine.fire(payload, { signal: abort.signal });
    // The event does not wait for async hooks; whoever tries them out wants to see how they end.
    await Promise.race([engine.drained(), aborted(abort.signal)]);
    const fired: Fired = { ...now, hooks: now.hooks.map((hook) => ({ ...hook, ...endOf(hook) })) };
    // A store that cannot be used is a problem of the settings and of the event: it is listed once.
    const { problems: ofEvent } = fired.reading;
    const ofSettings = fired.problems.filter((one) => !ofEvent.some((other) => isSame(one, other)));
    if (given.flag("json")) printJson(fired, [...ofSettings, ...ofEvent]);
    else printText(fired, ofSettings, payload, paintForStdout());
    if (abort.signal.aborted) return INTERRUPTED;
    return fired.hooks.some(({ skipped }) => skipped === "trust") ? refuse(fired.problems) : 0;
  } finally {
    engine.close();
    await records.close();
  }
}

/** A misspelt event would match no hook, and everything would seem allowed. Hosts may have events of their own. */
function checkEvent(event: string, hooks: Engine["settings"]["hooks"]): void {
  if (isKnownEvent(event) || hooks.some((hook) => hook.event === event)) return;
  const names = events.map(({ name }) => name);
  const meant = nearest(event, names);
  if (meant !== undefined)
    throw new UsageError(`unknown event ${JSON.stringify(event)}; did you mean ${meant}?`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}

/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

function refuse(problems: Fired["problems"]): number {
  const unusable = problems.find(({ code }) => code === "trust-unusable");
  const why =
    unusable === undefined
      ? "they are not approved; review them with snaphook trust review, or run them once with --trust-project"
      : `it is unknown what was approved: ${forTerminalLine(unusable.found ?? "")}`;
  writeAll(2, `snaphook: hooks of this project did not run: ${why}\n`);
  return 3;
}

function eventPayload(given: Arguments, event: string): Payload {
  const fromFile = readPayload(given.text("payload"));
  const tool = given.text("tool");
  const input = readInputs(given);
  if (fromFile !== undefined && (tool !== undefined || input !== null)) {
    throw new UsageError("give the payload or --tool and --input, not both");
  }
  return {
    ...(fromFile ?? samplePayload(event)),
    cwd: process.cwd(),
    hook_event_name: event,
    ...(tool !== undefined && { tool_name: tool }),
    ...((tool !== undefined || input !== null) && { tool_input: input ?? {} }),
  };
}

function printJson(fired: Fired, problems: readonly Problem[]): void {
  const { hooks } = fired;
  const diagnosed = problems.some(isDiagnosis);
  writeAll(1, `${toJsonText({ ...fired.reading, diagnosed, problems, hooks })}\n`);
}

function isSame(one: Problem, other: Problem): boolean {
  return (["code", "hook", "path", "found"] as const).every((key) => one[key] === other[key]);
}

function printText(
  fired: Fired,
  ofSettings: Fired["problems"],
  payload: Payload,
  paint: Paint,
): void {
  const { hooks, reading, dialect, event } = fired;
  const lines = hooks.map((hook) => `  ${describe(hook, paint)}`);
  writeAll(
    1,
    `${paint.dim("hooks")}\n${lines.length === 0 ? "  No hooks match this event." : lines.join("\n")}\n\n`,
  );
  const unseen = unseenText(reading, {
    title: "Snaphook",
    log: "its log",
    event,
    read: (one) => interpretOwn({ dialect, event, payload, runs: [one] }),
  });
  writeAll(1, readingText(reading, { dialect, event, unseen, paint }));
  for (const problem of ofSettings) writeAll(1, `\n${problemText(problem, paint)}\n`);
}

function describe(hook: HookReport, paint: Paint): string {
  const place =
    hook.file === null
      ? ""
      : paint.dim(` ${forTerminalLine(hook.file)}${hook.line === null ? "" : `:${hook.line}`}`);
  const name = forTerminalLine(hook.name);
  if (!hook.ran) return `${paint.yellow("skipped")} ${name}: ${forTerminalLine(hook.why)}${place}`;
  const vote =
    hook.async === true
      ? ", async: it has no vote"
      : hook.observe === true
        ? ", observes: it has no effect"
        : "";
  if (hook.run === undefined) return `${paint.yellow("started")} ${name}${vote}${place}`;
  return `${paint.green("ran")} ${name}: ${ending(hook)} in ${Math.round(hook.ms ?? 0)} ms${vote}${place}`;
}

function ending({ run: ran }: HookReport): string {
  if (ran === undefined) return "";
  if (ran.timedOut === true) return "timed out";
  if (ran.cancelled === true) return "aborted";
  if (ran.changed !== undefined) return `ran while ${forTerminalLine(ran.changed)} was changed`;
  if (ran.spawnError !== undefined) return `did not start (${ran.spawnError})`;
  return ran.signal === undefined ? `exit code ${ran.exit ?? 0}` : `killed by ${ran.signal}`;
}
