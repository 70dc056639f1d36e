/** A stream of a hook as text. */
export function textOf(stream: string | Uint8Array | undefined): string {
  return typeof stream === "string" ? stream : new TextDecoder().decode(stream);
}
