import type { Captured } from "./hook-run.js";

/** Keeps at most `limit` bytes, and never more than whole characters of them. */
export function capture(stream: string | Uint8Array, limit: number): Captured {
  if (typeof stream === "string") {
    // A UTF-16 unit is at most three bytes, so short strings need no counting.
    if (stream.length * 3 <= limit) return { text: stream, cut: false, faithful: true };
    const { read } = new TextEncoder().encodeInto(stream, new Uint8Array(limit));
    return { text: stream.slice(0, read), cut: read < stream.length, faithful: true };
  }
  const cut = stream.length > limit;
  const kept = cut ? stream.subarray(0, limit) : stream;
  const utf16 = utf16Of(kept);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(kept), cut, faithful: false };
  try {
    // A cut may split the last character, which is no fault of the hook's.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept, {
      stream: cut,
    });
    return { text, cut, faithful: true };
  } catch {
    return {
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept),
      cut,
      faithful: false,
    };
  }
}

/** Which UTF-16 the bytes are, by their mark or because every second one is zero; null where they are not. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? "utf-16be" : null;
}
