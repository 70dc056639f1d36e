import { effect, signal } from "@preact/signals";
import type { Draft } from "../draft.js";
import { fromFragment, toFragment } from "../share-link.js";
import { draft } from "./store.js";

/** What happened to a link, for the reader. */
export const linkNotice = signal("");

const PAUSE_MS = 300;

/**
 * Keeps the address and what is typed the same, in both directions. The fragment of an address is not sent to anybody:
 * browsers keep it.
 */
export function openLinks(): void {
  readAddress();
  addEventListener("popstate", readAddress);
  effect(() => {
    const fragment = toFragment(draft.value);
    const timer = setTimeout(() => {
      if (fragment !== given()) history.replaceState(null, "", `#${fragment}`);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
}

/** Replaces everything that is typed; the browser's Back brings it back. */
export function replaceDraft(next: Draft): void {
  history.replaceState(null, "", `#${toFragment(draft.value)}`);
  history.pushState(null, "", `#${toFragment(next)}`);
  draft.value = next;
}

export async function copyLink(): Promise<void> {
  history.replaceState(null, "", `#${toFragment(draft.value)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    linkNotice.value = "Link copied. Everything is in the part after #; nothing was sent.";
  } catch {
    linkNotice.value = "The browser does not allow copying: take the link from the address bar.";
  }
}

function given(): string {
  return location.hash.slice(1);
}

function readAddress(): void {
  const started = document.querySelector<HTMLMetaElement>('meta[name="snaphook-draft"]');
  const fragment = given() || (started?.content ?? "");
  if (fragment === "" || fragment === toFragment(draft.peek())) return;
  const read = fromFragment(fragment);
  if (read === null) linkNotice.value = "This link is damaged or of another version: not loaded.";
  else draft.value = read;
}
