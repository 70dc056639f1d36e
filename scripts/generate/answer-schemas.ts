import type { FieldName, FieldSpec, FieldPlace } from "../../src/dialects/index.js";
import { allDialects, events, type Dialect, type EventSpec } from "../../src/core.js";
import { belongsTo, changes } from "../../src/dialects/index.js";
import { reservedKeys } from "../../src/decode/index.js";
import {
  agreement,
  decisionAt,
  denialsNeedReasons,
  stopNeedsReason,
  type Schema,
  type Slot,
} from "./answer-rules.js";
import { slug, type Files } from "./markdown.js";
import { schemaDialect, schemaId } from "./schema-id.js";

const texts: Readonly<Partial<Record<FieldName, string>>> = {
  continue: "false halts the agent, whatever else is decided.",
  stopReason: "Why the agent was halted, for the user. Required where `continue` is false.",
  systemMessage: "A message that is shown.",
  suppressOutput: "Whether plain output is kept out of the transcript.",
  decision: "What becomes of the operation.",
  reason: "Why it was decided so. A block needs one.",
  permissionDecision: "Whether the tool may run.",
  permissionDecisionReason: "Why it was decided so. A deny needs one.",
  ...Object.fromEntries(Object.values(changes).map(({ field, about }) => [field, about])),
  additionalContext: "Something that the model should know.",
};

/** Where the schema of what a hook may print on an event is. */
export const answerSchemaPath = (dialect: Dialect, event: string): string =>
  `schemas/answer/${slug(dialect.name)}.${event}.schema.json`;

/** A JSON Schema for what a hook may print, by dialect and event: valid is what is read without a warning. */
export function answerSchemaFiles(): Files {
  return new Map(
    allDialects.flatMap((dialect) =>
      events.map((event) => {
        const path = answerSchemaPath(dialect, event.name);
        const json = {
          $schema: schemaDialect,
          $id: schemaId(path),
          title: `Answer to ${event.name} in ${dialect.name}`,
          description: `What a hook may print when ${event.fires}. ${dialect.summary}`,
          type: "object",
          ...(dialect.json !== "never" && answerSchema(dialect, event)),
        };
        return [path, `${JSON.stringify(json, null, 2)}\n`];
      }),
    ),
  );
}

function answerSchema(dialect: Dialect, event: EventSpec): Schema {
  const required = [
    ...(dialect.hookEventName === "optional" ? [] : ["hookEventName"]),
    ...(dialect.required[event.name] ?? []),
  ];
  const slots = slotsOf(dialect, event.name);
  return {
    properties: {
      ...fieldsAt(dialect, event, "top"),
      hookSpecificOutput: {
        description: `What only ${event.name} takes.`,
        type: "object",
        properties: {
          hookEventName: { const: event.name },
          ...fieldsAt(dialect, event, "specific"),
        },
        ...(required.length > 0 && { required }),
      },
    },
    allOf: [
      stopNeedsReason,
      ...(slots.length === 0
        ? []
        : [agreement(dialect, slots), ...denialsNeedReasons(dialect, slots)]),
    ],
    ...(takesValue(dialect, event.name) && { $defs: { value: anyValue } }),
  };
}

const anyValue: Schema = {
  description: "Any JSON without keys that could reach a prototype.",
  propertyNames: { not: { enum: [...reservedKeys] } },
  additionalProperties: { $ref: "#/$defs/value" },
  items: { $ref: "#/$defs/value" },
};

function takesValue(dialect: Dialect, event: string): boolean {
  return Object.values(dialect.fields).some(
    (spec) => (spec.type === "object" || spec.type === "any") && belongsTo(spec, event),
  );
}

function slotsOf(dialect: Dialect, event: string): readonly Slot[] {
  return (["decision", "permissionDecision"] as const).flatMap((field) => {
    const spec = dialect.fields[field];
    if (spec === undefined || !belongsTo(spec, event)) return [];
    const takesBehavior = field === "decision" && event === "PermissionRequest";
    return spec.places.map((place) => ({ place, field, takesBehavior }));
  });
}

/** Every field that the dialect knows: what it holds here, or false where it does not belong here. */
function fieldsAt(dialect: Dialect, event: EventSpec, place: FieldPlace): Schema {
  return Object.fromEntries(
    Object.entries(dialect.fields).map(([name, spec]) => [
      name,
      belongsTo(spec, event.name) &&
        spec.places.includes(place) &&
        valueOf(dialect, event.name, place, name as FieldName, spec),
    ]),
  );
}

function valueOf(
  dialect: Dialect,
  event: string,
  place: FieldPlace,
  name: FieldName,
  spec: FieldSpec,
): Schema {
  const description = texts[name];
  switch (spec.type) {
    case "boolean":
      return { description, type: "boolean" };
    case "text":
      return { description, type: "string" };
    case "object":
      return { description, type: "object", $ref: "#/$defs/value" };
    case "any":
      return { description, $ref: "#/$defs/value" };
    case "decision": {
      const slot = slotsOf(dialect, event).find((one) => one.field === name && one.place === place);
      return slot === undefined ? { description } : { description, ...decisionAt(dialect, slot) };
    }
  }
}
