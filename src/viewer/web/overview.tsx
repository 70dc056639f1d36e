import { useSignal } from "@preact/signals";
import { countText, msText, outcomeColours, type RowOutcome } from "../../recorded/index.js";
import { readSearch } from "../search-words.js";
import { narrow, parts, search, stats } from "./store.js";
import { clock } from "./text.js";

const outcomes = Object.keys(outcomeColours) as readonly RowOutcome[];
const HEIGHT = 48;

/** How many events ended how: figures to narrow by, and bars over time of which a span can be chosen. */
export function Overview() {
  const counted = stats.value;
  const wanted = readSearch(search.value).filters.filter(({ word }) => word === "outcome");
  return (
    <div class="overview">
      <div class="figures" role="group" aria-label="Narrow to an outcome">
        {outcomes
          .filter((one) => (counted?.outcomes[one] ?? 0) > 0)
          .map((one) => {
            const isOn = wanted.some(({ value }) => value === one);
            return (
              <button
                type="button"
                key={one}
                class={`figure ${one}`}
                aria-pressed={isOn}
                onClick={() => narrow({ outcome: isOn ? "" : one })}
              >
                <b>{countText(counted?.outcomes[one] ?? 0)}</b> {one}
              </button>
            );
          })}
        {counted !== null && counted.failures > 0 && (
          <button
            type="button"
            class="figure failed"
            aria-pressed={readSearch(search.value).filters.some(({ word }) => word === "is")}
            onClick={() => narrow({ is: search.value.includes("is:failed") ? "" : "failed" })}
          >
            <b>{countText(counted.failures)}</b> {counted.failures === 1 ? "failure" : "failures"}
          </button>
        )}
        {counted !== null && (
          <span class="dim waited">{msText(counted.waitedMs)} waited for hooks</span>
        )}
      </div>
      <Bars />
    </div>
  );
}

function Bars() {
  const begin = useSignal(-1);
  const end = useSignal(-1);
  const all = parts.value;
  const first = all[0];
  const last = all.at(-1);
  if (first === undefined || last === undefined) return null;
  const most = Math.max(1, ...all.map(({ outcomes: counts }) => sum(counts)));
  const choose = (): void => {
    const [one, other] = [begin.value, end.value].toSorted((a, b) => a - b);
    const [from, to] = [all[one ?? -1], all[other ?? -1]];
    begin.value = -1;
    if (from === undefined || to === undefined) return;
    narrow({ since: new Date(from.from).toISOString(), until: new Date(to.to).toISOString() });
  };
  return (
    <figure class="bars">
      <svg
        viewBox={`0 0 ${all.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Events over time, from ${clock(first.from)} to ${clock(last.to)}`}
        onPointerLeave={() => (begin.value = -1)}
        onPointerUp={choose}
      >
        {all.map((part, index) => {
          let top = HEIGHT;
          const [low, high] = [Math.min(begin.value, end.value), Math.max(begin.value, end.value)];
          const isChosen = begin.value >= 0 && index >= low && index <= high;
          return (
            <g
              key={part.from}
              onPointerDown={(event) => {
                event.preventDefault();
                begin.value = end.value = index;
              }}
              onPointerEnter={() => {
                if (begin.value >= 0) end.value = index;
              }}
            >
              <title>{`${clock(part.from)}: ${sum(part.outcomes)} events`}</title>
              <rect
                x={index * 10}
                y={0}
                width={10}
                height={HEIGHT}
                class={isChosen ? "chosen" : "room"}
              />
              {outcomes.map((one) => {
                const count = part.outcomes[one] ?? 0;
                if (count === 0) return null;
                const height = Math.max(1.5, (count / most) * (HEIGHT - 4));
                top -= height;
                return (
                  <rect
                    key={one}
                    class={`bar ${one}`}
                    x={index * 10 + 1.5}
                    y={top}
                    width={7}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span>{clock(first.from)}</span>
        <span>{clock(last.to)}</span>
      </figcaption>
    </figure>
  );
}

function sum(counts: Readonly<Partial<Record<RowOutcome, number>>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
