import type { Severity } from "../problem/index.js";
import { IN_COMMAND } from "./command-line.js";
import { edited, fileEdit, lineAt } from "./edits.js";
import type { Finding, Fix, RawFinding, RawFix } from "./finding.js";
import type { Rule } from "./rule.js";
import { rules } from "./rules/index.js";
import type { Span } from "./script/syntax.js";
import { entryEdits } from "./settings-edits.js";
import { sourceAt, type LintHook, type LintScript, type Subject } from "./subject.js";

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** A suppressed finding needs a reason: `# snaphook: ignore[code] reason`. */
const SUPPRESSION = /(?:#|\/\/|\/\*)\s*snaphook:\s*ignore\[([\w\- ,]+)\](.*)$/;

/** What a rule has found for one hook. */
export interface Occurrence {
  readonly rule: Rule;
  readonly raw: RawFinding;
  readonly subject: Subject;
}

/** A finding, and for which hooks it was made. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly of: readonly Occurrence[];
}

/** What the rules find in hooks. */
export function lintSubjects(
  subjects: readonly Subject[],
  which: readonly Rule[] = rules,
): Finding[] {
  return sorted(locateFindings(subjects, which).map(({ finding }) => finding));
}

/** The same with where each comes from. The same place found for several hooks is one finding. */
export function locateFindings(
  subjects: readonly Subject[],
  which: readonly Rule[] = rules,
): LocatedFinding[] {
  const located = new Map<string, LocatedFinding>();
  for (const subject of subjects)
    for (const rule of which)
      for (const raw of rule.check(subject)) {
        const finding = locate(rule, raw, subject);
        if (isSuppressed(finding, subject)) continue;
        const key = `${finding.code} ${finding.file} ${finding.line} ${finding.column ?? finding.fix?.edits?.[0]?.start}`;
        const before = located.get(key);
        const occurrence = { rule, raw, subject };
        located.set(
          key,
          before === undefined
            ? { finding, of: [occurrence] }
            : { finding: both(before.finding, finding), of: [...before.of, occurrence] },
        );
      }
  return [...located.values()];
}

/** Errors first, then by file and line. */
export function sorted(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) =>
      ranks[one.severity] - ranks[other.severity] ||
      compare(one.file, other.file) ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function locate(rule: Rule, raw: RawFinding, subject: Subject): Finding {
  const { at, severity: found = rule.severity, fix, ...rest } = raw;
  const { hook, script } = subject;
  // `guard.sh scan`: which part of the script it is for is not known.
  const isPart = script?.isInline === false && script.facts.argv.length > 0 && takesArguments(hook);
  const severity = (isPart || servesOthers(hook, script)) && found === "error" ? "warning" : found;
  const isInScript =
    at !== undefined &&
    script !== null &&
    at.file !== IN_COMMAND &&
    (!script.isInline || at.file !== undefined);
  const place = isInScript ? placeOf(script, at) : { line: hook.line };
  return {
    code: rule.code,
    severity,
    confidence: "read",
    file: isInScript ? (at.file ?? script.path) : hook.file,
    ...place,
    ...(at !== undefined && script !== null && { frame: frameOf(sourceAt(script, at), at) }),
    ...rest,
    ...(fix !== undefined && { fix: placedFix(fix, subject, at) }),
    hooks: [hook.name],
    hosts: [hook.host],
    events: hook.event === null ? [] : [hook.event],
  };
}

/** A script that looks at variables of another host serves both: which part is for which is not known. */
function servesOthers({ host }: LintHook, script: LintScript | null): boolean {
  const others = Object.entries(hostVariables).filter(([name]) => name !== host);
  return (
    script?.facts.variables.some(({ name }) => others.some(([, own]) => own.test(name))) === true
  );
}

const hostVariables: Readonly<Record<string, RegExp>> = {
  codex: /^CODEX_(?!HOME)/,
  cursor: /^CURSOR_(?:VERSION|TRANSCRIPT|AGENT)/,
  copilot: /^COPILOT_(?!TOKEN|GITHUB)/,
  gemini: /^GEMINI_(?:SESSION|CWD|PROJECT)/,
};

/** With the file that it changes, where lint can do it itself. */
function placedFix(
  { edits, entry, executable, ...advice }: RawFix,
  subject: Subject,
  at: Span | undefined,
): Fix {
  const { hook, script, settings } = subject;
  // The edits are those of the script; what other scripts take in as well is for a person.
  if (at?.file !== undefined) return advice;
  if (executable !== undefined) return { ...advice, file: executable, executable: true };
  const isInline = script?.isInline === true && hook.args === undefined;
  if (edits !== undefined && script !== null && !script.isInline) {
    const { file, source } = script;
    if (file === undefined || edited(source, edits) === source) return advice;
    return {
      ...advice,
      file,
      edits: edits.map((edit) => fileEdit(source, edit)),
    };
  }
  const values =
    entry ?? (edits !== undefined && isInline ? { command: edited(script.source, edits) } : null);
  if (values === null || settings === null) return advice;
  const { file, text } = settings;
  const placed = entryEdits(settings, hook, values);
  if (placed === undefined) return advice;
  return { ...advice, file, edits: placed.map((edit) => fileEdit(text, edit)) };
}

function takesArguments({ command = "", args = [] }: LintHook): boolean {
  return args.length > 1 || /\.\w+["']?\s+[\w-]/.test(command);
}

/** Line and columns from 1; a span over several lines ends with its first. */
function placeOf(
  script: LintScript,
  at: Span,
): { readonly line: number; readonly column: number; readonly endColumn: number } {
  const source = sourceAt(script, at);
  const { from, to } = frameOf(source, at);
  return { line: lineAt(source, at.start), column: from + 1, endColumn: to + 1 };
}

function frameOf(source: string, { start, end }: Span): NonNullable<Finding["frame"]> {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const next = source.indexOf("\n", start);
  const lineEnd = next < 0 ? source.length : next;
  const from = start - lineStart;
  const to = Math.max(Math.min(end, lineEnd) - lineStart, from + 1);
  return { text: source.slice(lineStart, lineEnd), from, to };
}

/** The stricter of two for the same place, with the hooks of both. */
function both(one: Finding, other: Finding): Finding {
  const strict = ranks[other.severity] < ranks[one.severity] ? other : one;
  return {
    ...strict,
    ...(strict.fix !== undefined && !sameChange(one.fix, other.fix) && { fix: byHand(strict.fix) }),
    hooks: union(one.hooks, other.hooks),
    hosts: union(one.hosts, other.hosts),
    events: union(one.events, other.events),
  };
}

/** What would be right for one hook and wrong for the other is not changed. */
function sameChange(one: Fix | undefined, other: Fix | undefined): boolean {
  return JSON.stringify([one?.file, one?.edits]) === JSON.stringify([other?.file, other?.edits]);
}

function byHand({ safety, description }: Fix): Fix {
  return { safety, description };
}

function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

/** A comment on the line itself or the line before, with a reason. */
function isSuppressed({ code, file, line }: Finding, { script }: Subject): boolean {
  const other = script?.others.get(file);
  if (script === null || (script.isInline && other === undefined) || line === null) return false;
  const source = other ?? script.source;
  // Hardly any script has one: the others are not taken apart for each finding.
  if (!source.includes("snaphook:")) return false;
  const lines = source.split("\n", line);
  return [lines[line - 1], lines[line - 2]].some((text) => {
    const [, codes = "", reason = ""] = SUPPRESSION.exec(text ?? "") ?? [];
    return codes.split(/[ ,]+/).includes(code) && reason.trim() !== "";
  });
}
