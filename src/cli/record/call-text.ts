import type { Payload } from "../../payload/index.js";
import { payloadFacts, shortInput } from "../../recorded/index.js";

const LONGEST = 60;

/** The tool and the beginning of what it is called with. */
export function callText(payload: Payload): string {
  const input = shortInput(payload).replaceAll(/\s+/g, " ").trim();
  const shown = input.length > LONGEST ? `${input.slice(0, LONGEST)}…` : input;
  return [payloadFacts(payload).tool, shown].filter((part) => part !== "").join(" ");
}
