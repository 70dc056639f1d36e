import { addressOf, go, route, views } from "./route.js";
import { cursor, help, rows, search, total } from "./store.js";

/** What each key does, as the help shows it. */
export const keyHelp: Readonly<Record<string, string>> = {
  "/": "search",
  j: "next event",
  k: "event before",
  Enter: "open it",
  Esc: "close the event, then clear the search",
  "1 … 9": "the views, from the left",
  "?": "this help",
};

/** Moves down the list, so to older events. */
function move(step: number): void {
  if (total.value === 0) return;
  const next = cursor.value < 0 ? total.value - 1 : cursor.value - step;
  cursor.value = Math.max(0, Math.min(total.value - 1, next));
  if (route.value.view === "event") openCursor();
}

function openCursor(): void {
  const row = rows.value.get(cursor.value);
  if (row === undefined) return;
  const to = { view: "event", id: row.id } as const;
  // Walking through events is one step back, not fifty.
  if (route.value.view === "event") location.replace(addressOf(to));
  else go(to);
}

const keys: Readonly<Record<string, () => void>> = {
  "/": () => document.getElementById("search")?.focus(),
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  Enter: openCursor,
  "?": () => (help.value = !help.value),
  Escape: () => {
    if (help.value) help.value = false;
    else if (route.value.view !== "events") go({ view: "events" });
    else search.value = "";
  },
};

/** Keys of the whole page. Those that are typed into a field, or pressed on a button, are its own. */
export function followKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    const element = target instanceof HTMLElement ? target : document.body;
    if (element.matches("input, textarea, select")) return;
    if (key === "Enter" && element.matches("a, button, summary")) return;
    if (key.startsWith("Arrow") && element.id !== "events" && element !== document.body) return;
    const view = views[Number(key) - 1];
    const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (act === undefined && view === undefined) return;
    event.preventDefault();
    if (act !== undefined) act();
    else if (view !== undefined) go({ view });
  });
}
