import type { RunEnding } from "./process-spec.js";

/** A background child may hold the pipes after the hook has exited; the answer already printed counts after this long. */
export const DRAIN_MS = 250;
/** From asking a tree to end to killing it. */
export const GRACE_MS = 500;
/** Why a process was not started, where the system has no word for it. */
export const UNKNOWN = "unknown error";

/** What a hook can end with: what POSIX knows, and all that `interpret` takes. */
export function isExitCode(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

/**
 * How a process ended. Larger codes are those of Windows: a status such as 0xC0000005 is a death as by a signal, any
 * other one an error code, and none of them becomes 0 or 2.
 */
export function endingOf(code: number | null, signal: string | null): RunEnding {
  if (code === null) return { type: "signalled", signal: signal ?? "SIGKILL" };
  if (isExitCode(code)) return { type: "exited", code };
  const status = code >>> 0;
  return status >= 0x80000000 && status < 0xffffff00
    ? { type: "signalled", signal: `0x${status.toString(16).toUpperCase()}` }
    : { type: "exited", code: 255 };
}
