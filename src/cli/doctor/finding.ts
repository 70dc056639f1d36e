import type { ProblemCode, Severity } from "../../problem/index.js";

/** One thing that is wrong, with its place. */
export interface Finding {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly confidence: "read" | "proven";
  readonly file: string;
  /** From 1; null where it is not known. */
  readonly line: number | null;
  readonly hook?: string;
  readonly host?: string;
  readonly message: string;
  readonly fix?: { readonly safety: "safe" | "unsafe"; readonly description: string };
  /** What it has in common with others of one cause: those are shown together, each with its `detail` only. */
  readonly cause: string;
  readonly detail: string;
}

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Findings of one cause, errors first. */
export function byCause(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { code, severity, host = "", cause } = finding;
    const key = [code, severity, host, cause].join("\0");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
}

function rankOf(finding: Finding | undefined): number {
  return finding === undefined ? 0 : ranks[finding.severity];
}
