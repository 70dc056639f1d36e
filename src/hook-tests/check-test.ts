import { RE2JS } from "re2js";
import { sameValue } from "../conform/index.js";
import type { HookExpectation, TextExpectation } from "./hook-test.js";
import type { Seen } from "./seen.js";

/** One field in which what was seen is not what a test expects. */
export interface TestDifference {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** What a run has left at a path; null where there is nothing. */
export type ReadFile = (path: string) => string | null;

type Check = (seen: Seen, expected: never, read: ReadFile) => readonly TestDifference[];

const checks: Readonly<Record<keyof HookExpectation, Check>> = {
  outcome: same("outcome"),
  permission: same("permission"),
  input: same("input"),
  failed: same("failed"),
  prompt: (seen, expected: HookExpectation["prompt"]) =>
    expected === null || expected === undefined || seen.prompt === null
      ? sameAs("prompt", expected, seen.prompt)
      : isText(seen.prompt, expected)
        ? []
        : [{ field: "prompt", expected, got: seen.prompt }],
  toUser: lane("toUser"),
  toModel: lane("toModel"),
  toLog: lane("toLog"),
  ran: (seen, expected: readonly string[]) => hooksIn(seen, expected, true),
  skipped: (seen, expected: readonly string[]) => hooksIn(seen, expected, false),
  files: filesDiffer,
  problems: ({ problems }, expected: readonly string[]) => {
    const got = [...new Set(problems.map(({ code }) => code as string))];
    const holds = expected.every((code) => got.includes(code));
    return holds ? [] : [{ field: "problems", expected, got }];
  },
  withinMs: ({ hooks }, expected: number) =>
    hooks.flatMap(({ name, ms = 0 }) =>
      ms <= expected
        ? []
        : [{ field: "withinMs", expected, got: `${name} took ${Math.round(ms)} ms` }],
    ),
};

/** Every difference between what a test expects and what was seen; none: it has passed. */
export function checkTest(
  seen: Seen,
  expected: HookExpectation,
  read: ReadFile,
): readonly TestDifference[] {
  return (Object.keys(expected) as (keyof HookExpectation)[]).flatMap((field) =>
    expected[field] === undefined ? [] : checks[field](seen, expected[field] as never, read),
  );
}

function same(field: "outcome" | "permission" | "input" | "failed"): Check {
  return (seen, expected) => sameAs(field, expected, seen[field]);
}

function sameAs(field: string, expected: unknown, got: unknown): readonly TestDifference[] {
  return sameValue(expected, got) ? [] : [{ field, expected, got }];
}

/** Whether a text is what is expected of it. */
function isText(text: string, expected: TextExpectation): boolean {
  if (typeof expected === "string") return text.includes(expected);
  const { contains, equals, pattern } = expected;
  return (
    (contains === undefined || text.includes(contains)) &&
    (equals === undefined || text.trim() === equals.trim()) &&
    (pattern === undefined || RE2JS.compile(pattern).matcher(text).find())
  );
}

function lane(field: "toUser" | "toModel" | "toLog"): Check {
  return (seen, expected: NonNullable<HookExpectation["toUser"]>) => {
    const got = seen[field];
    const wanted = Array.isArray(expected) ? expected : [expected];
    const holds =
      wanted.length === 0
        ? got.length === 0
        : wanted.every((one) => got.some((text) => isText(text, one)));
    return holds ? [] : [{ field, expected, got }];
  };
}

function hooksIn(
  { hooks }: Seen,
  expected: readonly string[],
  ran: boolean,
): readonly TestDifference[] {
  return expected.flatMap((hook) => {
    const found = hooks.filter(({ name, id }) => name === hook || id === hook);
    const field = ran ? "ran" : "skipped";
    if (found.length === 0) {
      const known = hooks.map(({ name }) => name).join(", ") || "none";
      return [{ field, expected: hook, got: `no such hook on this event; there are: ${known}` }];
    }
    const holds = ran ? found.some((one) => one.ran) : found.every((one) => !one.ran);
    const why = found.map((one) => one.why).join("; ");
    return holds
      ? []
      : [{ field, expected: hook, got: `it ${ran ? "did not run" : "ran"}: ${why}` }];
  });
}

function filesDiffer(
  { files }: Seen,
  expected: NonNullable<HookExpectation["files"]>,
  read: ReadFile,
): readonly TestDifference[] {
  const stateOf = new Map<string, string>(files.map(({ path, state }) => [path, state]));
  return Object.entries(expected).flatMap(([path, wanted]): readonly TestDifference[] => {
    const field = `files[${JSON.stringify(path)}]`;
    const { state, ...content } = typeof wanted === "string" ? { state: wanted } : wanted;
    if (path === "*") {
      const others = files.filter((file) => !Object.hasOwn(expected, file.path));
      return others
        .filter((file) => file.state !== state)
        .map((file) => ({ field, expected: state, got: `${file.path}: ${file.state}` }));
    }
    const became = stateOf.get(path) ?? "unchanged";
    if (state !== undefined && state !== became) return [{ field, expected: state, got: became }];
    if (Object.keys(content).length === 0) return [];
    const text = read(path);
    const holds = text !== null && isText(text, content);
    return holds ? [] : [{ field, expected: content, got: text }];
  });
}
