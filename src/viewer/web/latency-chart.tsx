import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { TimePart } from "../../ledger-query/index.js";
import { msText } from "../../recorded/index.js";
import { ask } from "./api.js";
import { report, search, state } from "./store.js";
import { forTerminalLine } from "../../show/index.js";

const PARTS = 60;
const HEIGHT = 220;

/** How long a hook took, and how often it failed, over time. What draws it is loaded when it is first needed. */
export function LatencyChart({ hook }: { hook: string }) {
  const place = useRef<HTMLDivElement>(null);
  const parts = useSignal<readonly TimePart[]>([]);
  useEffect(() => {
    let isMine = true;
    ask("time", { search: search.value, parts: PARTS, hook }).then((found) => {
      if (isMine) parts.value = found.parts.filter(({ runs }) => runs > 0);
    }, report);
    return () => {
      isMine = false;
    };
  }, [hook, search.value, state.value?.version]);
  useEffect(() => {
    const element = place.current;
    if (element === null || parts.value.length === 0) return;
    let isMine = true;
    let remove = (): void => undefined;
    import("./draw-chart.js").then(({ drawChart }) => {
      if (isMine) remove = drawChart(element, parts.value, HEIGHT);
    }, report);
    return () => {
      isMine = false;
      remove();
    };
  }, [parts.value]);
  const slowest = Math.max(0, ...parts.value.map(({ p95 }) => p95 ?? 0));
  const failures = parts.value.reduce((sum, part) => sum + part.failures, 0);
  return (
    <figure class="chart">
      <figcaption>
        {forTerminalLine(hook)}: p50 and p95 over time, failures as bars
        <span class="hidden">{`; at most ${msText(slowest)}, ${failures} failures`}</span>
      </figcaption>
      <div ref={place} aria-hidden="true" class="drawn" />
    </figure>
  );
}
