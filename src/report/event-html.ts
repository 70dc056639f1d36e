import { isDiagnosis, type Problem } from "../problem/index.js";
import {
  lanesOf,
  msText,
  outcomeColours,
  placeProblems,
  toRow,
  type EventRow,
  type LaneText,
  type RecordedEvent,
  type RecordedHook,
} from "../recorded/index.js";
import {
  changedLines,
  codeWords,
  endingText,
  problemFix,
  sayText,
  toJsonText,
} from "../show/index.js";
import { cut, markup, tableHtml, type Html } from "./html.js";

/** How times are written, and how long a text may be. */
export interface EventOptions {
  readonly clock: (time: string) => string;
  readonly longest: number;
}

/** The class of an outcome's colour. */
const outcomeClasses = {
  green: "good",
  red: "bad",
  yellow: "warn",
  dim: "soft",
} as const;

/** Whether a reader should look at it: something was stopped, asked, broken or failed. */
export function isNotable(row: EventRow): boolean {
  return row.outcome !== "proceed" || row.failed || row.damage !== null || row.answer !== null;
}

/** One event that can be opened: a line, and below it the whole flow. */
export function eventHtml(event: RecordedEvent, number: number, options: EventOptions): Html {
  const row = toRow(event);
  const colour = outcomeClasses[outcomeColours[row.outcome]];
  const line = markup`<span class="soft">${options.clock(row.time)}</span>
<h3>${row.event} ${row.tool}</h3> <code>${cut(row.input, 120)}</code> ${outcomeHtml(row)}`;
  const parts = [
    section("Payload", block(toJsonText(event.payload), options)),
    section("Hooks", hooksHtml(event, options)),
    section("Merge: who said what", voicesHtml(event)),
    section("Changes", changesHtml(event)),
    section("Permission rules", rulingHtml(event)),
    section("Who got which text", lanesHtml(event, options)),
    section("The user's answer", answerHtml(event, options)),
    section("Problems of no single hook", problemsHtml(ownProblems(event))),
  ];
  return markup`<details class="event ${colour}-edge" id="event-${number}"${isNotable(row) ? openly : null}>
<summary><span class="line">${line}</span></summary>
<div class="inside">
${parts}<p class="soft">Event <code>${event.eventId}</code>, read as ${event.dialect} reads it</p>
</div></details>
`;
}

const openly: Html = { html: " open" };

/** The outcome, who decided, how long it took and what was wrong. */
export function outcomeHtml(row: EventRow): Html {
  const { outcome, decidedBy, answer, ms, failed, problems, observed } = row;
  const by = decidedBy.length === 0 ? "" : ` by ${decidedBy.join(", ")}`;
  const parts = [
    markup`<span class="outcome ${outcomeClasses[outcomeColours[outcome]]}">${outcome}</span>${by}`,
    ...(answer === null ? [] : [markup`<span>the user: ${answer}</span>`]),
    ...(ms === null ? [] : [markup`<span class="soft">${msText(ms)}</span>`]),
    ...observed.map(({ hook, level }) => markup`<span class="soft">${hook} would ${level}</span>`),
    ...(failed ? [markup`<span class="warn">a hook failed</span>`] : []),
    ...problems.map((code) => markup`<span class="warn">${code}</span>`),
  ];
  const [first, ...others] = parts.map((part) => markup`<span>${part}</span>`);
  return markup`${first ?? null}${others.map((part) => markup` <span class="soft">·</span> ${part}`)}`;
}

function section(title: string, content: Html | null): Html | null {
  return content === null ? null : markup`<h4>${title}</h4>\n${content}\n`;
}

function block(value: string, { longest }: EventOptions): Html {
  return markup`<pre>${cut(value, longest)}</pre>`;
}

function hooksHtml(event: RecordedEvent, options: EventOptions): Html {
  const ran = event.hooks.filter((hook) => hook.ran);
  const others = event.hooks.filter((hook) => !hook.ran);
  if (event.hooks.length === 0) return markup`<p class="soft">No hooks match this event.</p>`;
  const items = others.map((hook) => {
    const what = hook.matched ? "skipped" : "did not match";
    return markup`<li><span class="soft">${what}</span> <strong>${hook.name}</strong>: ${hook.why}${placeHtml(hook)}</li>\n`;
  });
  const list = items.length === 0 ? null : markup`<ul>${items}</ul>`;
  return markup`${ran.map((hook) => hookHtml(event, hook, options))}${list}`;
}

function placeHtml({ file, line }: RecordedHook): Html | null {
  if (file === null) return null;
  return markup` <code class="soft">${file}${line === null ? "" : `:${line}`}</code>`;
}

function hookHtml(event: RecordedEvent, hook: RecordedHook, options: EventOptions): Html {
  const { run, ms } = hook;
  const own = event.reading?.problems.filter((problem) => problem.hook === hook.name) ?? [];
  const stdout = String(run?.stdout ?? "");
  const placed = placeProblems(stdout, own);
  const notes = [
    `${run === undefined ? "has no end on record" : endingText(run)}${ms === undefined ? "" : ` in ${msText(ms)}`}`,
    ...(hook.async === true ? ["async: it has no vote"] : []),
    ...(hook.observe === true ? ["observes: it has no effect"] : []),
  ];
  const stderr = String(run?.stderr ?? "");
  const { json } = run ?? {};
  return markup`<section class="hook"><h5>${hook.name}${placeHtml(hook)}</h5>
<p>${notes.join(" · ")}<br><span class="soft">it matched: ${hook.why}</span></p>
<div class="two"><div>
${json === undefined ? null : markup`<h6>answer</h6>${block(toJsonText(json), options)}`}
<h6>stdout</h6>${stdout === "" ? nothing : markedHtml(stdout, placed.placed, options)}
<h6>stderr</h6>${stderr === "" ? nothing : block(stderr, options)}
</div><div>
<h6>read as</h6>${readHtml(event, hook, options)}${problemsHtml(placed.others)}
</div></div></section>
`;
}

const nothing = markup`<p class="soft">nothing</p>`;

/** The output with a number at each place where something was wrong, and below it what. */
function markedHtml(
  stdout: string,
  placed: readonly { readonly offset: number; readonly problem: Problem }[],
  { longest }: EventOptions,
): Html {
  const shown = cut(stdout, longest);
  const parts: Html[] = [];
  let at = 0;
  for (const [index, { offset, problem }] of placed.entries()) {
    const begin = Math.max(at, Math.min(offset, shown.length));
    const length = Math.max(1, problem.found.replace(/…$/, "").trimEnd().length);
    const next = placed[index + 1]?.offset ?? shown.length;
    const end = Math.max(begin, Math.min(offset + length, next, shown.length));
    parts.push(
      markup`${shown.slice(at, begin)}<mark>${shown.slice(begin, end)}</mark><sup>${index + 1}</sup>`,
    );
    at = end;
  }
  const notes = placed.map(({ problem }) => markup`<li>${problemHtml(problem)}</li>`);
  return markup`<pre>${parts}${shown.slice(at)}</pre>${notes.length === 0 ? null : markup`<ol>${notes}</ol>`}`;
}

function readHtml(
  { reading }: RecordedEvent,
  { name }: RecordedHook,
  { longest }: EventOptions,
): Html {
  if (reading === null) return nothing;
  const { voices, rewrites } = reading.provenance;
  const lanes = [
    ["user", reading.toUser],
    ["model", reading.toModel],
    ["log", reading.toLog],
  ] as const;
  const items = [
    ...voices
      .filter(({ hook }) => hook === name)
      .map(
        (voice) => markup`<strong>${sayText(voice)}</strong>${voice.won ? ", which decides" : ""}`,
      ),
    ...rewrites
      .filter(({ hook }) => hook === name)
      .map(
        ({ what, applied, why }) =>
          markup`${what} ${applied ? "rewritten" : "not rewritten"}: ${why}`,
      ),
    ...lanes.flatMap(([lane, texts]) =>
      texts
        .filter(({ hook }) => hook === name)
        .map(
          ({ kind, text }) => markup`${kind} for the ${lane}: ${cut(text, Math.min(longest, 300))}`,
        ),
    ),
  ];
  return items.length === 0
    ? nothing
    : markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

function voicesHtml({ reading }: RecordedEvent): Html | null {
  if (reading === null || reading.provenance.voices.length === 0) return null;
  const rows = reading.provenance.voices.map((voice) => [
    voice.hook,
    sayText(voice),
    voice.won ? "yes" : "no",
    voice.why,
  ]);
  return tableHtml(["who", "said", "decides", "why"], rows);
}

function changesHtml({ reading }: RecordedEvent): Html | null {
  const lines = reading === null ? [] : changedLines(reading);
  return lines.length === 0
    ? null
    : markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

function rulingHtml({ reading }: RecordedEvent): Html | null {
  if (reading?.ruling === undefined) return null;
  return markup`<p><strong>${reading.ruling.decision}</strong>: ${reading.ruling.why}</p>`;
}

function lanesHtml(event: RecordedEvent, options: EventOptions): Html | null {
  if (event.reading === null) return null;
  const lanes = lanesOf(event);
  const one = ({ hook, kind, text }: LaneText): Html =>
    markup`<p class="soft">${kind} from ${hook}</p>${block(text, options)}`;
  const names = ["user", "model", "log", "nobody"] as const;
  const sections = names.map((name) => {
    const texts = lanes[name].length === 0 ? nothing : lanes[name].map(one);
    return markup`<section><h5>${name}</h5>${texts}</section>\n`;
  });
  return markup`<div class="lanes">${sections}</div>`;
}

function answerHtml({ answer }: RecordedEvent, { clock }: EventOptions): Html | null {
  if (answer === null) return null;
  const kept = answer.remember ? ", for this input from now on" : "";
  const words = answer.reason === "" ? "" : `: ${answer.reason}`;
  return markup`<p><strong>${answer.decision}</strong>${kept}${words} <span class="soft">${clock(answer.time)}</span></p>`;
}

function ownProblems({ reading, hooks }: RecordedEvent): readonly Problem[] {
  const ran = new Set(hooks.filter(({ ran: has }) => has).map(({ name }) => name));
  return reading?.problems.filter(({ hook }) => !ran.has(hook)) ?? [];
}

function problemsHtml(problems: readonly Problem[]): Html | null {
  if (problems.length === 0) return null;
  return markup`<ul>${problems.map((problem) => markup`<li>${problemHtml(problem)}</li>`)}</ul>`;
}

function problemHtml(problem: Problem): Html {
  const { code, path, found, lost } = problem;
  const colour = problem.severity === "error" ? "bad" : isDiagnosis(problem) ? "warn" : "soft";
  const place = [path, found].filter((part) => part !== "").join(": ");
  const loss = lost === undefined ? "" : `; lost: ${lost}`;
  return markup`<span class="${colour}">${codeWords(code).title}</span> <code>${code}</code><br>
<span class="soft">${place}${loss}<br>fix: ${problemFix(problem)}</span>`;
}
