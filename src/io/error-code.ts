/** The system's word for what went wrong, such as ENOENT; empty where there is none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: string | number };
  return String(code ?? "");
}
