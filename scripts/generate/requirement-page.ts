import { existsSync } from "node:fs";
import { statementsIn, type ConformanceCase } from "../../src/conform/index.js";
import { findDialect, type WireRun } from "../../src/core.js";
import { code, page, table, type Files } from "./markdown.js";
import { checkTestName, parseTestName } from "./test-names.js";

/** One statement that can be checked, and what fails when it does not hold. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  /** Path and name of each test; see `checkTestName`. */
  readonly tests?: readonly string[];
  /** Proof that is not a test. */
  readonly proof?: string;
  /** Where it was decided otherwise: what holds instead, and the page in docs/decisions. */
  readonly decided?: { readonly text: string; readonly page: string };
}

/** All statements of one document that describes hooks. */
export interface Requirements {
  readonly document: string;
  readonly title: string;
  readonly statements: readonly Statement[];
}

/** Tests of the running agent, the command, or the package as it is installed. */
const throughTheDoor = /^tests\/(agent|delivery|e2e|flow|tui)\//;

/** Which tests, cases and measurements prove each statement. One without proof is an error. */
export function requirementPage(
  documents: readonly Requirements[],
  cases: readonly ConformanceCase[],
): Files {
  checkSources(documents, cases);
  const count = documents.flatMap(({ statements }) => statements).length;
  const parts = documents.flatMap(({ document, title, statements }) => [
    `## ${document}: ${title}`,
    table(
      ["statement", "in short", "proven by"],
      statements.map((statement) => rowOf(statement, cases)),
    ),
  ]);
  return new Map([
    [
      "docs/requirements.md",
      page(
        "Requirements and their proof",
        `The ${count} statements of the five documents that Snaphook is built on, and what fails when one does not hold: tests of the running agent, the built command or the installed package. Where a statement was decided otherwise, its row says how. The cases are in ${code("conformance/")}; there are ${cases.length} of them.`,
        ...parts,
        "## SC-002: every documented field, proven by a case each",
        fieldTable(cases),
      ),
    ],
  ]);
}

function rowOf(statement: Statement, cases: readonly ConformanceCase[]): string[] {
  const { id, text, tests = [], proof = "", decided } = statement;
  checkStatement(statement);
  const own = cases.filter(({ source }) => statementsIn(source ?? "").includes(id)).length;
  const decision =
    decided === undefined ? "" : `Decided: [${decided.text}](decisions/${decided.page}).`;
  return [
    id,
    [text, decision].filter(Boolean).join(". "),
    [...tests.map(linkTo), proof, own === 0 ? "" : `${own} ${own === 1 ? "case" : "cases"}`]
      .filter(Boolean)
      .join("; "),
  ];
}

/** Throws where a statement has no proof, or one that is not there any more. */
export function checkStatement({ id, tests = [], proof, decided }: Statement): void {
  if (!tests.some((one) => throughTheDoor.test(one)) && (tests.length > 0 || proof === undefined))
    throw new Error(`${id} has no test of the running agent, the command or the package`);
  for (const one of tests) checkTestName(one);
  if (decided !== undefined && !existsSync(`docs/decisions/${decided.page}`))
    throw new Error(`${id}: there is no docs/decisions/${decided.page}`);
}

/** Every statement has one row, and what a case says it follows from is one of them. */
function checkSources(documents: readonly Requirements[], cases: readonly ConformanceCase[]): void {
  for (const { document, statements } of documents) {
    const ids = statements.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) throw new Error(`${document} ${twice} has two rows`);
  }
  const known = documents.flatMap(({ statements }) => statements.map(({ id }) => id));
  for (const { id, source } of cases)
    for (const cited of statementsIn(source ?? ""))
      if (!known.includes(cited)) throw new Error(`case ${id} cites ${cited}, which has no row`);
}

function linkTo(test: string): string {
  const { path, name } = parseTestName(test);
  return `[${name.replaceAll(/[[\]<>{}$]/g, "\\$&")}](../${path})`;
}

function caseText(ids: readonly string[]): string {
  const shown = ids.slice(0, 6).map(code).join(", ");
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
