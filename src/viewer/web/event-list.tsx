import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { msText, type EventRow } from "../../recorded/index.js";
import { go, route } from "./route.js";
import { cursor, need, rows, total } from "./store.js";
import { Line, Outcome, Time } from "./text.js";

const HEIGHT = 34;
/** Rows that are drawn above and below those that are seen. */
const AROUND = 12;
/** What browsers can scroll over. */
const MOST_ROWS = 900_000;

/** The newest first. Only what is seen is drawn, so that a hundred thousand scroll like a hundred. */
export function EventList() {
  const list = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const seen = useSignal(20);
  const count = Math.min(total.value, MOST_ROWS);
  const first = Math.max(0, Math.floor(top.value / HEIGHT) - AROUND);
  const last = Math.min(count - 1, first + seen.value + 2 * AROUND);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = (): void => {
      seen.value = Math.ceil(element.clientHeight / HEIGHT);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (count > 0) void need(positionOf(last), positionOf(first));
  }, [first, last, rows.value, count]);
  useEffect(() => {
    const element = list.current;
    if (element === null || cursor.value < 0) return;
    const at = (total.value - 1 - cursor.value) * HEIGHT;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = at + HEIGHT - element.clientHeight;
  }, [cursor.value]);
  const drawn = [];
  for (let index = first; index <= last; index++) {
    const position = positionOf(index);
    drawn.push(
      <Row key={position} position={position} index={index} row={rows.value.get(position)} />,
    );
  }
  return (
    <div
      class="list"
      id="events"
      ref={list}
      role="listbox"
      aria-label={`${count} events, the newest first`}
      tabIndex={0}
      aria-activedescendant={cursor.value < 0 ? undefined : `event-${cursor.value}`}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="room" style={{ height: `${count * HEIGHT}px` }}>
        {drawn}
      </div>
    </div>
  );
}

function positionOf(index: number): number {
  return total.value - 1 - index;
}

function Row({
  row,
  position,
  index,
}: {
  row: EventRow | undefined;
  position: number;
  index: number;
}) {
  const { value: at } = route;
  const isOpen = at.view === "event" && at.id === row?.id;
  return (
    <div
      id={`event-${position}`}
      role="option"
      class={`row${position === cursor.value ? " cursor" : ""}${isOpen ? " open" : ""}`}
      aria-selected={isOpen}
      aria-setsize={total.value}
      aria-posinset={index + 1}
      style={{ top: `${index * HEIGHT}px` }}
      onClick={() => {
        cursor.value = position;
        if (row !== undefined) go({ view: "event", id: row.id });
      }}
    >
      {row === undefined ? <span class="dim">…</span> : <RowCells row={row} />}
    </div>
  );
}

function RowCells({ row }: { row: EventRow }) {
  const by = row.decidedBy.join(", ");
  const notes = [
    row.answer === null ? "" : `user: ${row.answer}`,
    row.failed ? "a hook failed" : "",
    ...row.observed.map(({ hook, level }) => `${hook} would ${level}`),
    ...row.problems,
    row.damage === null ? "" : `damaged: ${row.damage}`,
  ].filter((note) => note !== "");
  return (
    <>
      <Time time={row.time} />
      <Outcome outcome={row.outcome} />
      <span class="what">
        <Line text={row.tool === "" ? row.event : row.tool} class="tool" />
        <Line text={row.input} class="input" />
      </span>
      <span class="by">
        {by !== "" && <Line text={by} />}
        {notes.length > 0 && <Line class="note" text={notes.join(" · ")} />}
      </span>
      <span class="event">
        <Line text={row.event} />
      </span>
      <span class="ms">{row.ms === null ? "" : msText(row.ms)}</span>
    </>
  );
}
