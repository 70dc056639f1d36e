import type { Payload } from "../../payload/index.js";

const LONGEST_NAME = 60;

/** The tool and the beginning of what it is called with. */
export function callText(payload: Payload): string {
  const input = payload.tool_input ?? payload["toolArgs"] ?? payload["command"] ?? payload.prompt;
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const [first] = values.filter((value) => typeof value === "string");
  const text = (first ?? "").replaceAll(/\s+/g, " ").trim();
  const tool = payload.tool_name ?? payload["toolName"];
  const shown = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
  return [typeof tool === "string" ? tool : "", shown].filter((part) => part !== "").join(" ");
}
