import { consent, refusal, type PermissionDecision } from "../agent/index.js";
import { editKey, emptyBuffer, insert, type EditBuffer } from "./edit-buffer.js";
import type { Key } from "./keys.js";
import { isTooSoon, type Guard } from "./too-soon.js";

/** The question that is shown, and what the user has done to it so far. */
export interface Question {
  /** Of the pending permission. */
  readonly id: string;
  /** When it appeared, or the last key that came too soon. */
  readonly quietSince: number;
  readonly choice: number;
  /** The first row of the input that is seen. */
  readonly scroll: number;
  /** What the user writes to the model; null while choosing. */
  readonly words: EditBuffer | null;
}

export const choices = [
  { letter: "y", label: "Allow once", does: "once" },
  { letter: "a", label: "Allow always for this input", does: "always" },
  { letter: "n", label: "Deny", does: "deny" },
  { letter: "w", label: "Deny and tell the model why", does: "words" },
] as const;

type Does = (typeof choices)[number]["does"];

/** The question after a key, and the decision that the key has made, if it has. */
export interface Asked {
  readonly question: Question;
  readonly decision: PermissionDecision | null;
}

export function questionOf(id: string, now: number): Question {
  return { id, quietSince: now, choice: 0, scroll: 0, words: null };
}

/** A page of the input. */
const PAGE = 5;

/** Letters, Enter and Escape answer; a paste, or keys that came several at once, do not. */
export function questionKey(question: Question, key: Key, toolName: string, guard: Guard): Asked {
  if (isTooSoon(question.quietSince, guard)) return stay({ ...question, quietSince: guard.now });
  if (question.words !== null) return wordsKey(question, question.words, key, toolName);
  if (key.type === "paste") return stay(question);
  if (key.type === "key") {
    const step = { up: -1, "back-tab": -1, down: 1, tab: 1 }[key.name];
    if (step !== undefined) {
      const choice = (question.choice + step + choices.length) % choices.length;
      return stay({ ...question, choice });
    }
    if (key.name === "page-up")
      return stay({ ...question, scroll: Math.max(0, question.scroll - PAGE) });
    if (key.name === "page-down") return stay({ ...question, scroll: question.scroll + PAGE });
  }
  if (!key.isAlone) return stay(question);
  if (key.type === "key") {
    if (key.name === "escape") return choose(question, "deny", toolName);
    if (key.name !== "enter") return stay(question);
    const chosen = choices[question.choice];
    return chosen === undefined ? stay(question) : choose(question, chosen.does, toolName);
  }
  const chosen = choices.find(({ letter }) => letter === key.text.toLowerCase());
  return chosen === undefined ? stay(question) : choose(question, chosen.does, toolName);
}

function choose(question: Question, does: Does, toolName: string): Asked {
  switch (does) {
    case "once":
      return { question, decision: consent(toolName) };
    case "always":
      return { question, decision: consent(toolName, true) };
    case "deny":
      return { question, decision: refusal(toolName) };
    case "words":
      return stay({ ...question, choice: choices.length - 1, words: emptyBuffer });
  }
}

/** Words make the model go on; Escape goes back to the choices. */
function wordsKey(question: Question, words: EditBuffer, key: Key, toolName: string): Asked {
  if (key.type !== "key") return stay({ ...question, words: insert(words, key.text) });
  if (key.name === "escape") return stay({ ...question, words: null });
  if (key.name === "enter") {
    const text = words.text.trim();
    if (text === "" || !key.isAlone) return stay(question);
    return { question, decision: refusal(toolName, text, true) };
  }
  return stay({ ...question, words: editKey(words, key.name) ?? words });
}

function stay(question: Question): Asked {
  return { question, decision: null };
}
