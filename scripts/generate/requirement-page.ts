import type { ConformanceCase } from "../../src/conform/index.js";
import { findDialect, type WireRun } from "../../src/core.js";
import { code, page, table, type Files } from "./markdown.js";

/** `proof` where something other than a case stands behind it. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly proof?: string;
}

/** Which cases, tests and measurements stand behind each requirement. A requirement without proof is an error. */
export function requirementPage(
  requirements: readonly Requirement[],
  cases: readonly ConformanceCase[],
): Files {
  const rows = requirements.map(({ id, text, proof }) => {
    const own = cases
      .filter(({ source }) => new RegExp(`\\b${id}\\b`).test(source ?? ""))
      .map((example) => example.id);
    if (own.length === 0 && proof === undefined)
      throw new Error(`${id} has no case and no other proof`);
    return [id, text, [proof, caseText(own)].filter(Boolean).join("; ")];
  });
  return new Map([
    [
      "docs/requirements.md",
      page(
        "Requirements and their proof",
        `Each requirement, and what fails when it is not met. The cases are in ${code("conformance/")}; there are ${cases.length} of them.`,
        table(["requirement", "in short", "proven by"], rows),
        "## SC-002: every documented field, proven by a case each",
        fieldTable(cases),
      ),
    ],
  ]);
}

function caseText(ids: readonly string[]): string {
  const shown = ids.slice(0, 6).map(code).join(", ");
  if (ids.length === 0) return "";
  return ids.length > 6 ? `${shown} and ${ids.length - 6} more cases` : shown;
}

function fieldTable(cases: readonly ConformanceCase[]): string {
  const rows = Object.keys(findDialect("wave").fields).map((field) => {
    const own = cases
      .filter((example) => example.runs.some((run) => mentions(run, field)))
      .map(({ id }) => id);
    if (own.length === 0) throw new Error(`no case proves the field ${field}`);
    return [code(field), caseText(own)];
  });
  return table(["field", "cases"], rows);
}

function mentions(run: WireRun, field: string): boolean {
  return `${String(run.stdout ?? "")}${JSON.stringify(run.json ?? null)}`.includes(`"${field}"`);
}
