import { readdirSync, readFileSync } from "node:fs";
import { answerSchemaFiles } from "./answer-schemas.js";
import { apiPage } from "./api-page.js";
import { comingFromPages } from "./coming-from-pages.js";
import { commandPages } from "./command-pages.js";
import { dialectList } from "./dialect-list.js";
import { dialectPages } from "./dialect-pages.js";
import { isMatcherCase, type AnyCase, type ConformanceCase } from "../../src/conform/index.js";
import { eventPages } from "./event-pages.js";
import { hookTestSchemaFile } from "./hook-test-schema.js";
import { hostLists } from "./host-lists.js";
import { hookKitFiles } from "./hook-kit/index.js";
import { hostPages } from "./host-pages.js";
import { otherHostTable } from "./other-host-table.js";
import type { Files } from "./markdown.js";
import { payloadSchemaFiles } from "./payload-schemas.js";
import { problemPages } from "./problem-pages.js";
import { requirementPage, type Requirements } from "./requirement-page.js";
import { settingsPage } from "./settings-page.js";
import { telemetryPage } from "./telemetry-page.js";
import { settingsSchemaFile } from "./settings-schema.js";

/** Folders in which every file is generated: what is there and not made here is left over. */
export const generatedFolders = [
  "docs/coming-from",
  "docs/commands",
  "docs/dialects",
  "docs/events",
  "docs/hosts",
  "docs/problems",
  "kits",
  "schemas/answer",
  "schemas/payload",
];

/** Every generated file, made from the tables in src and from the cases. */
export function allFiles(): Files {
  const cases = readdirSync("conformance")
    .flatMap((file) => readJson(`conformance/${file}`) as AnyCase[])
    .filter((example): example is ConformanceCase => !isMatcherCase(example));
  const counts = new Map<string, number>();
  for (const { dialect } of cases) counts.set(dialect, (counts.get(dialect) ?? 0) + 1);
  const schemas = payloadSchemaFiles();
  return new Map([
    ...dialectList(),
    ...hostLists(),
    ...schemas,
    ...answerSchemaFiles(),
    ...settingsSchemaFile(),
    ...hookTestSchemaFile(),
    ...settingsPage(),
    ...telemetryPage(),
    ...problemPages(),
    ...eventPages(schemas),
    ...dialectPages(counts),
    ...hostPages(counts),
    ...otherHostTable(),
    ...hookKitFiles(),
    ...commandPages(),
    ...comingFromPages(),
    ...apiPage(),
    ...requirementPage(requirements(), cases),
  ]);
}

/** The statements of every document, in order. */
export function requirements(): Requirements[] {
  const folder = "scripts/generate/requirements";
  return readdirSync(folder)
    .toSorted()
    .map((file) => readJson(`${folder}/${file}`) as Requirements);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
