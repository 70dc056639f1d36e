import { signal } from "@preact/signals";

export const views = ["events", "hooks", "problems", "questions", "trust", "fleet"] as const;
export type View = (typeof views)[number];

/** Where the page is. An address has ids and nothing else: no path, no text that was searched for. */
export type Route =
  | { readonly view: View }
  | { readonly view: "event"; readonly id: string }
  | { readonly view: "session"; readonly id: string };

export const route = signal<Route>({ view: "events" });

function readRoute(hash: string): Route {
  const [name = "", id = ""] = hash.replace(/^#\/?/, "").split("/");
  if ((name === "event" || name === "session") && id !== "") {
    try {
      return { view: name, id: decodeURIComponent(id) };
    } catch {
      return { view: "events" };
    }
  }
  return { view: views.find((one) => one === name) ?? "events" };
}

function read(): void {
  route.value = readRoute(location.hash);
}

export function followAddress(): void {
  addEventListener("hashchange", read);
  read();
}

export function addressOf(to: Route): string {
  return "id" in to
    ? `#/${to.view}/${encodeURIComponent(to.id)}`
    : to.view === "events"
      ? "#/"
      : `#/${to.view}`;
}

export function go(to: Route): void {
  location.hash = addressOf(to);
}
