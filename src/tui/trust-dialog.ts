import type { HookTrust } from "../engine/index.js";
import { actionText } from "./action-text.js";
import type { DialogKind, Pressed } from "./dialog.js";
import type { Key } from "./keys.js";
import type { Look } from "./look.js";
import { shownLine } from "./shown-text.js";
import {
  counted,
  cutLine,
  foldText,
  lineOf,
  windowOf,
  wrapLine,
  type Scrolled,
} from "./text-layout.js";
import { isTooSoon, type Guard } from "./too-soon.js";

/** Hooks that wait for somebody to look at them, and how far the user has come. */
export interface Review {
  readonly type: "review";
  readonly hooks: readonly HookTrust[];
  /** When it appeared, or the last key that came too soon. */
  readonly quietSince: number;
  /** Which hook is looked at. */
  readonly at: number;
  /** Places of those that were chosen. */
  readonly chosen: readonly number[];
  /** Places of those of which the user accepts that not all of their files are known. */
  readonly accepted: readonly number[];
  /** Whether all are to be approved, which takes a second key. */
  readonly wantsAll: boolean;
  /** Whether the files of the hook are shown. */
  readonly showsFiles: boolean;
  readonly scroll: number;
}

type ReviewKeyResult = Pressed<Review, readonly HookTrust[]>;

export function reviewOf(hooks: readonly HookTrust[], now: number): Review {
  return {
    type: "review",
    hooks,
    quietSince: now,
    at: 0,
    chosen: [],
    accepted: [],
    wantsAll: false,
    showsFiles: false,
    scroll: 0,
  };
}

const PAGE = 5;
/** Whoever types a text does not answer: so long nothing must be typed after a key that means nothing here. */
const TYPING_MS = 1000;

/**
 * Nothing is approved by Escape, by a paste, by keys that came several at once, or by Enter with nothing chosen. A
 * letter that means nothing here is part of some text: what was chosen is forgotten.
 */
function reviewKey(review: Review, key: Key, guard: Guard): ReviewKeyResult {
  if (isTooSoon(review.quietSince, guard))
    return stay({ ...review, quietSince: Math.max(review.quietSince, guard.now) });
  if (key.type === "paste" || !key.isAlone) return stay(review);
  return pressed({ ...review, wantsAll: false }, key, guard, review.wantsAll);
}

function pressed(review: Review, key: Key, { now }: Guard, wantedAll: boolean): ReviewKeyResult {
  const { hooks, at, chosen, accepted, showsFiles, scroll } = review;
  const all = hooks.map((_, place) => place);
  switch (key.type === "text" ? key.text.toLowerCase() : key.type === "key" ? key.name : "") {
    case "up":
      return stay(lookAt(review, at - 1));
    case "down":
    case "tab":
      return stay(lookAt(review, at + 1));
    case "page-up":
      return stay({ ...review, scroll: Math.max(0, scroll - PAGE) });
    case "page-down":
      return stay({ ...review, scroll: scroll + PAGE });
    case " ":
      return stay({ ...review, chosen: toggled(chosen, at) });
    case "k":
      return stay({ ...review, accepted: toggled(accepted, at) });
    case "v":
      return stay({ ...review, showsFiles: !showsFiles, scroll: 0 });
    case "a":
      return wantedAll ? answered(review, all) : stay({ ...review, wantsAll: true });
    case "enter":
      return chosen.length === 0 ? stay(review) : answered(review, chosen);
    case "escape":
      if (showsFiles) return stay({ ...review, showsFiles: false, scroll: 0 });
      return { dialog: review, answer: [] };
    case "n":
      return { dialog: review, answer: [] };
    default:
      if (key.type !== "text") return stay(review);
      return stay({ ...review, chosen: [], quietSince: now + TYPING_MS });
  }
}

function toggled(places: readonly number[], at: number): readonly number[] {
  return places.includes(at) ? places.filter((place) => place !== at) : [...places, at];
}

function answered(review: Review, places: readonly number[]): ReviewKeyResult {
  const answer = review.hooks.flatMap((hook, place) =>
    places.includes(place)
      ? [review.accepted.includes(place) ? { ...hook, acceptsUnknownFiles: true } : hook]
      : [],
  );
  return { dialog: review, answer };
}

function lookAt(review: Review, place: number): Review {
  const at = Math.max(0, Math.min(review.hooks.length - 1, place));
  return { ...review, at, scroll: 0 };
}

function stay(review: Review): ReviewKeyResult {
  return { dialog: review, answer: null };
}

const MOST_FILE_ROWS = 1000;
const MOST_LISTED = 5;

/** What can be done is always among the rows; what is looked at scrolls. */
function reviewLines(review: Review, room: number, look: Look): Scrolled {
  const { paint, columns } = look;
  const { hooks, at } = review;
  const looked = hooks[at];
  const keys = wrapLine(keysText(review), columns);
  const listed = Math.max(1, Math.min(hooks.length, MOST_LISTED, room - keys.length - 4));
  const top = Math.max(0, Math.min(at - (listed >> 1), hooks.length - listed));
  const range =
    listed === hooks.length ? "" : ` (shown: ${top + 1}–${top + listed} of ${hooks.length})`;
  const title = `${counted(hooks.length, "hook")} of this project ${hooks.length === 1 ? "is" : "are"} not approved${range}`;
  const head = [paint.yellow(cutLine(`! ${title}`, columns))];
  const list = hooks
    .slice(top, top + listed)
    .map((hook, index) => listRow(hook, top + index, review, look));
  const left = room - head.length - list.length - keys.length;
  const body =
    looked === undefined
      ? []
      : review.showsFiles
        ? fileRows(looked, look)
        : aboutRows(looked, review.accepted.includes(at), look);
  const { rows: seen, first: scroll } = windowOf(body, review.scroll, left, (row) =>
    paint.dim(cutLine(`  ${row}`, columns)),
  );
  const rows = [...head, ...list, ...seen, ...keys.map(paint.dim)];
  return { rows: rows.slice(-room), scroll };
}

function keysText({ hooks, at, chosen, showsFiles, wantsAll }: Review): string {
  if (wantsAll)
    return `a again: approve all ${hooks.length}, also those that are not in sight · any other key: no`;
  const isKnown = hooks[at]?.fingerprint.notKnown.length === 0;
  return [
    "a approve all",
    `Enter approve chosen (${chosen.length})`,
    "n none",
    "Space choose",
    "↑↓ move",
    `v ${showsFiles ? "hide" : "show"} files`,
    ...(isKnown ? [] : ["k accept that its files are not known"]),
  ].join(" · ");
}

function listRow(
  { hook, state }: HookTrust,
  place: number,
  { at, chosen }: Review,
  look: Look,
): string {
  const { paint, columns } = look;
  const isHere = place === at;
  return lineOf(
    [
      [`${isHere ? "❯" : " "} [${chosen.includes(place) ? "x" : " "}] `],
      [`${state} `, state === "changed" ? paint.red : paint.yellow],
      [`${shownLine(hook.event)} `],
      [shownLine(hook.name), isHere ? paint.bold : undefined],
    ],
    columns,
  );
}

function aboutRows(
  { hook, why, changes, fingerprint }: HookTrust,
  isAccepted: boolean,
  { paint, columns }: Look,
): string[] {
  const { event, matcher, action, source } = hook;
  const facts: readonly (readonly [string, string])[] = [
    ["runs", actionText(action)],
    ["on", matcher === undefined ? event : `${event}, ${matcher}`],
    ["at", `${source.file ?? "(given by code)"}:${source.line ?? 1}`],
    ["because", why],
    ["files", fingerprint.files.map(({ path }) => path).join(", ") || "none"],
    ...fingerprint.notKnown.map((reason) => ["files not known", reason] as const),
    ...(fingerprint.notKnown.length === 0
      ? []
      : [["next session", isAccepted ? "runs, you accept that" : "asks again"] as const]),
  ];
  const rows = facts.flatMap(([label, text]) => foldText(`  ${label}: ${text}`, columns, 8));
  const changed = changes.flatMap(({ what, before, after }) => [
    ...foldText(`  changed: ${what}`, columns, 2),
    ...(before === null ? [] : foldText(`  - ${before}`, columns, 4).map(paint.red)),
    ...(after === null ? [] : foldText(`  + ${after}`, columns, 4).map(paint.green)),
  ]);
  return [...rows, ...changed];
}

/** Every file that the hook names as it was looked at: these bytes are what approval is bound to. */
function fileRows(looked: HookTrust, look: Look): readonly string[] {
  const known = laidOut.get(looked);
  if (known?.columns === look.columns) return known.rows;
  const rows = newFileRows(looked, look);
  laidOut.set(looked, { columns: look.columns, rows });
  return rows;
}

/** Once for each width: files are long, and the dialog is drawn with each key. */
const laidOut = new WeakMap<HookTrust, { columns: number; rows: readonly string[] }>();

function newFileRows({ fingerprint }: HookTrust, { paint, columns }: Look): string[] {
  if (fingerprint.states.length === 0) return [paint.dim("  It names no file.")];
  return fingerprint.states.flatMap(({ bytes }, index) => {
    const path = fingerprint.files[index]?.path ?? "";
    const title = paint.bold(cutLine(`  ${shownLine(path)}`, columns));
    if (bytes === null) return [title, paint.dim("  (too large, or not to be read)")];
    if (bytes.includes(0)) return [title, paint.dim(`  (${bytes.length} bytes that are not text)`)];
    const rows = foldText(bytes.toString("utf8"), columns - 4, MOST_FILE_ROWS);
    return [title, ...rows.map((row) => `  │ ${row}`)];
  });
}

/** Lays hooks that nobody has approved before the user. */
export const trustDialog: DialogKind<Review, readonly HookTrust[]> = {
  type: "review",
  status: "reviewing",
  follow: (session, change, now) =>
    session.reviews.follow((hooks) =>
      change(() => (hooks === null ? null : reviewOf(hooks, now()))),
    ),
  press: reviewKey,
  answer: (session, _, approved) => session.reviews.resolve(approved),
  lines: reviewLines,
};
