import type { Text } from "../interpret/index.js";
import { forTerminal } from "./for-terminal.js";

/**
 * A hook's text as the model may read it: labelled with where it comes from, and unable to close its
 * own wrapper or to pass for anything else, because no tag can be written inside.
 */
export function forModel(text: Text, event: string): string {
  const label = `hook="${attribute(text.hook)}" event="${attribute(event)}" kind="${text.kind}"`;
  return `<hook-output ${label}>\n${escape(forTerminal(text.text))}\n</hook-output>`;
}

function attribute(value: string): string {
  return escape(forTerminal(value)).replaceAll('"', "&quot;").replaceAll("\n", " ");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Somebody else's text as the model may read it: it cannot pass for a hook's. */
export function notFromHook(text: string): string {
  return text.replaceAll(/<(\/?hook-output)/gi, "&lt;$1");
}

/** What a hook has said in a text for the model. */
export interface HookWords {
  readonly hook: string;
  readonly words: string;
}

const labelled =
  /(?:^|\n\n?)<hook-output hook="([^"\n]*)"[^\n]*>\n([\s\S]*?)\n<\/hook-output>(?=\n|$)/g;

/** A text for the model taken apart for people: what hooks have said in it, and the rest. */
export function hookWords(text: string): {
  readonly rest: string;
  readonly said: readonly HookWords[];
} {
  const said: HookWords[] = [];
  const rest = text.replace(labelled, (_, hook: string, words: string) => {
    said.push({ hook: unescape(hook), words: unescape(words) });
    return "";
  });
  return { rest: rest.replace(/^\n+/, ""), said };
}

function unescape(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
