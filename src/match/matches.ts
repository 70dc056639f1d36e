import { findDialect } from "../dialects/index.js";
import { eventSpec } from "../payload/index.js";
import { cachedPattern, type Pattern } from "./pattern.js";

/** Conditions on fields of the tool's input: all must hold. */
export type Conditions = Readonly<Record<string, string>>;

/** One hook and one event. */
export interface MatchRequest {
  readonly dialect: string;
  readonly event: string;
  readonly matcher?: string | undefined;
  readonly if?: Conditions | undefined;
  readonly toolName?: string | undefined;
  readonly toolInput?: unknown;
  /** What the matcher is tested against on events without a tool. */
  readonly subject?: string | undefined;
}

/** `matcher` and `if`: which of the two kept the hook from matching the event. */
export interface Match {
  readonly matches: boolean;
  readonly why: string;
  readonly by?: "matcher" | "if";
}

/** Whether a hook matches an event, and why or why not. A pattern that cannot be read counts as matching: a guard must not vanish. */
export function matches(request: MatchRequest): Match {
  findDialect(request.dialect);
  const { event, matcher, toolName, subject, toolInput } = request;
  const target = matchSubject(event, toolName ?? subject, toolInput);
  return matchesSubject(matcher, request.if, target);
}

/** An event as matchers see it, made once for all hooks. */
export interface MatchSubject {
  readonly event: string;
  readonly subject: string | undefined;
  /** The subject as a reason names it. */
  readonly quoted: string;
  readonly toolInput: unknown;
}

export function matchSubject(
  event: string,
  subject: string | undefined,
  toolInput: unknown,
): MatchSubject {
  return { event, subject, quoted: JSON.stringify(subject) ?? "", toolInput };
}

export function matchesSubject(
  matcher: string | undefined,
  conditions: Conditions | undefined,
  target: MatchSubject,
  ignoresCase = false,
): Match {
  const byMatcher = testMatcher(matcher ?? "", target, ignoresCase);
  if (!byMatcher.matches || conditions === undefined) return byMatcher;
  const byConditions = testConditions(conditions, target);
  return byConditions.matches
    ? { matches: true, why: `${byMatcher.why}; ${byConditions.why}` }
    : byConditions;
}

function testMatcher(
  matcher: string,
  { event, subject, quoted }: MatchSubject,
  ignoresCase: boolean,
): Match {
  // In an expression a letter's case can be its meaning: `\\W` is not `\\w`.
  const folds = ignoresCase && !matcher.startsWith("/");
  const pattern = cachedPattern(folds ? matcher.toLowerCase() : matcher);
  if (pattern.type === "all")
    return { matches: true, why: "no matcher: it matches every such event" };
  if (subject === undefined) {
    const { subject: field } = eventSpec(event);
    const why = field === null ? `${event} has nothing to match` : `the payload has no ${field}`;
    return { matches: true, why: `${why}, so the matcher is ignored` };
  }
  const found = test(pattern, folds ? subject.toLowerCase() : subject);
  const why = `${describe(pattern, matcher)} ${found ? "matches" : "does not match"} ${quoted}`;
  return found ? { matches: true, why } : { matches: false, why, by: "matcher" };
}

function testConditions(conditions: Conditions, { event, toolInput }: MatchSubject): Match {
  if (typeof toolInput !== "object" || toolInput === null) {
    return { matches: true, why: `${event} has no tool input, so the condition is ignored` };
  }
  for (const [field, source] of Object.entries(conditions)) {
    const texts = textsAt(toolInput, field);
    const pattern = cachedPattern(source);
    if (texts.length === 0)
      return { matches: false, why: `the tool input has no ${field}`, by: "if" };
    if (pattern.type !== "all" && !texts.some((text) => test(pattern, text))) {
      return {
        matches: false,
        why: `${field}: ${describe(pattern, source)} does not match`,
        by: "if",
      };
    }
  }
  return { matches: true, why: "its condition holds" };
}

/** A pattern that has to look at the text. */
type Picky = Exclude<Pattern, { type: "all" }>;

function test(pattern: Picky, text: string): boolean {
  switch (pattern.type) {
    case "invalid":
      return true;
    case "names":
      return pattern.names.has(text);
    case "glob":
    case "expression":
      return pattern.test(text);
  }
}

function describe(pattern: Picky, source: string): string {
  switch (pattern.type) {
    case "names":
      return `the list ${source}`;
    case "glob":
      return `the glob ${source}`;
    case "expression":
      return `the expression ${source}`;
    case "invalid":
      return `${source} cannot be read (${pattern.why}), so it counts as matching and`;
  }
}

/** The texts at a field, own fields only; `a.b` reaches into objects. */
function textsAt(input: object, field: string): string[] {
  if (Object.hasOwn(input, field)) return textsIn((input as Record<string, unknown>)[field]);
  let value: unknown = input;
  for (const key of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return [];
    value = (value as Record<string, unknown>)[key];
  }
  return textsIn(value);
}

/** Deeper values are not looked at; no tool has them. */
const DEEPEST = 16;

/** Everything that can be compared: an array or an object stands for what it holds. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (value === null || depth > DEEPEST) return [];
  if (typeof value === "object")
    return Object.values(value).flatMap((item) => textsIn(item, depth + 1));
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint"
    ? [`${value}`]
    : [];
}
