import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { countText, type EventRow } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";
import { ask } from "./api.js";
import { addressOf, route } from "./route.js";
import { narrow, report, search, state } from "./store.js";
import { clock, Line } from "./text.js";

const MOST_EVENTS = 1500;

/** The newest events as marks in the colour of what was decided, a lane for each session, the latest first. */
export function Timeline() {
  const found = useSignal<readonly EventRow[]>([]);
  useEffect(() => {
    let isMine = true;
    ask("search", { search: search.value, count: MOST_EVENTS }).then(({ rows }) => {
      if (isMine) found.value = rows;
    }, report);
    return () => {
      isMine = false;
    };
  }, [search.value, state.value?.version]);
  const sessions = Map.groupBy(found.value, ({ session }) => session);
  const lanes = [...sessions].toSorted(([, one], [, other]) =>
    (one.at(-1)?.time ?? "") < (other.at(-1)?.time ?? "") ? 1 : -1,
  );
  if (lanes.length === 0) return <p class="empty">No event fits.</p>;
  return (
    <div
      class="timeline"
      id="events"
      tabIndex={0}
      aria-label="Sessions, the latest first"
      role="region"
    >
      {lanes.map(([session, events]) => (
        <Lane key={session} session={session} events={events} />
      ))}
    </div>
  );
}

function Lane({ session, events }: { session: string; events: readonly EventRow[] }) {
  const blocked = events.filter(({ outcome }) => outcome === "block" || outcome === "halt").length;
  const [first] = events;
  const open = route.value.view === "event" ? route.value.id : "";
  return (
    <section class="lane" aria-label={`Session ${forTerminalLine(session)}`}>
      <header>
        <button type="button" class="link" onClick={() => narrow({ session })}>
          <Line text={session === "" ? "no session" : session.slice(0, 12)} />
        </button>
        <span class="dim">
          {first !== undefined && clock(first.time)} · {countText(events.length)}{" "}
          {events.length === 1 ? "event" : "events"}
          {blocked > 0 && <span class="blocked"> · {blocked} blocked</span>}
        </span>
      </header>
      <div class="marks">
        {events.map((row) => (
          <a
            key={row.id}
            class={`mark ${row.outcome}${row.failed ? " failed" : ""}`}
            href={addressOf({ view: "event", id: row.id })}
            aria-current={row.id === open ? "true" : undefined}
            aria-label={forTerminalLine(`${row.event} ${row.tool} ${row.outcome}`)}
            title={forTerminalLine(
              `${clock(row.time)} ${row.event} ${row.tool} ${row.input.slice(0, 80)} — ${row.outcome}`,
            )}
          />
        ))}
      </div>
    </section>
  );
}
