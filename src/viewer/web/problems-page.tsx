import { catalogue } from "../../problem/index.js";
import { countText } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";
import { titleOf } from "./problem-list.js";
import { go } from "./route.js";
import { narrow, stats } from "./store.js";
import { Line } from "./text.js";

/** Problems by their code, the most frequent first. */
export function ProblemsPage() {
  const problems = stats.value?.problems ?? [];
  if (problems.length === 0) return <p class="empty">No problem in what is searched for.</p>;
  const most = Math.max(...problems.map(({ count }) => count));
  return (
    <div class="page" role="region" aria-label="Problems" tabIndex={0}>
      <table class="numbers groups">
        <caption>Problems, the most frequent first</caption>
        <thead>
          <tr>
            <th scope="col">problem</th>
            <th scope="col">severity</th>
            <th scope="col">how often</th>
            <th scope="col">
              <span class="hidden">actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ code, count }) => (
            <tr key={code}>
              <th scope="row">
                <span class="title">
                  <Line text={titleOf(code)} />
                </span>
                <Line class="dim code" text={code} />
              </th>
              <td>
                <span class={`severity ${severityOf(code)}`}>{severityOf(code)}</span>
              </td>
              <td class="p95">
                <meter min={0} max={most} value={count} aria-hidden="true" />
                {countText(count)}
              </td>
              <td>
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    narrow({ problem: code });
                    go({ view: "events" });
                  }}
                >
                  events<span class="hidden">{` with ${forTerminalLine(code)}`}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function severityOf(code: string): string {
  return Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue].severity : "";
}
