import { unseenText } from "../../compare/index.js";
import {
  createEngine,
  type Engine,
  type Fired,
  type HookReport,
  type PlannedHook,
  type Progress,
} from "../../engine/index.js";
import { interpretOwn } from "../../interpret/index.js";
import { isProjectLayer } from "../../layer/index.js";
import { isDiagnosis, nearestName, type Problem } from "../../problem/index.js";
import { events, isKnownEvent, type Payload } from "../../payload/index.js";
import { readingText, type Paint } from "../../show/index.js";
import { GUARD_AFTER_MS } from "../stop-signals.js";
import { UsageError } from "../usage-error.js";
import { hookLines, planLines, problemTexts } from "./hook-lines.js";
import type { FiredSection, RunRequest } from "./run-request.js";

/** Fires an event at the hooks in Snaphook's own settings. Null where there are none and others have some. */
export async function runOwn(
  request: RunRequest,
  payload: Payload,
  othersFound: boolean,
): Promise<FiredSection | null> {
  const { dialect, signal, records } = request;
  const ends = new Map<string, Extract<Progress, { type: "run-end" }>>();
  const engine = createEngine({
    projectDir: process.cwd(),
    trustProject: request.trustProject,
    keeper: false,
    guardAfterMs: GUARD_AFTER_MS,
    onProgress(progress) {
      if (progress.type === "run-end") ends.set(progress.hook.id, progress);
    },
    ...(records !== null && { ledger: records.ledger }),
    ...(dialect !== undefined && { dialect }),
  });
  try {
    const { settings } = engine;
    if (othersFound && !hasHooks(settings)) return null;
    if (!request.hasPayload) checkEvent(payload.hook_event_name ?? "", settings.hooks);
    const files = (): readonly string[] => (request.watches ? filesOf(engine) : []);
    if (records === null) return planned(engine, payload, files());
    await records.follow(settings);
    const now = await engine.fire(payload, { signal });
    // The event does not wait for async hooks; whoever tries them out wants to see how they end.
    await Promise.race([engine.drained(), aborted(signal)]);
    const endOf = ({ id, async: isAsync }: HookReport): Pick<HookReport, "run" | "ms"> => {
      const end = isAsync === true ? ends.get(id) : undefined;
      return end === undefined ? {} : { run: end.run, ms: end.ms };
    };
    const hooks = now.hooks.map((hook) => ({ ...hook, ...endOf(hook) }));
    return sectionOf({ ...now, hooks }, payload, files());
  } finally {
    engine.close();
  }
}

function hasHooks({ files, hooks }: Engine["settings"]): boolean {
  const isThere = files.some(({ layer, state }) => isProjectLayer(layer) && state !== "missing");
  return isThere || hooks.length > 0;
}

/** A misspelt event would match no hook, and everything would seem allowed. Hosts may have events of their own. */
function checkEvent(event: string, hooks: Engine["settings"]["hooks"]): void {
  if (isKnownEvent(event) || hooks.some((hook) => hook.event === event)) return;
  const names = events.map(({ name }) => name);
  const meant = nearestName(event, names);
  if (meant !== undefined)
    throw new UsageError(`unknown event ${JSON.stringify(event)}; did you mean ${meant}?`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}

function planned(engine: Engine, payload: Payload, files: readonly string[]): FiredSection {
  const { problems } = engine;
  const hooks = engine.preview(payload).map((one) => ({ ...reported(one), ran: one.matches }));
  return {
    json: { event: payload.hook_event_name, dialect: engine.settings.dialect, problems, hooks },
    text: (paint) => `${planLines(hooks, paint)}${problemTexts(problems, paint)}`,
    files,
    refused: null,
  };
}

function reported({ hook, why, skipped }: PlannedHook): Omit<HookReport, "ran"> {
  const { id, name, source, action } = hook;
  const { file, line } = source;
  const common = { id, name, hookType: action.type, file, line, why };
  return skipped === undefined ? common : { ...common, skipped };
}

/** The settings, and what their hooks name. */
function filesOf(engine: Engine): readonly string[] {
  const scripts = engine.review().flatMap(({ fingerprint }) => fingerprint.states);
  return [...engine.settings.files, ...scripts].map(({ path }) => path);
}

function sectionOf(fired: Fired, payload: Payload, files: readonly string[]): FiredSection {
  const { eventId, reading, hooks } = fired;
  // A store that cannot be used is a problem of the settings and of the event: it is listed once.
  const { problems: ofEvent } = reading;
  const ofSettings = fired.problems.filter((one) => !ofEvent.some((other) => isSame(one, other)));
  const problems = [...ofSettings, ...ofEvent];
  return {
    json: { eventId, ...reading, diagnosed: problems.some(isDiagnosis), problems, hooks },
    text: (paint) => textOf(fired, ofSettings, payload, paint),
    files,
    refused: hooks.some(({ skipped }) => skipped === "trust") ? fired.problems : null,
  };
}

function isSame(one: Problem, other: Problem): boolean {
  return (["code", "hook", "path", "found"] as const).every((key) => one[key] === other[key]);
}

function textOf(
  fired: Fired,
  ofSettings: Fired["problems"],
  payload: Payload,
  paint: Paint,
): string {
  const { hooks, reading, dialect, event } = fired;
  const unseen = unseenText(reading, {
    title: "Snaphook",
    log: "its log",
    event,
    read: (one) => interpretOwn({ dialect, event, payload, runs: [one] }),
  });
  return [
    `${hookLines(hooks, paint)}\n`,
    readingText(reading, { dialect, event, unseen, paint }),
    problemTexts(ofSettings, paint),
  ].join("");
}
