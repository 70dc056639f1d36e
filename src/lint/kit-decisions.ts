import type { Reading } from "../interpret/index.js";
import { hasParts } from "./proof/reached.js";
import type { ScriptDecision } from "./script-decision.js";

/** How a script takes the kit in: from the package, from its file, or as a part of its own. */
const USES_KIT = /["']snaphook\/hook["']|\bsnaphookKit\b|\bsnaphook_hook\b|\bsnaphook-hook\.sh\b/;

/** What is in front of the hook's own code where the kit was put into its file. */
const ENDS_OF_KIT = ["= snaphookKit;", '"snaphook_hook.py", "exec"', "# The hook itself:"];

/** The answers that decide, in all three languages, as Snaphook reads them. */
const meanings: Readonly<Record<string, Pick<ScriptDecision, "outcome" | "permission">>> = {
  deny: { outcome: "block", permission: "deny" },
  block: { outcome: "block", permission: "deny" },
  halt: { outcome: "halt", permission: "none" },
  ask: { outcome: "ask", permission: "ask" },
  defer: { outcome: "ask", permission: "ask" },
  allow: { outcome: "proceed", permission: "allow" },
  rewrite: { outcome: "proceed", permission: "none" },
};

/** A call, and its first argument where that is a plain text. Not where a function is made that has the name. */
const ANSWER =
  /(?<!\b(?:def|function) +|[.\w])(?:snaphook_)?(deny|block|halt|ask|defer|allow|rewrite)(?:\(\s*|[ \t]+(?=["']))(?:"([^"\n$`\\]*)"|'([^'\n\\]*)')?/g;
const COMMENT = /^\s*(?:#|\/\/|\*)/;

/**
 * The decisions of a hook that is written with Snaphook's kit: how it answers there depends on the host, so that no exit and no
 * text on stdout is in its script. Null for any other.
 */
export function kitDecisions(path: string, source: string): readonly ScriptDecision[] | null {
  if (!USES_KIT.test(source)) return null;
  const own = Math.max(...ENDS_OF_KIT.map((end) => source.lastIndexOf(end)), 0);
  const first = source.slice(0, own).split("\n").length;
  return source
    .slice(own)
    .split("\n")
    .flatMap((line, index) => (COMMENT.test(line) ? [] : answersIn(line, path, first + index)));
}

function answersIn(text: string, file: string, line: number): readonly ScriptDecision[] {
  return [...text.matchAll(ANSWER)].flatMap(([, name = "", double, single]) => {
    const meaning = meanings[name];
    if (meaning === undefined) return [];
    const reason = double ?? single ?? "";
    return [{ ...meaning, file, line, text: reason, isReachedBy: isAnswered(meaning, reason) }];
  });
}

/** A reason that is put together is not known: then a run with the same outcome has come by. */
function isAnswered(
  { outcome }: { readonly outcome: Reading["outcome"] },
  reason: string,
): ScriptDecision["isReachedBy"] {
  return (run) => {
    const printed = `${run.stdout}\n${run.stderr}`;
    const isSame = run.outcome === outcome && (outcome !== "proceed" || printed.trim() !== "");
    return isSame && hasParts(printed, reason === "" ? [] : [JSON.stringify(reason).slice(1, -1)]);
  };
}
