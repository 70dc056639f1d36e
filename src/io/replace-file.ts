import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

interface Replacing {
  /** By default that of the file that is replaced. */
  readonly mode?: number;
  /** Whether the new content is on the disk when this returns. */
  readonly durable?: boolean;
}

/** Replaces a file at once: whoever reads it sees the old content or the new, never half of one. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, durable = false }: Replacing = {},
): void {
  const kept = mode === undefined ? modeOf(path) : undefined;
  const draft = `${path}.${Math.random().toString(36).slice(2, 10)}.tmp`;
  try {
    const fd = openSync(draft, "wx", mode ?? kept);
    try {
      // The umask took bits away.
      if (kept !== undefined) fchmodSync(fd, kept);
      writeFileSync(fd, content);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  if (durable) syncFolder(dirname(path));
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : stats.mode & 0o777;
}

/** Makes the new name durable; some systems cannot. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, constants.O_RDONLY);
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // The file itself is on the disk.
  }
}
