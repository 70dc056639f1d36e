import { existsSync, writeFileSync } from "node:fs";
import { isRecord } from "../../json/index.js";
import type { Finding } from "../../lint/index.js";
import { readJsonFile } from "../files.js";
import { UsageError } from "../usage-error.js";

/** A finding by what stays the same when lines move. */
function keyOf({ code, file, message }: Finding): string {
  return `${code} ${file} ${message}`;
}

/** What is not in the baseline. Where there is no such file yet, it is written, and nothing is left. */
export function withoutKnown(
  findings: readonly Finding[],
  path: string,
): { readonly findings: readonly Finding[]; readonly wrote: boolean } {
  if (!existsSync(path)) {
    const known = findings.map(keyOf).toSorted();
    writeFileSync(path, `${JSON.stringify({ version: 1, findings: known }, null, 2)}\n`);
    return { findings: [], wrote: true };
  }
  const file = readJsonFile(path, "the baseline");
  const listed = isRecord(file) ? file["findings"] : undefined;
  if (!Array.isArray(listed))
    throw new UsageError(`${path} is no baseline; remove it to write a new one`);
  // Each entry stands for one finding: a second of the same kind is new.
  const left = new Map<unknown, number>();
  for (const key of listed) left.set(key, (left.get(key) ?? 0) + 1);
  const fresh = findings.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
  return { findings: fresh, wrote: false };
}
