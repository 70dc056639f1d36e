import type { Fired, HookReport } from "../engine/index.js";
import type { PendingPermission } from "./permission-queue.js";

/** One hook that has run. */
export interface HookExecutionRecord {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
  readonly hook: string;
  /** What it wanted: a level, or how it failed. */
  readonly verdict: string;
  readonly failed: boolean;
  readonly ms: number;
  /** How its process ended, in a word. */
  readonly exit: string;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTime = (value: unknown): boolean => typeof value === "number" && value >= 0;
const recordFields: { readonly [Field in keyof HookExecutionRecord]: (value: unknown) => boolean } =
  {
    at: isTime,
    event: isText,
    hook: isText,
    verdict: isText,
    failed: (value) => typeof value === "boolean",
    ms: isTime,
    exit: isText,
  };

/** Whether a value describes one hook that has run. */
export function isHookExecutionRecord(value: unknown): value is HookExecutionRecord {
  if (typeof value !== "object" || value === null) return false;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.entries(recordFields).every(([name, fits]) => fits(given[name]));
}

/** What the user has set for this session. */
export interface HookUserPreferences {
  readonly showHookPanel: boolean;
  /** Texts are not folded from now on. */
  readonly showWholeTexts: boolean;
}

/** What a UI knows of hooks and questions. */
export interface HookEventState {
  readonly pendingPermissions: readonly PendingPermission[];
  /** The oldest first. */
  readonly hookExecutionHistory: readonly HookExecutionRecord[];
  readonly userPreferences: HookUserPreferences;
}

/** What changes it. */
export type HookEventAction =
  | { readonly type: "asked"; readonly pending: readonly PendingPermission[] }
  | {
      readonly type: "ran";
      readonly executions: readonly HookExecutionRecord[];
      readonly now: number;
    }
  | { readonly type: "aged"; readonly now: number }
  | { readonly type: "history-cleared" }
  | { readonly type: "preferred"; readonly preferences: Partial<HookUserPreferences> };

/** So many hooks that ran are kept. */
export const MOST_KEPT = 200;
/** So long they are kept. */
export const KEPT_MS = 30 * 60_000;

/** Before anything has happened. */
export const noHookEvents: HookEventState = {
  pendingPermissions: [],
  hookExecutionHistory: [],
  userPreferences: { showHookPanel: false, showWholeTexts: false },
};

/** The history holds so many hooks at most, and none that ran longer ago than half an hour. */
export function reduceHookEvents(state: HookEventState, action: HookEventAction): HookEventState {
  const { hookExecutionHistory: history } = state;
  switch (action.type) {
    case "asked":
      return { ...state, pendingPermissions: action.pending };
    case "ran":
      return {
        ...state,
        hookExecutionHistory: young([...history, ...action.executions], action.now).slice(
          -MOST_KEPT,
        ),
      };
    case "aged": {
      const kept = young(history, action.now);
      return kept.length === history.length ? state : { ...state, hookExecutionHistory: kept };
    }
    case "history-cleared":
      return { ...state, hookExecutionHistory: [] };
    case "preferred":
      return {
        ...state,
        userPreferences: { ...state.userPreferences, ...checkPreferences(action.preferences) },
      };
  }
}

/** Preferences as they were given. Throws where one is unknown or is not what it can be. */
function checkPreferences(given: unknown): Partial<HookUserPreferences> {
  if (typeof given !== "object" || given === null)
    throw new TypeError("the preferences are not an object");
  const known = Object.keys(noHookEvents.userPreferences);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name))
      throw new TypeError(
        `there is no preference ${JSON.stringify(name)}; there are: ${known.join(", ")}`,
      );
    if (typeof value !== "boolean")
      throw new TypeError(
        `the preference ${name} is ${JSON.stringify(value)}; allowed are: true, false`,
      );
  }
  return given;
}

/** Whether a value is all of a user's preferences, and nothing else. */
export function isHookUserPreferences(value: unknown): value is HookUserPreferences {
  try {
    const count = Object.keys(checkPreferences(value)).length;
    return count === Object.keys(noHookEvents.userPreferences).length;
  } catch {
    return false;
  }
}

function young(
  history: readonly HookExecutionRecord[],
  now: number,
): readonly HookExecutionRecord[] {
  return history.filter(({ at }) => now - at <= KEPT_MS);
}

/** The hooks that ran on one event, each with its own verdict. */
export function executionsOf(fired: Fired, at: number): HookExecutionRecord[] {
  const { event, reading, hooks } = fired;
  return hooks
    .filter(({ ran }) => ran)
    .map((report) => {
      const { ending, isBad } = endingOf(report);
      const voice = reading.provenance.voices.find(({ hook }) => hook === report.name);
      const failed =
        isBad ||
        reading.problems.some(({ hook, severity }) => hook === report.name && severity === "error");
      const did = voice?.level ?? (failed ? "failed" : sideOf(reading, report.name));
      const verdict = report.observe === true ? `observes: ${did}` : did;
      const { name: hook, ms = 0 } = report;
      return { at, event, hook, verdict, failed, ms, exit: ending };
    });
}

/** What a hook did that has no say in the decision. */
function sideOf({ provenance, toModel, toUser }: Fired["reading"], name: string): string {
  const rewrite = provenance.rewrites.find(({ hook }) => hook === name);
  if (rewrite !== undefined) return rewrite.applied ? `rewrote ${rewrite.what}` : "rewrite dropped";
  if (toModel.some(({ hook }) => hook === name)) return "spoke to the model";
  return toUser.some(({ hook }) => hook === name) ? "spoke to you" : "nothing to say";
}

/** Exit code 2 is an answer; any other but 0 is a failure, and so is an end without a code. */
function endingOf(report: HookReport): { readonly ending: string; readonly isBad: boolean } {
  const { run } = report;
  if (report.async === true) return { ending: "async", isBad: false };
  if (run === undefined) return { ending: "not run", isBad: true };
  if (run.cancelled === true) return { ending: "cancelled", isBad: true };
  if (run.timedOut === true) return { ending: "timed out", isBad: true };
  if (run.spawnError !== undefined) return { ending: `not started ${run.spawnError}`, isBad: true };
  if (run.signal !== undefined) return { ending: run.signal, isBad: true };
  if (run.changed !== undefined) return { ending: "changed", isBad: true };
  const code = run.exit ?? 0;
  return { ending: String(code), isBad: code !== 0 && code !== 2 };
}
