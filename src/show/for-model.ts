import type { Text } from "../interpret/index.js";
import { forTerminal } from "./for-terminal.js";

/** What joins the parts of one emoji has no width either, and stays. */
const joiners = "\u200d\ufe0e\ufe0f";
/** The name of the wrapper's tag behind its bracket, also where something unseen is between its letters. */
const name = "hook-output".split("").join(`[${joiners}]*`);
const tag = `[\\s/${joiners}]*${name}`;
const opens = new RegExp(`<(?=${tag})`, "gi");
/** What an opened tag is turned into, and what would be taken for that. */
const spelled = new RegExp(`&(?=(?:amp;)*lt;${tag})`, "gi");
const written = new RegExp(`&lt;(?=${tag})|&amp;(?=(?:amp;)*lt;${tag})`, "gi");

let tagOfProcess = "";

/** The label's tag: nobody who writes a text beforehand can know it, so that nothing that looks like it passes for it. */
export function hookTag(): string {
  tagOfProcess ||= `hook-output-${crypto.randomUUID().slice(0, 8)}`;
  return tagOfProcess;
}

/**
 * A hook's text as the model may read it: labelled with where it comes from, and as it was written but for what could
 * close or fake the label and for characters that nobody sees.
 */
export function forModel(text: Text, event: string): string {
  const label = `hook="${attribute(text.hook)}" event="${attribute(event)}" kind="${text.kind}"`;
  return `<${hookTag()} ${label}>\n${notFromHook(forTerminal(text.text, joiners))}\n</${hookTag()}>`;
}

function attribute(value: string): string {
  return forTerminal(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", " ");
}

/** Somebody's text as the model may read it: it cannot pass for the label of a hook's words. */
export function notFromHook(text: string): string {
  return text.replace(spelled, "&amp;").replace(opens, "&lt;");
}

/** What a hook has said in a text for the model. */
export interface HookWords {
  readonly hook: string;
  readonly words: string;
}

/** Also those of a session that another process has begun. */
const labelled =
  /(?:^|\n\n?)<(hook-output(?:-[\da-f]+)?) hook="([^"\n]*)"[^\n]*>\n([\s\S]*?)\n<\/\1>(?=\n|$)/g;

/** A text for the model taken apart for people: what hooks have said in it, and the rest. */
export function hookWords(text: string): {
  readonly rest: string;
  readonly said: readonly HookWords[];
} {
  const said: HookWords[] = [];
  const rest = text.replace(labelled, (_, _tag, hook: string, words: string) => {
    said.push({ hook: unescape(hook), words: words.replace(written, asWritten) });
    return "";
  });
  return { rest: rest.replace(/^\n+/, ""), said };
}

function asWritten(found: string): string {
  return found === "&lt;" ? "<" : "&";
}

function unescape(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
