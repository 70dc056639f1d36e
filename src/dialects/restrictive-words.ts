import type { Level } from "./levels.js";

/** A level that restricts. */
export type RestrictiveLevel = Exclude<Level, "allow">;

/**
 * Words for what restricts. Snaphook's own dialects read `read` in any decision field and however it is
 * spelled (law 1); `near` restricts in one host or another, or nearly does: where it is not read, that is reported.
 */
const words: Readonly<Record<RestrictiveLevel, { readonly read: string; readonly near: string }>> =
  {
    deny: {
      read: "deny block",
      near: "denied blocked reject rejected decline declined refuse refused forbid forbidden disallow disallowed cancel cancelled canceled",
    },
    halt: { read: "", near: "halt halted stop stopped abort aborted interrupt interrupted" },
    ask: { read: "ask", near: "force_ask confirm review" },
    defer: { read: "defer", near: "deferred" },
  };

function listed(kinds: readonly ("read" | "near")[]): ReadonlyMap<string, RestrictiveLevel> {
  return new Map(
    (Object.keys(words) as RestrictiveLevel[]).flatMap((level) =>
      kinds
        .flatMap((kind) => words[level][kind].split(" "))
        .filter((word) => word !== "")
        .map((word) => [word, level] as const),
    ),
  );
}

/** Those that Snaphook's own dialects read. */
export const restrictiveWords = listed(["read"]);

/** Those of any host. */
export const anyRestrictiveWords = listed(["read", "near"]);
