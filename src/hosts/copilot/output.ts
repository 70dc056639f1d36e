import { isRecord, parseJson } from "../json.js";

/** What a hook printed, taken apart. */
export interface CopilotOutput {
  /** Null where what is left is no JSON object: the host then takes it as no output. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  /** Shown while the hook runs. */
  readonly progress: readonly string[];
  /** What is left without the lines of progress. */
  readonly rest: string;
}

/** Lines that are a progress object are taken out; all others are one JSON document. */
export function readOutput(stdout: string): CopilotOutput {
  const progress: string[] = [];
  const lines = stdout.split("\n").filter((line) => {
    const value = line.trim().startsWith("{") ? parseJson(line.trim()) : undefined;
    if (!isRecord(value) || value["type"] !== "progress") return true;
    if (typeof value["message"] === "string") progress.push(value["message"]);
    return false;
  });
  const rest = lines.join("\n").trim();
  const answer = parseJson(rest);
  return { answer: isRecord(answer) ? answer : null, progress, rest };
}
