import type { FieldSpec } from "../../src/dialects/index.js";
import { allDialects, events, findDialect, samplePayload, type Dialect } from "../../src/core.js";
import { answerSchemaPath } from "./answer-schemas.js";
import { capital, code, list, page, table, type Files } from "./markdown.js";

/** What the page reads of a generated payload schema. */
interface PayloadSchema {
  readonly properties: Readonly<
    Record<
      string,
      { const?: string; enum?: readonly string[]; type?: string; description?: string }
    >
  >;
  readonly required: readonly string[];
}

const schemaSection = `## Schemas

The package has a JSON Schema for the payload of each event, and one for each dialect and event for what a hook may print: valid is
what is read without a warning. Hooks can check what they get, authors what they print:

\`\`\`ts
import { isHookJSONOutput, type HookJSONOutput } from "snaphook/core"; // no schema library needed, dialect wave
import payload from "snaphook/schemas/payload/PreToolUse.schema.json" with { type: "json" };
import answer from "snaphook/schemas/answer/wave.PreToolUse.schema.json" with { type: "json" };

const output: HookJSONOutput<"PreToolUse"> = { systemMessage: "checked" };
isHookJSONOutput(output, "PreToolUse"); // true
\`\`\`

In an editor, \`"$schema": "node_modules/snaphook/schemas/answer/wave.PreToolUse.schema.json"\` in a JSON file that holds an answer, or the
schema's \`$id\`, which is its address. A schema cannot check sizes or duplicate keys; \`snaphook explain\` reports them.`;

/** A page an event: when it fires, what it carries, what a hook can answer, who gets which text. */
export function eventPages(schemas: Files): Files {
  const wave = findDialect("wave");
  const pages: Files = new Map();
  for (const event of events) {
    const schema = schemas.get(`schemas/payload/${event.name}.schema.json`);
    pages.set(
      `docs/events/${event.name}.md`,
      page(
        event.name,
        `Fires when ${event.fires}. It guards: ${event.operation}.`,
        list([
          `Block: ${event.onBlock ?? "nothing to block; a block is reported and shown as a warning"}.`,
          `Where no hook says anything: ${event.silence}.`,
          event.subject === null
            ? "It has no matcher."
            : `A matcher is tested against ${code(event.subject)}.`,
        ]),
        "## What the hook gets\n\nA JSON object on stdin, for example:",
        `\`\`\`json\n${JSON.stringify(samplePayload(event.name), null, 2)}\n\`\`\``,
        payloadTable(JSON.parse(schema ?? "{}") as PayloadSchema),
        `[JSON Schema](../../schemas/payload/${event.name}.schema.json) of the payload.`,
        "## What the hook can answer",
        fieldTable(wave, event.name),
        `JSON Schemas of the answer, by dialect: ${schemaLinks(event.name)}.`,
        "## Who gets which text (dialect wave)",
        laneTable(wave, event.name),
      ),
    );
  }
  const rows = events.map((event) => [
    `[${event.name}](${event.name}.md)`,
    capital(event.fires),
    event.onBlock ?? "nothing to block",
  ]);
  pages.set(
    "docs/events/README.md",
    page(
      "Events",
      table(["event", "fires when", "what block does"], rows),
      "An event that is not in this list is a generic event: hooks run, `systemMessage` and `continue` count, and nothing can be blocked.",
      schemaSection,
    ),
  );
  return pages;
}

/** `wave/exit` reads no JSON. */
function schemaLinks(event: string): string {
  return allDialects
    .filter(({ json }) => json !== "never")
    .map((dialect) => `[${dialect.name}](../../${answerSchemaPath(dialect, event)})`)
    .join(", ");
}

function payloadTable(schema: PayloadSchema): string {
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    code(name),
    field.const ?? field.enum?.join(" \\| ") ?? field.type ?? "any",
    schema.required.includes(name) ? "yes" : "no",
    field.description ?? "",
  ]);
  return table(["field", "type", "always there", "what it is"], rows);
}

function fieldTable(dialect: Dialect, event: string): string {
  const rows = Object.entries(dialect.fields)
    .filter(([, field]) => field.events === "all" || field.events.includes(event))
    .map(([name, field]) => [
      code(name),
      field.places
        .map((place) => (place === "top" ? "the answer itself" : code("hookSpecificOutput")))
        .join(" or "),
      typeText(dialect, name, field),
    ]);
  return table(["field", "at", "value"], rows);
}

function typeText(dialect: Dialect, name: string, field: FieldSpec): string {
  if (field.type === "decision")
    return Object.keys(
      name === "decision" ? dialect.words.decision : dialect.words.permissionDecision,
    )
      .map(code)
      .join(", ");
  return { boolean: "true or false", text: "a string", object: "an object", any: "any JSON" }[
    field.type
  ];
}

function laneTable(dialect: Dialect, event: string): string {
  const lanes = dialect.lanes.events[event] ?? dialect.lanes.others;
  return table(
    ["what", "goes to"],
    [
      ["stdout that is no JSON, exit code 0", lanes.stdout],
      ["stderr, exit code 2", lanes.exitTwo],
      ["stderr, another code", lanes.otherCode],
      ["that the hook timed out, was killed or did not start", lanes.noAnswer],
      ["the reason of a block", lanes.deny],
      ["the reason of an ask", lanes.ask],
      ["the reason of a permission", lanes.allow],
    ],
  );
}
