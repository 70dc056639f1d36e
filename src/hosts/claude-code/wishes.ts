import { isStricter, type Level } from "../../dialects/index.js";
import type { HostRun } from "../host.js";
import { isRecord, parseJson } from "../json.js";
import type { Json } from "./output.js";
import { own } from "./schema.js";

/** A restriction that a hook wrote down, in whatever form, whether or not the client reads it. */
export interface Wish {
  readonly level: Exclude<Level, "allow">;
  readonly path: string;
  readonly found: string;
}

const words: Readonly<Record<string, Wish["level"]>> = {
  block: "deny",
  blocked: "deny",
  deny: "deny",
  denied: "deny",
  reject: "deny",
  decline: "deny",
  cancel: "deny",
  defer: "defer",
  ask: "ask",
  stop: "halt",
  halt: "halt",
};

const wordFields = ["decision", "permissionDecision", "permission", "behavior", "action"];

/** Everything that a run wanted to restrict. Generous on purpose: what the client counts is taken off elsewhere. */
export function wishesOf(run: HostRun): readonly Wish[] {
  const { ending } = run;
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  const byCode: Wish[] = code === 2 ? [{ level: "deny", path: "exit", found: "2" }] : [];
  const whole = run.json ?? parseJson(run.stdout.text.trim());
  const byJson = isRecord(whole) ? wishesIn(whole, "") : wishesInText(run.stdout.text);
  return [...byCode, ...byJson];
}

/** `hookSpecificOutput.decision.behavior` is the deepest that anybody reads. */
const DEEPEST = 3;

function wishesIn(holder: Json, prefix: string, depth = 1): Wish[] {
  if (depth > DEEPEST) return [];
  const wishes: Wish[] = [];
  const proceed = own(holder, "continue");
  if (proceed === false || (typeof proceed === "string" && /^\s*false\s*$/i.test(proceed)))
    wishes.push({ level: "halt", path: `${prefix}continue`, found: JSON.stringify(proceed) });
  for (const field of wordFields) {
    const value = own(holder, field);
    const level = typeof value === "string" ? levelOf(value) : undefined;
    if (level !== undefined)
      wishes.push({ level, path: `${prefix}${field}`, found: String(value) });
    if (isRecord(value)) wishes.push(...wishesIn(value, `${prefix}${field}.`, depth + 1));
  }
  const specific = own(holder, "hookSpecificOutput");
  if (isRecord(specific))
    wishes.push(...wishesIn(specific, `${prefix}hookSpecificOutput.`, depth + 1));
  return wishes;
}

function levelOf(word: string): Wish["level"] | undefined {
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(words, plain) ? words[plain] : undefined;
}

const mention =
  /["'](decision|permissionDecision|permission|behavior|action|continue)["']\s*:[\s"']*([a-z]+)/gi;

/** The strictest mention in an output that is no object: broken, cut, or among other text. */
function wishesInText(text: string): Wish[] {
  let strictest: Wish | null = null;
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  for (const [found, field = "", word = ""] of plain.matchAll(mention)) {
    const stops = field.toLowerCase() === "continue";
    const level = stops ? (word.toLowerCase() === "false" ? "halt" : undefined) : levelOf(word);
    if (level !== undefined && isStricter(level, strictest?.level ?? null))
      strictest = { level, path: "stdout", found };
  }
  return strictest === null ? [] : [strictest];
}
