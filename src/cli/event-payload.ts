import { sampleInput, samplePayload, type Payload } from "../payload/index.js";
import type { Arguments } from "./arguments.js";
import { readInputs } from "./inputs.js";
import { readPayload } from "./payload.js";
import { UsageError } from "./usage-error.js";

/** The payload that the options describe: a file's, or a sample's with this tool and input. */
export function eventPayload(given: Arguments, event: string): Payload {
  const fromFile = readPayload(given.text("payload"));
  const tool = given.text("tool");
  const input = readInputs(given);
  if (fromFile !== undefined && (tool !== undefined || input !== null)) {
    throw new UsageError("give the payload or --tool and --input, not both");
  }
  return {
    ...(fromFile ?? samplePayload(event)),
    cwd: process.cwd(),
    hook_event_name: event,
    ...(tool !== undefined && { tool_name: tool }),
    ...((tool !== undefined || input !== null) && {
      tool_input: input ?? sampleInput(tool ?? ""),
    }),
  };
}
