import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { TimePart } from "../../ledger-query/index.js";
import { msText } from "../../recorded/index.js";
import { clock } from "./text.js";

/** Draws the parts into an element. Gives back how to remove it. */
export function drawChart(
  element: HTMLElement,
  parts: readonly TimePart[],
  height: number,
): () => void {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--dim"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: "11px system-ui",
  };
  const bars = UPlot.paths.bars?.({ size: [0.5, 12] });
  const chart = new UPlot(
    {
      width: element.clientWidth,
      height,
      cursor: { y: false },
      legend: { show: true, live: true },
      scales: { failures: { range: (_, __, most) => [0, Math.max(4, most * 3)] } },
      axes: [
        { ...axis, values: (_, ticks, __, ___, step) => ticks.map((tick) => tickText(tick, step)) },
        { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => msText(tick)) },
      ],
      series: [
        { value: (_, time) => (time === null ? "–" : clock(time * 1000)) },
        { label: "p50", stroke: colour("--green"), width: 2, value: (_, ms) => text(ms) },
        { label: "p95", stroke: colour("--amber"), width: 2, value: (_, ms) => text(ms) },
        {
          label: "failures",
          scale: "failures",
          stroke: colour("--red"),
          fill: colour("--red"),
          points: { show: false },
          ...(bars !== undefined && { paths: bars }),
        },
      ],
    },
    [
      parts.map(({ from }) => from / 1000),
      parts.map(({ p50 }) => p50),
      parts.map(({ p95 }) => p95),
      parts.map(({ failures }) => (failures === 0 ? null : failures)),
    ],
    element,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

const DAY = 86_400;

/** The day where ticks are days apart, else the time of day. */
function tickText(seconds: number, step: number): string {
  const date = new Date(seconds * 1000);
  return step >= DAY
    ? date.toLocaleDateString(undefined, { day: "numeric", month: "short" })
    : date.toTimeString().slice(0, 5);
}

function text(ms: number | null): string {
  return ms === null ? "–" : msText(ms);
}
