import { bufferOf, editKey, emptyBuffer, insert, type EditBuffer } from "./edit-buffer.js";
import type { Key } from "./keys.js";

/** The prompt box: what is being written, and what was sent before. */
export interface Prompt {
  readonly buffer: EditBuffer;
  /** The oldest first. */
  readonly sent: readonly string[];
  /** Which of them is shown; null while the user's own draft is. */
  readonly shown: number | null;
  readonly draft: EditBuffer;
}

export const emptyPrompt: Prompt = {
  buffer: emptyBuffer,
  sent: [],
  shown: null,
  draft: emptyBuffer,
};

/** The prompt after a key, and the text that the key has sent, if it has. */
export interface Prompted {
  readonly prompt: Prompt;
  readonly submitted: string | null;
}

const MOST_SENT = 500;

/** Enter sends; behind a backslash it begins a line. Up and down at the edge go through what was sent. */
export function promptKey(prompt: Prompt, key: Key): Prompted {
  const { buffer } = prompt;
  if (key.type !== "key") return stay(edited(prompt, insert(buffer, key.text)));
  if (key.name === "enter") {
    const { text, cursor } = buffer;
    if (text.charAt(cursor - 1) === "\\") {
      const without = { text: text.slice(0, cursor - 1) + text.slice(cursor), cursor: cursor - 1 };
      return stay(edited(prompt, insert(without, "\n")));
    }
    return { prompt, submitted: text.trim() === "" ? null : text };
  }
  const moved = editKey(buffer, key.name);
  if (moved !== null) return stay(edited(prompt, moved));
  if (key.name === "up") return stay(older(prompt));
  if (key.name === "down") return stay(newer(prompt));
  return stay(prompt);
}

/** The box after its text was taken: empty, and the text is remembered once. */
export function promptTaken(prompt: Prompt, text: string): Prompt {
  const sent = prompt.sent.at(-1) === text ? prompt.sent : [...prompt.sent, text].slice(-MOST_SENT);
  return { ...emptyPrompt, sent };
}

function stay(prompt: Prompt): Prompted {
  return { prompt, submitted: null };
}

function edited(prompt: Prompt, buffer: EditBuffer): Prompt {
  return { ...prompt, buffer };
}

function older(prompt: Prompt): Prompt {
  const { sent, shown, buffer, draft } = prompt;
  const next = (shown ?? sent.length) - 1;
  const text = sent[next];
  if (text === undefined) return prompt;
  return { ...prompt, buffer: bufferOf(text), shown: next, draft: shown === null ? buffer : draft };
}

function newer(prompt: Prompt): Prompt {
  const { sent, shown, draft } = prompt;
  if (shown === null) return prompt;
  const text = sent[shown + 1];
  if (text === undefined) return { ...prompt, buffer: draft, shown: null };
  return { ...prompt, buffer: bufferOf(text), shown: shown + 1 };
}
