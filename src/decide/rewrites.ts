import { reservedKeys, type Answer, type PlainObject, type PlainValue } from "../decode/index.js";
import { changeNames, changes } from "../dialects/index.js";
import { isRecord } from "../json/index.js";
import type { Payload } from "../payload/index.js";
import { oneProblem, type Problem } from "../problem/index.js";
import type { Rewrite, Verdict } from "./verdict.js";

type RewrittenVerdict = Pick<Verdict, "changes" | "rewrites"> & {
  readonly problems: readonly Problem[];
};

/**
 * Applies what the hooks change, in configuration order, each on what the one before left. A hook that
 * denies changes nothing; where the operation does not happen, nothing is changed at all.
 */
export function applyRewrites(
  answers: readonly Answer[],
  payload: Payload,
  operation: { readonly happens: boolean },
): RewrittenVerdict {
  const rewrites: Rewrite[] = [];
  const made: Record<string, PlainValue> = {};
  for (const answer of answers) {
    const { hook, observes, merges } = answer;
    const denies = answer.says.some(({ level }) => level === "deny" || level === "halt");
    for (const name of changeNames) {
      const value = answer.changes[name];
      if (value === undefined) continue;
      const { what, isAfter } = changes[name];
      // The tool has run. A hook that redacts its output and objects to it as well wants both.
      const [happens, objects] = isAfter ? [true, false] : [operation.happens, denies];
      const applied = happens && !objects && !observes;
      rewrites.push({ hook, what, applied, why: whyOf({ observes, denies: objects, happens }) });
      if (!applied) continue;
      made[name] =
        name === "input" && merges
          ? {
              ...((made[name] ?? originalInput(payload)) as PlainObject),
              ...(value as PlainObject),
            }
          : value;
    }
  }
  return { changes: made, rewrites, problems: conflicts(rewrites) };
}

function whyOf(how: Readonly<Record<"observes" | "denies" | "happens", boolean>>): string {
  if (how.observes) return "the hook only observes";
  if (how.denies) return "the hook denies";
  return how.happens ? "applied in configuration order" : "the operation does not happen";
}

/** What the host gave, as far as it is the base of a merge, copied without reserved keys. */
function originalInput(payload: Payload): PlainObject {
  const original = withoutReservedKeys(payload.tool_input, 0);
  return isRecord(original) ? original : {};
}

/** Deeper values are the host's own and stay as they are: nothing of its input may get lost. */
const DEEPEST = 64;

function withoutReservedKeys(value: unknown, depth: number): PlainValue {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value as PlainValue;
  if (Array.isArray(value)) return value.map((item) => withoutReservedKeys(item, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !reservedKeys.has(key));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, withoutReservedKeys(item, depth + 1)]),
  );
}

function conflicts(rewrites: readonly Rewrite[]): readonly Problem[] {
  return Object.values(changes).flatMap(({ what }) => {
    const hooks = rewrites
      .filter((rewrite) => rewrite.what === what && rewrite.applied)
      .map(({ hook }) => hook);
    if (hooks.length < 2) return [];
    return oneProblem(hooks.at(-1) ?? "", "rewrite-conflict", {
      path: what,
      found: hooks.join(", "),
      lost: `the ${what} of ${hooks.slice(0, -1).join(", ")}`,
    });
  });
}
