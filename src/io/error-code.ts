/** The system's word for what went wrong, such as ENOENT; empty where there is none. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}
