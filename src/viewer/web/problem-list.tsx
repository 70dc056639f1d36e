import { catalogue, type Problem } from "../../problem/index.js";
import { narrow } from "./store.js";
import { go } from "./route.js";
import { Line } from "./text.js";

/** What was wrong, and what to do. Those with a place in an output have the number of their mark. */
export function ProblemList({
  problems,
  numbers,
}: {
  problems: readonly Problem[];
  numbers?: ReadonlyMap<Problem, number>;
}) {
  return (
    <ul class="problems">
      {problems.map((problem, index) => {
        const number = numbers?.get(problem);
        const { code, severity, lost, suggestion, path, found } = problem;
        return (
          <li key={index} class={severity}>
            {number !== undefined && <span class="number">{number}</span>}
            <Line class="title" text={titleOf(code)} />{" "}
            <button
              type="button"
              class="link code"
              onClick={() => {
                narrow({ problem: code });
                go({ view: "events" });
              }}
            >
              <Line text={code} />
            </button>
            <div class="dim">
              {path !== "" && <Line text={path} />}
              {found !== "" && (
                <>
                  {" "}
                  found <Line text={found} class="value" />
                </>
              )}
              {lost !== undefined && (
                <>
                  {" "}
                  · lost: <Line text={lost} />
                </>
              )}
              {suggestion !== undefined && (
                <>
                  {" "}
                  · meant: <Line text={suggestion} />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Ledgers of other versions may have codes that this one does not know. */
export function titleOf(code: string): string {
  return Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue].title : code;
}
