import type { TextLanes } from "../../src/dialects/index.js";
import { allDialects, events, type Dialect } from "../../src/core.js";
import { answerSchemaPath } from "./answer-schemas.js";
import { code, list, page, slug, table, type Files } from "./markdown.js";

const columns: readonly (readonly [keyof TextLanes, string])[] = [
  ["stdout", "stdout (exit 0)"],
  ["exitTwo", "stderr (exit 2)"],
  ["otherCode", "stderr (other code)"],
  ["noAnswer", "no answer"],
  ["deny", "reason of a block"],
  ["ask", "reason of an ask"],
  ["allow", "reason of a permission"],
];

const jsonText = {
  tolerant:
    "Malformed output may only tighten: what restricts is honoured, what permits, changes or adds is dropped.",
  letter: "An answer is valid as a whole, or the exit code decides.",
  never: "stdout is always plain text.",
};

export function dialectPages(counts: ReadonlyMap<string, number>): Files {
  const pages: Files = new Map();
  for (const dialect of allDialects) {
    pages.set(
      `docs/dialects/${slug(dialect.name)}.md`,
      page(
        dialect.name,
        dialect.summary,
        list([
          `Version: ${dialect.version}. Capabilities: ${dialect.capabilities.join(", ")}.`,
          `JSON on stdout: ${jsonText[dialect.json]}`,
          `A missing ${code("hookEventName")} is ${{ inferred: "inferred, with a warning", optional: "fine", required: "an error" }[dialect.hookEventName]}.`,
          `Exit code 2 ${dialect.exitTwo === "yields-to-json" ? "yields to a decision that the JSON states" : "outranks whatever the JSON permits"}.`,
          `${code("systemMessage")} goes to: ${dialect.systemMessage.to.join(" and ")}.${dialect.systemMessage.standsForReason ? " Where a decision gives no reason, it is the reason." : ""}`,
          `${code("updatedPrompt")} ${dialect.rewritesPrompt ? "counts" : "counts only where the settings allow it"}.`,
          dialect.json === "never"
            ? "There is nothing to check in what a hook prints: its schemas take any object."
            : `JSON Schemas of what a hook may print: [PreToolUse](../../${answerSchemaPath(dialect, "PreToolUse")}) and [one for each other event](../../schemas/answer).`,
          `Proven by ${counts.get(dialect.name) ?? 0} conformance cases.`,
        ]),
        "## Who gets which text",
        laneTable(dialect),
        fieldSection(dialect),
      ),
    );
  }
  const rows = allDialects.map((dialect) => [
    `[${dialect.name}](${slug(dialect.name)}.md)`,
    dialect.version,
    dialect.summary,
  ]);
  pages.set(
    "docs/dialects/README.md",
    page(
      "Dialects",
      "The same hook means different things in different agents. Each reading is a dialect: a table and its conformance cases.",
      table(["dialect", "version", "in one line"], rows),
    ),
  );
  return pages;
}

function laneTable(dialect: Dialect): string {
  const row = (name: string, lanes: TextLanes): string[] => [
    name,
    ...columns.map(([key]) => lanes[key]),
  ];
  return table(
    ["event", ...columns.map(([, title]) => title)],
    events.map(({ name }) => row(name, dialect.lanes.events[name] ?? dialect.lanes.others)),
  );
}

function fieldSection(dialect: Dialect): string {
  const fields = Object.entries(dialect.fields);
  if (fields.length === 0) return "";
  const rows = fields.map(([name, field]) => [
    code(name),
    field.places.join(" or "),
    field.events === "all" ? "all" : field.events.join(", ") || "none",
  ]);
  return `## Fields\n\n${table(["field", "place", "events"], rows)}`;
}
