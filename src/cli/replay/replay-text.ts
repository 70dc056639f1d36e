import { hostOf, type RecordedEvent } from "../../recording/index.js";
import {
  observedIn,
  type DecisionChange,
  type NotReplayed,
  type ObservedHook,
  type Replayed,
} from "../../replay/index.js";
import { forTerminalLine, toJsonText, type Paint } from "../../show/index.js";
import { callText } from "../record/call-text.js";

/** All that a replay gave. */
export interface ReplayReport {
  readonly replayed: readonly Replayed[];
  readonly not: readonly NotReplayed[];
  readonly seconds: number;
  readonly sandbox: string;
  /** Hooks of the user and the administrator did not run. */
  readonly isWithoutUser: boolean;
}

const changes: readonly DecisionChange[] = [
  "loosened",
  "tightened",
  "rewritten",
  "reworded",
  "same",
];
/** Those that are listed without `--all`. */
const important: ReadonlySet<DecisionChange> = new Set(["loosened", "tightened", "rewritten"]);
const MOST_SHOWN = 50;
const LONGEST_TEXT = 200;
/** Of hooks that did not run no more are named. */
const MOST_IDLE = 3;

type Counts = Readonly<Record<DecisionChange, number>>;

function countsOf(replayed: readonly Replayed[]): Counts {
  const counts = Object.fromEntries(
    changes.map((change) => [change, replayed.filter((one) => one.change === change).length]),
  );
  return counts as Counts;
}

/** What `--json` prints: each event whose decision differs, both sides. */
export function replayData({ replayed, not, seconds, sandbox }: ReplayReport): object {
  return {
    events: replayed.length + not.length,
    counts: countsOf(replayed),
    changes: replayed
      .filter(({ change }) => change !== "same")
      .map(({ recorded, host, change, before, after, isRedacted, idle }) => ({
        change,
        ...aboutEvent(recorded),
        replayedIn: host,
        before,
        after,
        ...(idle.length > 0 && { notRun: idle }),
        ...(isRedacted && { redacted: true }),
      })),
    observed: observedIn(replayed),
    notReplayed: not.map(({ recorded, why, message }) => ({
      ...aboutEvent(recorded),
      why,
      message,
    })),
    sandbox,
    seconds,
  };
}

function aboutEvent(recorded: RecordedEvent): object {
  const { eventId, time, event, payload } = recorded;
  return { eventId, time, recordedIn: hostOf(recorded), event, call: callText(payload) };
}

export function replayText(report: ReplayReport, paint: Paint, isWhole: boolean): string {
  const { replayed, not, seconds, sandbox } = report;
  const groups = groupsOf(replayed.filter(({ change }) => isWhole || important.has(change)));
  const shown = groups.filter(([one]) => one?.change !== "same");
  const more = shown.length - MOST_SHOWN;
  const lines = [
    ...shown.slice(0, isWhole ? shown.length : MOST_SHOWN).map((group) => groupText(group, paint)),
    ...(more > 0 && !isWhole
      ? [`… and ${more} more; --all shows them, --json has each event\n`]
      : []),
    ...observedIn(replayed).map((hook) => observedText(hook, replayed.length, paint)),
    ...notText(not, paint),
    ...userText(report),
    `${summaryText(report, paint)} ${paint.dim(`(${seconds.toFixed(1)} s, sandbox: ${sandbox}; no tool was run)`)}\n`,
  ];
  return lines.join("");
}

function summaryText({ replayed, not }: ReplayReport, paint: Paint): string {
  const counts = countsOf(replayed);
  const loosened = replayed.filter(({ change }) => change === "loosened");
  const through = loosened.filter(({ after }) => after.outcome === "proceed").length;
  const denied = replayed.filter(
    ({ change, after }) => change === "tightened" && /^(?:block|halt)$/.test(after.outcome),
  ).length;
  const parts = [
    [through, "would now be let through"],
    [counts.loosened - through, "would be restricted less"],
    [denied, "would now be denied"],
    [counts.tightened - denied, "would be restricted more"],
    [counts.rewritten, "would be rewritten differently"],
    [counts.reworded, "would have other texts"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const all = replayed.length === 1 ? "1 call" : `${replayed.length.toLocaleString("en")} calls`;
  const text =
    replayed.length === 0
      ? "nothing was replayed"
      : said.length === 0
        ? `of ${all} none would be decided differently`
        : `of ${all} ${said.join(", ")}`;
  const isBad = counts.loosened > 0 || not.some(({ why }) => why === "failed");
  return isBad ? paint.red(text) : paint.green(text);
}

/** The same call with the same two sides is shown once. */
function groupsOf(replayed: readonly Replayed[]): readonly (readonly Replayed[])[] {
  const groups = new Map<string, Replayed[]>();
  for (const one of replayed) {
    const { change, recorded, host, before, after } = one;
    const call = callText(recorded.payload);
    const key = JSON.stringify([
      change,
      hostOf(recorded),
      host,
      recorded.event,
      call,
      before,
      after,
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

function groupText(group: readonly Replayed[], paint: Paint): string {
  const [first] = group;
  if (first === undefined) return "";
  const { change, recorded, host, before, after, isRedacted, idle } = first;
  const from = hostOf(recorded);
  const place = from === host ? host : `${from} → ${host}`;
  const word = change === "loosened" ? paint.red(change) : paint.yellow(change);
  const times = group.length === 1 ? "" : paint.bold(` ×${group.length}`);
  const head = `${word} ${forTerminalLine(`${recorded.event} ${callText(recorded.payload)}`)}${times} ${paint.dim(forTerminalLine(`(${place}, ${recorded.eventId})`))}\n`;
  const redacted = isRedacted
    ? "    the payload was recorded without something that looked like a secret\n"
    : "";
  const why = change === "loosened" ? idle.slice(0, MOST_IDLE) : [];
  const silent = why.map((one) => `          ${forTerminalLine(shortened(one))}\n`).join("");
  return `${head}    then  ${sideText(before)}\n    now   ${sideText(after)}\n${silent}${redacted}`;
}

function sideText({
  outcome,
  permission,
  input,
  prompt,
  toModel,
  toUser,
}: Replayed["before"]): string {
  const [text] = [...toModel, ...toUser];
  const parts = [
    permission === "none" ? outcome : `${outcome} (${permission})`,
    ...(input === null ? [] : [`input ${toJsonText(input, 0)}`]),
    ...(prompt === null ? [] : [`prompt ${JSON.stringify(prompt)}`]),
    ...(text === undefined ? [] : [JSON.stringify(text)]),
  ];
  return parts.map((part) => forTerminalLine(shortened(part))).join(", ");
}

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function observedText(
  { hook, runs, levels, stricter }: ObservedHook,
  all: number,
  paint: Paint,
): string {
  const said = Object.entries(levels).map(([level, count]) => `${level} ${count}`);
  return `${paint.cyan("observes")} ${forTerminalLine(hook)}: ran on ${runs} of ${all}, would have said ${said.join(", ")}; turned on, it would restrict ${stricter} more\n`;
}

const reasons: Readonly<Record<NotReplayed["why"], string>> = {
  cut: "the payload was not kept whole (snaphook record on)",
  undecided: "no decision is on record",
  failed: "could not be replayed",
};

function notText(not: readonly NotReplayed[], paint: Paint): readonly string[] {
  return (["failed", "cut", "undecided"] as const).flatMap((why) => {
    const own = not.filter((one) => one.why === why);
    const [first] = own;
    if (first === undefined) return [];
    const detail = why === "failed" ? `: ${forTerminalLine(first.message)}` : "";
    const word = why === "failed" ? paint.red("not replayed") : paint.dim("not replayed");
    return [`${word} ${own.length}: ${reasons[why]}${detail}\n`];
  });
}

/** A decision of a hook that was left out would look loosened. */
function userText({ replayed, isWithoutUser }: ReplayReport): readonly string[] {
  const count = replayed.filter(({ recorded }) =>
    recorded.hooks.some(({ id, ran }) => ran && /(?:^|\/)(?:user|managed):/.test(id)),
  ).length;
  return isWithoutUser && count > 0
    ? [
        `${count} ${count === 1 ? "was" : "were"} decided with hooks of the user or the administrator; --user runs those too\n`,
      ]
    : [];
}

function rankOf([one]: readonly Replayed[]): number {
  return changes.indexOf(one?.change ?? "same");
}
