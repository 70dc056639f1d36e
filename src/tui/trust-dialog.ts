import type { TrustOf } from "../engine/index.js";
import type { Key } from "./keys.js";
import { isTooSoon, type Guard } from "./too-soon.js";

/** Hooks that wait for somebody to look at them, and how far the user has come. */
export interface Review {
  readonly hooks: readonly TrustOf[];
  /** When it appeared, or the last key that came too soon. */
  readonly quietSince: number;
  /** Which hook is looked at. */
  readonly at: number;
  /** Places of those that were chosen. */
  readonly chosen: readonly number[];
  /** Whether the files of the hook are shown. */
  readonly showsFiles: boolean;
  readonly scroll: number;
}

/** The review after a key, and the hooks that the key has approved, if it has decided. */
export interface Reviewed {
  readonly review: Review;
  readonly approved: readonly TrustOf[] | null;
}

export function reviewOf(hooks: readonly TrustOf[], now: number): Review {
  return { hooks, quietSince: now, at: 0, chosen: [], showsFiles: false, scroll: 0 };
}

const PAGE = 5;

/** Nothing is approved by Escape, by a paste, by keys that came several at once, or by Enter with nothing chosen. */
export function reviewKey(review: Review, key: Key, guard: Guard): Reviewed {
  const { hooks, at, chosen, showsFiles, scroll } = review;
  if (isTooSoon(review.quietSince, guard)) return stay({ ...review, quietSince: guard.now });
  if (key.type === "paste" || !key.isAlone) return stay(review);
  switch (key.type === "text" ? key.text.toLowerCase() : key.name) {
    case "up":
      return stay(lookAt(review, at - 1));
    case "down":
    case "tab":
      return stay(lookAt(review, at + 1));
    case "page-up":
      return stay({ ...review, scroll: Math.max(0, scroll - PAGE) });
    case "page-down":
      return stay({ ...review, scroll: scroll + PAGE });
    case " ":
      return stay({
        ...review,
        chosen: chosen.includes(at) ? chosen.filter((place) => place !== at) : [...chosen, at],
      });
    case "v":
      return stay({ ...review, showsFiles: !showsFiles, scroll: 0 });
    case "a":
      return { review, approved: hooks };
    case "enter":
      if (chosen.length === 0) return stay(review);
      return { review, approved: hooks.filter((_, place) => chosen.includes(place)) };
    case "escape":
      if (showsFiles) return stay({ ...review, showsFiles: false, scroll: 0 });
      return { review, approved: [] };
    case "n":
      return { review, approved: [] };
    default:
      return stay(review);
  }
}

function lookAt(review: Review, place: number): Review {
  const at = Math.max(0, Math.min(review.hooks.length - 1, place));
  return { ...review, at, scroll: 0 };
}

function stay(review: Review): Reviewed {
  return { review, approved: null };
}
