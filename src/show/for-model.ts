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
