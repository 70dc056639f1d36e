import type { Reading } from "../interpret/index.js";
import { isRecord, parseJson } from "../json/index.js";
import type { HookDraft } from "./draft.js";

/** Who reads what, in one host. Texts are as they arrive there; those that nobody reads are named. */
export interface Lanes {
  readonly user: readonly string[];
  readonly model: readonly string[];
  /** In the log, and neither the user nor the model reads it. */
  readonly log: readonly string[];
  /** Not even in a log that somebody could look into. */
  readonly nobody: readonly string[];
}

/** The four lanes of what hooks have said, in a host that writes a log or does not. */
export function lanesOf(reading: Reading, hooks: readonly HookDraft[], hasLog: boolean): Lanes {
  const [user, model] = [textsOf(reading.toUser), textsOf(reading.toModel)];
  const logged = hasLog ? textsOf(reading.toLog) : [];
  const seen = [...user, ...model];
  const parts = hooks.flatMap((hook, index) =>
    partsOf(hook).map(({ name, text }) => ({
      name: hooks.length > 1 ? `${name} of hook ${index + 1}` : name,
      text,
    })),
  );
  const unseen = parts.filter(({ text }) => !isIn(seen, text));
  const answers = logged.filter((text) => text.startsWith("{"));
  const plain = logged.filter((text) => !text.startsWith("{"));
  return {
    user,
    model,
    log: [
      ...plain.filter((text) => !isIn(seen, text)),
      // An answer is recorded as a whole.
      ...unseen.filter(({ text }) => !isIn(plain, text) && isIn(answers, text)).map(named),
    ],
    nobody: unseen.filter(({ text }) => !isIn(logged, text)).map(named),
  };
}

function named({ name, text }: { readonly name: string; readonly text: string }): string {
  return `${name}: ${text}`;
}

function textsOf(lane: Reading["toUser"]): readonly string[] {
  return [...new Set(lane.map(({ text }) => text.trim()).filter((text) => text !== ""))];
}

/** As it is, or as it is written in JSON. */
function isIn(lane: readonly string[], part: string): boolean {
  const escaped = JSON.stringify(part).slice(1, -1);
  return lane.some((text) => text.includes(part) || text.includes(escaped));
}

/** Keys of answers that hold a text for somebody. */
const textKeys: ReadonlySet<string> = new Set([
  "reason",
  "permissionDecisionReason",
  "systemMessage",
  "additionalContext",
  "additional_context",
  "stopReason",
  "user_message",
  "userMessage",
  "agent_message",
  "agentMessage",
  "followup_message",
  "message",
]);

/** What a hook says: its texts by the name of where they are. */
function partsOf({ stdout, stderr }: HookDraft): readonly { name: string; text: string }[] {
  // Lines before an object are not part of it.
  const start = /^[ \t]*\{/m.exec(stdout)?.index ?? stdout.length;
  const answer = parseJson(stdout.slice(start));
  const plain = isRecord(answer) ? stdout.slice(0, start) : stdout;
  return [
    { name: "stdout", text: plain.trim() },
    ...(isRecord(answer) ? textsIn(answer) : []),
    { name: "stderr", text: stderr.trim() },
  ].filter(({ text }) => text !== "");
}

function textsIn(fields: Readonly<Record<string, unknown>>): { name: string; text: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isRecord(value)) return name.startsWith("updated") ? [] : textsIn(value);
    return typeof value === "string" && textKeys.has(name) ? [{ name, text: value.trim() }] : [];
  });
}
