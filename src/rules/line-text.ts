import { commandText, type CommandText } from "./command-pattern.js";
import { foldCase } from "./paths.js";
import { decodeEscapes } from "../shell/index.js";

/** A whole command line in the forms in which rules look at it, made once for all of them. */
export interface LineText {
  readonly raw: string;
  readonly compared: CommandText;
  /** For names of programs: in small letters, and with its parts joined. */
  readonly spoken: readonly string[];
  /** For names of files: without quotes, as a file system that folds case sees them. */
  readonly unquoted: string;
  /** What a file pattern in it begins with: `.e` of `.e*`. */
  readonly beginnings: readonly string[];
}

/** Two letters before a wildcard may mean a name; what is shorter is in every expression. */
const BEGINNING = /(?<![.\w-])([.\w-]{2,})(?:\*|\?|\[)/g;

export function lineText(raw: string): LineText {
  return {
    raw,
    compared: commandText(raw),
    spoken: speak(raw),
    unquoted: foldCase(withoutQuotes(raw)),
    beginnings: Array.from(raw.matchAll(BEGINNING), ([, text = ""]) => foldCase(text)),
  };
}

/** Whether a line has the name of a file, or a pattern that begins as it does. */
export function speaksOf({ unquoted, beginnings }: LineText, name: string): boolean {
  return unquoted.includes(name) || beginnings.some((text) => name.startsWith(text));
}

export function speak(text: string): LineText["spoken"] {
  return [text.toLowerCase(), joinParts(text)];
}

export function withoutQuotes(text: string): string {
  return text.replaceAll(/["'\\]/g, "");
}

/** A text without quotes and escapes, and with its parts joined, as a language that reads it would. */
export function joinParts(text: string): string {
  return decodeEscapes(text)
    .replaceAll(/["']\s*(?:(?:\+|\.\.?)\s*)?["']|["'\\]/g, "")
    .toLowerCase();
}
