import type { CheckedCase } from "../../conform-run/index.js";
import type { Requirement } from "../../conform/index.js";
import { forTerminalLine, toJsonText, type Paint } from "../../show/index.js";

type State = CheckedCase["state"];
const states = ["passed", "differs", "failed", "skipped"] as const satisfies readonly State[];
type Counts = Readonly<Record<State, number>>;

/** How far a host keeps one requirement. */
interface RequirementResult extends Requirement {
  readonly counts: Counts;
  /** Cases that do not hold. */
  readonly broken: readonly string[];
}

/** What a host command did, by requirement and by case. */
export interface HostReport {
  readonly command: string;
  readonly dialect: string;
  readonly counts: Counts;
  /** How often the host did not report what a case expects, by key. */
  readonly unreported: Readonly<Record<string, number>>;
  readonly requirements: readonly RequirementResult[];
  readonly cases: readonly CheckedCase[];
}

export function hostReport(
  { command, dialect }: { readonly command: string; readonly dialect: string },
  cases: readonly CheckedCase[],
  known: readonly Requirement[],
): HostReport {
  const ids = [...new Set(cases.flatMap(({ requirements }) => requirements))];
  const order = known.map(({ id }) => id);
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const requirements = ids
    .toSorted((one, other) => place(one) - place(other) || one.localeCompare(other))
    .map((id) => {
      const own = cases.filter((one) => one.requirements.includes(id));
      const text = known.find((one) => one.id === id)?.text ?? "what else is known of this event";
      const broken = own.filter(isBroken).map((one) => one.id);
      return { id, text, counts: count(own), broken };
    });
  const unreported: Record<string, number> = {};
  for (const key of cases.flatMap((one) => one.unreported))
    unreported[key] = (unreported[key] ?? 0) + 1;
  return { command, dialect, counts: count(cases), unreported, requirements, cases };
}

/** Every case was compared and holds, or was left out for a reason; where all were left out, nothing is proven. */
export function holds({ counts }: HostReport): boolean {
  return counts.differs + counts.failed === 0 && counts.passed > 0;
}

/** How many cases that do not hold are shown one by one. */
const SHOWN = 20;

export function hostReportText(report: HostReport, paint: Paint, isAll: boolean): string {
  const { command, dialect, counts, requirements, cases, unreported } = report;
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const rows = requirements.map((one) => requirementRow(one, width, paint));
  const notTried = cases.filter(isNotTried);
  const broken = cases.filter((one) => isBroken(one) && !isNotTried(one));
  const shown = isAll ? broken : broken.slice(0, SHOWN);
  const more = broken.length - shown.length;
  const skipped = tally(cases.flatMap((one) => (one.state === "skipped" ? [one.why] : [])));
  const silent = Object.entries(unreported);
  const lines = [
    `${paint.bold(forTerminalLine(dialect))}: ${cases.length} cases with ${forTerminalLine(command)}`,
    "",
    ...rows,
    "",
    ...shown.flatMap((one) => caseLines(one, paint)),
    ...(more > 0 ? [`… and ${more} more; --all shows them`] : []),
    ...(shown.length > 0
      ? [paint.dim("one of them again: add --name ID; docs/conform.md says what CMD reads"), ""]
      : []),
    ...(notTried.length > 0
      ? [`not tried, because the first cases all failed: ${notTried.length}`]
      : []),
    ...[...skipped].map(([why, number]) => `skipped ${number}: ${forTerminalLine(why)}`),
    ...(silent.length === 0
      ? []
      : [
          `not compared, because the host does not report it: ${silent.map(([key, number]) => `${key} (${number})`).join(", ")}`,
        ]),
    `${counts.passed} passed, ${counts.differs} differ, ${counts.failed} failed, ${counts.skipped} skipped`,
    ...(counts.passed + counts.differs + counts.failed === 0 ? ["nothing was compared"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function requirementRow(
  { id, text, counts }: RequirementResult,
  width: number,
  paint: Paint,
): string {
  const { passed, differs, failed, skipped } = counts;
  const tried = passed + differs + failed;
  const result = tried === 0 ? "skipped" : passed === tried ? "holds" : "broken";
  const word = { skipped: paint.dim, holds: paint.green, broken: paint.red }[result](
    result.padEnd(7),
  );
  const left = skipped > 0 && tried > 0 ? `, ${skipped} skipped` : "";
  return `${word}  ${id.padEnd(width)}  ${tried === 0 ? `${skipped} cases` : `${passed} of ${tried}${left}`}: ${text}`;
}

function caseLines(one: CheckedCase, paint: Paint): readonly string[] {
  const head = `${paint.red(one.state)} ${forTerminalLine(one.id)} ${paint.dim(`(${one.event}; ${one.requirements.join(", ")})`)}`;
  if (one.state === "failed") return [head, `  ${one.code}: ${forTerminalLine(one.why)}`];
  if (one.state !== "differs") return [head];
  return [
    head,
    ...one.differences.map(
      ({ key, expected, actual }) =>
        `  ${key}: expected ${forTerminalLine(toJsonText(expected, 0))}, got ${forTerminalLine(toJsonText(actual, 0))}`,
    ),
  ];
}

function isBroken({ state }: CheckedCase): boolean {
  return state === "differs" || state === "failed";
}

/** It was left out with the others, once the command was found not to work. */
function isNotTried(one: CheckedCase): boolean {
  return one.state === "failed" && one.code === "not-run";
}

function count(cases: readonly CheckedCase[]): Counts {
  return Object.fromEntries(
    states.map((state) => [state, cases.filter((one) => one.state === state).length]),
  ) as Record<State, number>;
}

function tally(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
