/** What a text is about, in the scenarios of the decision guide for `systemMessage` and `additionalContext`. */
export type TextKind =
  | "nothing"
  | "failure"
  | "mixed"
  | "validation"
  | "action"
  | "reminder"
  | "status"
  | "background";

const failure = /^\W*(?:error|failed|failure|critical)\b|\b(?:failed to|could not be|crashed)\b/i;
const status =
  /\b(?:success(?:fully)?|done|completed?|passed|saved|formatted|logged|migrated|ok)\b|✅/iu;
const background =
  /\b(?:(?:plans?|files?|tasks?|sessions?|notes?|memories) (?:found|loaded|available)|(?:found|loaded|available|current(?:ly)?|recent(?:ly)?|last|open) \w+|(?:branch|version|context|session|plans?)(?: \w+)?:|\d+ (?:lines|files|todos|tasks))\b/iu;

/** A sentence that begins with what to do. */
const DEMAND =
  /(?:^|[.!:;—–]\s+)(?:record|update|document|explain|keep|run|re-?run|add|fix|write|commit|create|remove|verify|confirm|review|read|use|ask|stop|wait|split|rename|move|include|complete|finish|follow|check)\s+(?!(?:is|was|has|are|were|by|at|in|on|for|failed|passed|completed?|done)\b)[\w`"'/…]/iu;

/** The first that fits counts. */
const kinds: readonly (readonly [TextKind, RegExp])[] = [
  [
    "nothing",
    /^\W*(?:no (?:\w+ )?(?:issues?|problems?|errors?|warnings?|violations?|findings|changes)(?: (?:found|detected|to report))?|nothing (?:to (?:do|report)|found|changed)|all (?:good|clear|checks? pass(?:ed)?)|everything (?:is )?(?:fine|ok)|looks good)\W*$/iu,
  ],
  ["failure", failure],
  [
    "validation",
    /\b(?:validation|invalid|incomplete|malformed|violat(?:es|ion)|(?:is|are) missing|missing (?:\w+ )?(?:field|section|element|header|test|log|handoff)s?|does not (?:have|include|match|follow))\b/iu,
  ],
  [
    "action",
    /\b(?:must|mandatory|immediately|right now|required (?:action|before)|before (?:you )?(?:continu|complet|finish|proceed|commit|stopp)\w+|do not (?:continue|proceed))\b/iu,
  ],
  ["action", DEMAND],
  [
    "reminder",
    /\b(?:reminder|remember|don'?t forget|do not forget|consider|keep in mind|tip:|you (?:may|might) want)\b/iu,
  ],
  ["status", status],
  ["background", background],
];

export function kindOfText(text: string): TextKind | null {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return kind === "failure" && text.split(/ \| |\n/).some(isAside) ? "mixed" : kind;
}

/** A part that is about no failure, but a status or something to know. */
function isAside(part: string): boolean {
  return !failure.test(part) && (status.test(part) || background.test(part));
}
