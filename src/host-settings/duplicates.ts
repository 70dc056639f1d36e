import { pathOf } from "../config/index.js";
import type { Loaded } from "./format.js";
import type { ConfigHook } from "./host-config.js";

/** What makes two hooks one for a host, and which of them counts. */
export interface DuplicateRule {
  /** Null: this hook is never taken for another. */
  readonly keyOf: (hook: ConfigHook) => string | null;
  readonly counts: "first" | "last";
}

/**
 * Strikes out what a host takes for a second copy. Hosts look at it after matching: of copies with different matchers
 * both may run, so only one whose matcher is covered is struck out; of the others it is reported that where both match one counts.
 */
export function withoutDuplicates(
  hooks: readonly ConfigHook[],
  { keyOf, counts }: DuplicateRule,
  loaded: readonly Loaded[],
): readonly ConfigHook[] {
  const order = counts === "first" ? hooks : hooks.toReversed();
  const seen = new Map<string, ConfigHook>();
  const judged = order.map((hook) => {
    const key = hook.ignored === undefined ? keyOf(hook) : null;
    if (key === null) return hook;
    const exact = `${hook.event}\0${key}\0${isForAll(hook) ? "" : (hook.matcher ?? "")}`;
    const forAll = seen.get(`${hook.event}\0${key}\0`);
    const winner = seen.get(exact) ?? forAll;
    const rival = winner ?? seen.get(`${hook.event}\0${key}`);
    if (rival === undefined) seen.set(`${hook.event}\0${key}`, hook);
    if (winner === undefined) seen.set(exact, hook);
    if (rival === undefined) return hook;
    report(hook, rival, winner !== undefined, loaded);
    return winner === undefined
      ? hook
      : { ...hook, ignored: `${winner.id} is the same hook, and it counts` };
  });
  return counts === "first" ? judged : judged.toReversed();
}

function isForAll({ matcher }: ConfigHook): boolean {
  return matcher === undefined || matcher === "" || matcher === "*";
}

function report(
  hook: ConfigHook,
  rival: ConfigHook,
  isCovered: boolean,
  loaded: readonly Loaded[],
): void {
  const list = loaded.find(({ place }) => place.path === hook.file)?.report;
  const weaker = weakerParts(hook, rival);
  list?.add("host-config-replaced", hook.id, {
    path: pathOf("hooks", hook.event),
    line: hook.line,
    found: `the same hook as ${rival.id}`,
    allowed: ["each hook once"],
    lost: [isCovered ? "this entry" : "this entry, where both matchers match", ...weaker].join(
      "; ",
    ),
    ...(weaker.length > 0 && { severity: "error" as const }),
  });
}

/** What the copy that counts does worse than the other. */
function weakerParts(hook: ConfigHook, rival: ConfigHook): readonly string[] {
  return [
    ...(hook.onFailure === "block" && rival.onFailure !== "block" ? ["that a failure blocks"] : []),
    ...(rival.async === true && hook.async !== true ? ["that the host waits for it"] : []),
    ...(rival.timeoutSeconds < hook.timeoutSeconds
      ? [`${hook.timeoutSeconds} s, of which ${rival.timeoutSeconds} s are left`]
      : []),
  ];
}
