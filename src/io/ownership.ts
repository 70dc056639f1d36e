import type { Stats } from "node:fs";

/** Why a folder or file is not ours alone, or null. Others could have written what we would believe. */
export function ownershipFault(path: string, stats: Stats): string | null {
  const ours = process.geteuid?.();
  if (stats.isSymbolicLink()) return `${path} is a symbolic link`;
  if (ours === undefined) return null;
  if (stats.uid !== ours) return `${path} belongs to user ${stats.uid}, not to user ${ours}`;
  if ((stats.mode & 0o022) !== 0)
    return `${path} can be written by others (mode ${(stats.mode & 0o777).toString(8)}); chmod go-w it`;
  return null;
}
