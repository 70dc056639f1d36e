import type { Problem } from "../../problem/index.js";
import { msText, type RecordedEvent, type RecordedHook } from "../../recorded/index.js";
import { endingText, forTerminal, forTerminalLine, sayText } from "../../show/index.js";
import type { PlacedOutput } from "../protocol.js";
import { basename, jsonOf } from "./plain.js";
import { ProblemList } from "./problem-list.js";
import { Block, Line } from "./text.js";

/** A hook that ran: what it printed, with problems at their places, next to what was read from it. */
export function HookCard({
  hook,
  reading,
  placed = { placed: [], others: [] },
}: {
  hook: RecordedHook;
  reading: RecordedEvent["reading"];
  placed: PlacedOutput | undefined;
}) {
  const { run, name, ms, why, file, line } = hook;
  const stdout = String(run?.stdout ?? "");
  const stderr = String(run?.stderr ?? "");
  const numbers = new Map(placed.placed.map(({ problem }, index) => [problem, index + 1]));
  const said = saidBy(name, reading);
  const isSilent =
    stdout === "" &&
    stderr === "" &&
    run?.json === undefined &&
    said.length === 0 &&
    placed.placed.length + placed.others.length === 0;
  const notes = [
    run === undefined ? "has no end on record" : endingText(run),
    ms === undefined ? "" : msText(ms),
    hook.async === true ? "async: it has no vote" : "",
    hook.observe === true ? "observes: it has no effect" : "",
    isSilent ? "printed nothing" : "",
  ].filter((note) => note !== "");
  return (
    <div class="hook-card">
      <header>
        <Line text={name} class="name" />
        <Line text={notes.join(" · ")} class="dim" />
        {file !== null && (
          <Line class="dim place" text={`${basename(file)}${line === null ? "" : `:${line}`}`} />
        )}
      </header>
      <p class="dim why">
        it matched: <Line text={why} />
      </p>
      <div class="beside" hidden={isSilent}>
        <div>
          <h3>printed</h3>
          {run?.json !== undefined && <Block label={`Answer of ${name}`} text={jsonOf(run.json)} />}
          {stdout !== "" && (
            <Marked text={stdout} placed={placed.placed} label={`stdout of ${name}`} />
          )}
          {stderr !== "" && (
            <>
              <h4>stderr</h4>
              <Block label={`stderr of ${name}`} text={stderr} />
            </>
          )}
          {stdout === "" && stderr === "" && run?.json === undefined && <p class="dim">nothing</p>}
        </div>
        <div>
          <h3>read as</h3>
          {said.length === 0 && <p class="dim">nothing</p>}
          <ul class="said">
            {said.map((text, index) => (
              <li key={index}>
                <Line text={text} />
              </li>
            ))}
          </ul>
          <ProblemList
            problems={[...placed.placed.map(({ problem }) => problem), ...placed.others]}
            numbers={numbers}
          />
        </div>
      </div>
    </div>
  );
}

const laneNames = { toUser: "user", toModel: "model", toLog: "log" } as const;

/** What one hook said, changed, and to whom. */
function saidBy(name: string, reading: RecordedEvent["reading"]): readonly string[] {
  if (reading === null) return [];
  const { voices, rewrites } = reading.provenance;
  return [
    ...voices.filter(({ hook }) => hook === name).map(sayText),
    ...rewrites
      .filter(({ hook }) => hook === name)
      .map(({ what, applied }) => `${what} ${applied ? "rewritten" : "not rewritten"}`),
    ...(["toUser", "toModel", "toLog"] as const).flatMap((lane) =>
      reading[lane]
        .filter(({ hook }) => hook === name)
        .map(({ kind, text }) => `${kind} for the ${laneNames[lane]}: ${text.slice(0, 200)}`),
    ),
  ];
}

/** An output with a numbered mark where each problem begins. */
function Marked({
  text,
  placed,
  label,
}: {
  text: string;
  placed: readonly { readonly offset: number; readonly problem: Problem }[];
  label: string;
}) {
  if (placed.length === 0) return <Block label={label} text={text} />;
  const pieces = placed.map(({ offset, problem }, index) => {
    const next = placed[index + 1]?.offset ?? text.length;
    const length = Math.max(1, problem.found.replace(/…$/, "").length);
    const end = Math.min(offset + length, next === offset ? offset : next);
    return { begin: offset, end, next, number: index + 1, severity: problem.severity };
  });
  return (
    <pre class="text" tabIndex={0} aria-label={forTerminalLine(label)}>
      {forTerminal(text.slice(0, placed[0]?.offset ?? 0))}
      {pieces.map(({ begin, end, next, number, severity }) => (
        <>
          <mark class={severity}>
            <span class="number">{number}</span>
            {forTerminal(text.slice(begin, end))}
          </mark>
          {forTerminal(text.slice(end, next))}
        </>
      ))}
    </pre>
  );
}
