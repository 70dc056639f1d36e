import { isRecord } from "../json/index.js";
import type { Payload } from "../payload/index.js";
import { readJsonFile } from "./files.js";
import { UsageError } from "./usage-error.js";

/** The payload in a file, or on standard input for `-`; undefined where no file is named. */
export function readPayload(file: string | undefined): Payload | undefined {
  if (file === undefined) return undefined;
  const payload = readJsonFile(file, "the payload");
  if (!isRecord(payload)) {
    throw new UsageError(`the payload ${file} must be a JSON object`);
  }
  return payload;
}
