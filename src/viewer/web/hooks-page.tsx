import { useSignal } from "@preact/signals";
import { countText, msText } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";
import { LatencyChart } from "./latency-chart.js";
import { basename } from "./plain.js";
import { go } from "./route.js";
import { narrow, stats } from "./store.js";
import { Line } from "./text.js";

/** Hooks with their health; of the chosen one, how long it took and how often it failed over time. */
export function HooksPage() {
  const chosen = useSignal("");
  const hooks = (stats.value?.hooks ?? []).filter(({ runs, skips }) => runs + skips > 0);
  if (hooks.length === 0) return <p class="empty">No hook ran in what is searched for.</p>;
  const slowest = Math.max(...hooks.map(({ p95 }) => p95 ?? 0), 1);
  return (
    <div class="page" role="region" aria-label="Hooks" tabIndex={0}>
      <table class="numbers">
        <caption>Hooks, by how long agents waited for them</caption>
        <thead>
          <tr>
            <th scope="col">hook</th>
            <th scope="col">health</th>
            <th scope="col">runs</th>
            <th scope="col">blocks</th>
            <th scope="col">asks</th>
            <th scope="col">failures</th>
            <th scope="col">p50</th>
            <th scope="col">p95</th>
            <th scope="col">in all</th>
            <th scope="col">
              <span class="hidden">actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hooks
            .toSorted((one, other) => other.totalMs - one.totalMs)
            .map((hook) => (
              <tr
                key={`${hook.name}\0${hook.file}`}
                class={chosen.value === hook.name ? "chosen" : ""}
              >
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    aria-expanded={chosen.value === hook.name}
                    onClick={() => (chosen.value = chosen.value === hook.name ? "" : hook.name)}
                  >
                    <Line text={hook.name} />
                  </button>
                  <Line class="dim place" text={basename(hook.file)} />
                </th>
                <td>
                  <span class={`health ${healthOf(hook)}`}>{healthOf(hook)}</span>
                </td>
                <td>{countText(hook.runs)}</td>
                <td>{some(hook.blocks + hook.wouldBlock)}</td>
                <td>{some(hook.asks + hook.wouldAsk)}</td>
                <td class={hook.failures > 0 ? "bad" : ""}>{some(hook.failures)}</td>
                <td>{hook.p50 === null ? "" : msText(hook.p50)}</td>
                <td class="p95">
                  {hook.p95 !== null && (
                    <>
                      <meter min={0} max={slowest} value={hook.p95} aria-hidden="true" />
                      {msText(hook.p95)}
                    </>
                  )}
                </td>
                <td>{msText(hook.totalMs)}</td>
                <td>
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      narrow({ hook: hook.name });
                      go({ view: "events" });
                    }}
                  >
                    events<span class="hidden">{` of ${forTerminalLine(hook.name)}`}</span>
                  </button>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {chosen.value !== "" && <LatencyChart hook={chosen.value} />}
    </div>
  );
}

function some(count: number): string {
  return count === 0 ? "·" : countText(count);
}

/** In a word: whether it can be relied on. */
function healthOf(hook: {
  readonly runs: number;
  readonly failures: number;
  readonly skips: number;
  readonly observed: number;
}): string {
  if (hook.runs === 0) return "not approved";
  if (hook.failures > 0) return hook.failures * 20 >= hook.runs ? "fails" : "fails at times";
  if (hook.skips > 0) return "skipped at times";
  return hook.observed === hook.runs ? "observes" : "fine";
}
