import { isRecord } from "../json.js";
import { restrictionsIn, restrictionsSpelled, type Restriction } from "../restriction.js";
import { parseBounded } from "./output.js";

/** What the printed text wants to stop: in its JSON, in JSON among other lines, in JSON that is broken. */
export function restrictionsPrinted(text: string): readonly Restriction[] {
  const objects = objectsIn(text);
  const inObjects = objects.flatMap((value) => restrictionsIn(value));
  const shown = objects.map((value) => JSON.stringify(value)).join("\n");
  // It finds what is cut off, and the key that a second one of its name hides.
  const hidden = restrictionsSpelled(text, "stdout");
  return hidden.length > restrictionsSpelled(shown, "stdout").length
    ? [...inObjects, ...hidden]
    : inObjects;
}

/** Log lines come in any number; JSON among them is near the beginning or the end. */
const MOST_LINES = 200;

/** The whole text, what is between its outermost braces, or the lines that are objects. */
function objectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const inner = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, inner]) {
    const value = parseBounded(candidate);
    if (isRecord(value)) return [value];
  }
  const lines = text.split("\n").filter((line) => line.trimStart().startsWith("{"));
  return [...lines.slice(0, MOST_LINES), ...lines.slice(MOST_LINES).slice(-MOST_LINES)]
    .map(parseBounded)
    .filter(isRecord);
}
