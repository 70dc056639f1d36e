import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

interface Replacing {
  /** By default that of the file that is replaced. */
  readonly mode?: number;
  /** Whether the new content is on the disk when this returns. */
  readonly durable?: boolean;
  /** Who owns the new file; by default whoever writes it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Replaces a file at once: whoever reads it sees the old content or the new, never half of one. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, durable = false, owner }: Replacing = {},
): void {
  const kept = mode === undefined ? modeOf(path) : undefined;
  const draft = draftOf(path);
  try {
    const fd = openSync(draft, "wx", mode ?? kept);
    try {
      if (owner !== undefined) giveTo(fd, owner);
      // The umask took bits away, and so does a new owner.
      if (kept !== undefined || owner !== undefined) fchmodSync(fd, mode ?? kept ?? 0o600);
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

/** The same with the mode that the file has, without waiting for the file system on this thread. */
export async function replaceFileAsync(path: string, content: string): Promise<void> {
  const kept = await stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );
  const draft = draftOf(path);
  try {
    const file = await open(draft, "wx", kept);
    try {
      if (kept !== undefined) await file.chmod(kept);
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function giveTo(fd: number, { uid, gid }: NonNullable<Replacing["owner"]>): void {
  const now = fstatSync(fd);
  if (now.uid !== uid || now.gid !== gid) fchownSync(fd, uid, gid);
}

function draftOf(path: string): string {
  return `${path}.${Math.random().toString(36).slice(2, 10)}.tmp`;
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
