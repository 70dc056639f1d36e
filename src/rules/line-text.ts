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
}

export function lineText(raw: string): LineText {
  return {
    raw,
    compared: commandText(raw),
    spoken: speak(raw),
    unquoted: foldCase(withoutQuotes(raw)),
  };
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
