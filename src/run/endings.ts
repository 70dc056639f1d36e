/** A background child may hold the pipes after the hook has exited; the answer already printed counts after this long. */
export const DRAIN_MS = 250;
/** From asking a tree to end to killing it. */
export const GRACE_MS = 500;

/** The system's word for what went wrong, such as ENOENT. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error
    ? String(error.code)
    : "unknown error";
}
