import type { Finding } from "../../lint/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import { proofLines } from "./proof-text.js";
import { seenLines } from "./seen-text.js";
import { isFixable } from "./fix.js";

const WIDEST_FRAME = 100;

/** Findings for a person: what is broken with a code frame each, what could be better in one line for each kind. */
export function lintText(
  findings: readonly Finding[],
  paint: Paint,
  shows: { readonly all: boolean },
): string {
  const full = findings.filter(({ severity }) => shows.all || severity !== "info");
  const folded = findings.filter((finding) => !full.includes(finding));
  const blocks = full.map((finding, index) => findingText(finding, full[index - 1], paint));
  return [...blocks, ...foldedText(folded, paint)].join("\n");
}

function findingText(finding: Finding, before: Finding | undefined, paint: Paint): string {
  const { code, severity, file, line, column, message, frame, fix } = finding;
  const colour =
    severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.cyan;
  const place = [file, line, column]
    .filter((part) => part !== undefined && part !== null)
    .join(":");
  const head = `${colour(`${severity}[${code}]`)} ${paint.bold(forTerminalLine(place))}  ${paint.dim(forTerminalLine(contextOf(finding)))}`;
  const isRepeated =
    before?.code === code && before.fix?.description === fix?.description && before.file === file;
  return [
    head,
    `  ${forTerminalLine(message)}`,
    ...(frame === undefined ? [] : frameText(frame, line, paint)),
    ...proofLines(finding, paint),
    ...(isRepeated ? [] : seenLines(finding)),
    ...(isRepeated || fix === undefined ? [] : [`  fix:   ${forTerminalLine(fix.description)}`]),
    ...(isFixable(finding) ? [`  fixable: ${paint.green(commandFor(finding.fix.safety))}`] : []),
    "",
  ].join("\n");
}

function commandFor(safety: "safe" | "unsafe"): string {
  return `snaphook lint --fix${safety === "safe" ? "" : "=unsafe"}`;
}

function contextOf({ hooks, hosts, events }: Finding): string {
  return [events.join(", "), hooks.join(", "), hosts.join(", ")]
    .filter((part) => part !== "")
    .join(" · ");
}

/** The line with a caret under what is meant; of a long line the part around it. */
function frameText(
  { text, from, to }: NonNullable<Finding["frame"]>,
  line: number | null,
  paint: Paint,
): string[] {
  const start = from > WIDEST_FRAME / 2 ? from - 20 : 0;
  const cut = forTerminalLine(
    text
      .slice(start, start + WIDEST_FRAME)
      .replaceAll("\t", " ")
      .replaceAll("\ufe0f", ""),
  );
  const shown = `${start > 0 ? "…" : ""}${cut}${text.length > start + WIDEST_FRAME ? "…" : ""}`;
  const lead = from - start + (start > 0 ? 1 : 0);
  const width = Math.max(1, Math.min(to - from, WIDEST_FRAME - (from - start)));
  const gutter = String(line ?? "").padStart(5);
  const carets = `${" ".repeat(lead)}${"^".repeat(width)}`;
  return [`${paint.dim(`${gutter} │`)} ${shown}`, `${paint.dim("      │")} ${paint.red(carets)}`];
}

/** Advice: one line for each kind. */
function foldedText(findings: readonly Finding[], paint: Paint): string[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings)
    kinds.set(finding.code, [...(kinds.get(finding.code) ?? []), finding]);
  return Array.from(kinds, ([code, all]) => {
    const places = all.map(({ file, line }) => (line === null ? file : `${file}:${line}`));
    const shown = [...new Set(places)];
    const more = shown.length > 3 ? `, and ${shown.length - 3} more` : "";
    const [first] = all;
    const [fixable] = all.filter(isFixable);
    const todo = fixable === undefined ? "" : `; fixable: ${commandFor(fixable.fix.safety)}`;
    return `${paint.cyan(`info[${code}]`)} ${all.length === 1 ? "" : `${all.length} times: `}${forTerminalLine(
      all.length === 1 ? (first?.message ?? "") : shown.slice(0, 3).join(", ") + more,
    )}${all.length === 1 ? paint.dim(` (${forTerminalLine(shown[0] ?? "")})`) : ""}${todo}\n`;
  });
}

/** The last line: how much was found, and in what. */
export function summaryText(
  findings: readonly Finding[],
  counts: { readonly hooks: number; readonly hosts: readonly string[] },
  paint: Paint,
): string {
  const count = (severity: Finding["severity"], word: string): string => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return `${number} ${word}${number === 1 ? "" : "s"}`;
  };
  const { hooks, hosts } = counts;
  const where = `${hooks} hook${hooks === 1 ? "" : "s"}${hosts.length === 0 ? "" : ` (${hosts.join(", ")})`}`;
  const text = `${count("error", "error")}, ${count("warning", "warning")}, ${count("info", "hint")} in ${where}.`;
  const hint = findings.length === 0 ? "" : " Details of a code: snaphook explain CODE";
  return `${paint.bold(text)}${hint}\n${fixableText(findings)}`;
}

/** How many of them lint can fix. */
function fixableText(findings: readonly Finding[]): string {
  const fixable = findings.filter(isFixable);
  const safe = fixable.filter(({ fix }) => fix.safety === "safe").length;
  const counts: readonly (readonly [number, "safe" | "unsafe"])[] = [
    [safe, "safe"],
    [fixable.length - safe, "unsafe"],
  ];
  const parts = counts.flatMap(([count, safety]) =>
    count === 0 ? [] : `${count} ${safety} (${commandFor(safety)})`,
  );
  return parts.length === 0 ? "" : `Fixable: ${parts.join(", ")}.\n`;
}
