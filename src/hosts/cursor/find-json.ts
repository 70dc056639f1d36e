import { parseJson } from "../json.js";

/**
 * The JSON of an output: the whole of it, or else the object with which it ends, whatever comes before. Undefined
 * where there is neither. Looks at every character at most twice.
 */
export function findJson(output: string): unknown {
  const text = output.trim();
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const start = startOfLastObject(text);
  return start < 0 ? undefined : parseJson(text.slice(start));
}

/** Goes backwards from the closing brace to the one that opens it; in valid JSON a quote in a string is escaped. */
function startOfLastObject(text: string): number {
  if (!text.endsWith("}")) return -1;
  let depth = 0;
  let inString = false;
  for (let index = text.length - 1; index >= 0; index--) {
    const sign = text[index];
    if (sign === '"') {
      if (!inString || !isEscaped(text, index)) inString = !inString;
    } else if (!inString && sign === "}") depth++;
    else if (!inString && sign === "{" && --depth === 0) return index;
  }
  return -1;
}

function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (first > 0 && text[first - 1] === "\\") first--;
  return (index - first) % 2 === 1;
}
