import type { HookExpectation } from "./hook-test.js";
import type { TestResult } from "./run-tests.js";
import { strictnessOf, type Seen } from "./seen.js";
import type { ValuePath } from "./test-source.js";

/** One value of a file that is to be another, so that a test passes. */
export interface SnapshotChange {
  /** In the file. */
  readonly path: ValuePath;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The test would then accept a decision that is less strict. */
  readonly loosens: boolean;
}

/**
 * What would have to be changed in the file so that a test passes as it has failed. Where only some of its hosts differ, they get
 * an expectation of their own. Empty where nothing can be taken over: a time that was too long.
 */
export function snapshotChanges(
  result: TestResult,
  others: readonly TestResult[],
): readonly SnapshotChange[] {
  const { test, host, seen, expect, differences } = result;
  if (seen === null) return [];
  const isNew = differences.some(({ field }) => field === "expect");
  const wanted: HookExpectation = isNew ? snapshotOf(seen) : expect;
  const fields = isNew
    ? (Object.keys(wanted) as (keyof HookExpectation)[])
    : [...new Set(differences.map(({ field }) => field.split("[", 1)[0] as keyof HookExpectation))];
  const base = ["tests", test.index] as const;
  return fields.flatMap((field): readonly SnapshotChange[] => {
    const after = isNew ? wanted[field] : takenOver(field, result, seen);
    if (after === undefined) return [];
    const own = test.on[host];
    const isOwn = own !== undefined && field in own;
    const isShared = !isOwn && others.every((other) => agrees(other, field, after, isNew));
    const path = isShared ? [...base, "expect", field] : [...base, "on", host, field];
    const before = isNew ? undefined : expect[field];
    return [{ path, field, before, after, loosens: isLooser(field, before, after) }];
  });
}

/** Whether another host of the same test would have the same value. */
function agrees(
  other: TestResult,
  field: keyof HookExpectation,
  after: unknown,
  isNew: boolean,
): boolean {
  if (other.seen === null) return false;
  const theirs = isNew ? snapshotOf(other.seen)[field] : takenOver(field, other, other.seen);
  return JSON.stringify(theirs) === JSON.stringify(after);
}

/** All that a first snapshot has: what was decided, who reads what, and what became of files. */
export function snapshotOf(
  seen: Pick<Seen, "outcome" | "permission" | "input" | "prompt" | "toModel" | "toUser" | "files">,
): HookExpectation {
  const { outcome, permission, input, prompt, toModel, toUser, files } = seen;
  return {
    outcome,
    ...(permission !== "none" && { permission }),
    ...(input !== null && { input: { ...input } }),
    ...(prompt !== null && { prompt: { equals: prompt } }),
    ...(toModel.length > 0 && { toModel: textsOf(toModel) }),
    ...(toUser.length > 0 && { toUser: textsOf(toUser) }),
    ...(files.length > 0 && {
      files: Object.fromEntries(files.map(({ path, state }) => [path, state])),
    }),
  };
}

function textsOf(texts: readonly string[]): HookExpectation["toUser"] {
  const [first = ""] = texts;
  return texts.length === 1 ? first.trim() : texts.map((text) => text.trim());
}

/** What was seen, as a value of the field; undefined where it is not to be taken over. */
function takenOver(field: keyof HookExpectation, result: TestResult, seen: Seen): unknown {
  const { expect, contents } = result;
  switch (field) {
    case "outcome":
    case "permission":
    case "failed":
      return seen[field];
    case "input":
      return seen.input;
    case "prompt":
      return seen.prompt === null ? null : { equals: seen.prompt };
    case "toUser":
    case "toModel":
    case "toLog":
      return seen[field].length === 0 ? [] : textsOf(seen[field]);
    case "ran":
      return seen.hooks.filter(({ ran }) => ran).map(({ name }) => name);
    case "skipped":
      return seen.hooks.filter(({ ran }) => !ran).map(({ name }) => name);
    case "problems":
      return [...new Set(seen.problems.map(({ code }) => code))];
    case "files":
      return filesAfter(expect.files ?? {}, seen, contents);
    case "withinMs":
      return undefined;
  }
}

function filesAfter(
  expected: NonNullable<HookExpectation["files"]>,
  { files }: Seen,
  contents: TestResult["contents"],
): HookExpectation["files"] {
  const states = new Map(files.map(({ path, state }) => [path, state] as const));
  const named = Object.entries(expected).map(([path, before]) => {
    if (path === "*") return [path, before] as const;
    const state = states.get(path) ?? "unchanged";
    const text = contents[path] ?? null;
    const isContent =
      typeof before === "object" && Object.keys(before).some((key) => key !== "state");
    return [path, isContent && text !== null ? { state, equals: text } : state] as const;
  });
  const others = "*" in expected ? files.filter(({ path }) => !(path in expected)) : [];
  return Object.fromEntries([...others.map(({ path, state }) => [path, state] as const), ...named]);
}

const permissions = ["allow", "none", "ask", "defer", "deny"];

function isLooser(field: string, before: unknown, after: unknown): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  if (field === "outcome") return strictnessOf(after) < strictnessOf(before);
  return field === "permission" && permissions.indexOf(after) < permissions.indexOf(before);
}
