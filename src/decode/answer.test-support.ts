import { findDialect } from "../dialects/index.js";
import { decode, type Answer, type Ending, type HookRun } from "./index.js";
import type { Problem } from "../problem/index.js";

/** A run by what is special about it; the rest is a hook named "guard" that ends well on PreToolUse in wave. */
export interface Given extends Partial<Omit<HookRun, "stdout" | "stderr" | "ending">> {
  readonly event?: string;
  readonly dialect?: string;
  readonly exit?: number;
  readonly ending?: Ending;
  readonly out?: string | object;
  readonly err?: string;
  readonly cut?: boolean;
  readonly faithful?: boolean;
  readonly cutStderr?: boolean;
  readonly garbledStderr?: boolean;
}

/** What a hook named "guard" says that says nothing. */
export const silent: Answer = {
  hook: "guard",
  observes: false,
  failed: false,
  says: [],
  error: null,
  notice: null,
  output: null,
  context: null,
  warning: null,
  asides: [],
  changes: {},
  merges: false,
  problems: [],
};

export function answer(given: Given): Answer {
  const {
    event = "PreToolUse",
    dialect = "wave",
    exit = 0,
    out = "",
    err = "",
    cut = false,
    faithful = true,
  } = given;
  const run: HookRun = {
    hook: "guard",
    ending: given.ending ?? { type: "exited", code: exit },
    stdout: { text: typeof out === "string" ? out : JSON.stringify(out), cut, faithful },
    stderr: { text: err, cut: given.cutStderr ?? false, faithful: given.garbledStderr !== true },
    json: given.json,
    onFailure: given.onFailure ?? "continue",
    merge: given.merge ?? false,
    isAsync: false,
    final: false,
    observe: false,
    timeout: given.timeout ?? null,
  };
  return decode(run, { dialect: findDialect(dialect), event });
}

/** An answer whose fields are in the specific part. */
export const specific = (fields: object, event = "PreToolUse"): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

/** A problem without the hook's name, which is always the same here. */
export type ReportedProblem = Omit<Problem, "hook">;
export const problemsOf = (given: Given): ReportedProblem[] =>
  answer(given).problems.map(({ hook: _guard, ...problem }) => problem);
