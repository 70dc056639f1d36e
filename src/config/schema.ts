import { events } from "../payload/index.js";
import { groupKeys } from "./hook-keys.js";
import { settingsKeys } from "./settings-keys.js";
import type { KeySpec, KeyTable, ValueSpec } from "./value-spec.js";

/** The JSON Schema of a settings file, for editors. Made from the tables by which files are checked. */
export function settingsSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of Snaphook",
    ...objectSchema(settingsKeys),
    $defs: { groups: { type: "array", items: objectSchema(groupKeys) } },
  };
}

function objectSchema(table: KeyTable): object {
  const required = Object.keys(table).filter((key) => table[key]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(table)
        // No file can hold one.
        .filter(([, { value }]) => value.kind !== "function")
        .map(([key, spec]) => [key, keySchema(spec)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function keySchema(spec: KeySpec): object {
  const only = spec.layers === undefined ? "" : ` Counts only in: ${spec.layers.join(", ")}.`;
  const types = spec.hookTypes?.map((type) => `\`${type}\``).join(", ");
  const type = types === undefined ? "" : ` For the type ${types}.`;
  return {
    description: `${spec.description}${type}${only}`,
    ...valueSchema(spec.value),
    ...(spec.default !== undefined && { default: spec.default }),
  };
}

function valueSchema(spec: ValueSpec): object {
  switch (spec.kind) {
    case "text":
      return { type: "string", ...(spec.mayBeEmpty !== true && { minLength: 1 }) };
    case "url":
      return { type: "string", format: "uri" };
    case "word":
      return { enum: spec.words };
    case "flag":
      return { type: "boolean" };
    case "number":
      return { type: "number", exclusiveMinimum: spec.above, maximum: spec.most };
    case "integer":
      return { type: "integer", minimum: spec.least, maximum: spec.most };
    case "texts":
      return { type: "array", items: { type: "string" } };
    case "pattern":
      return { type: "string", maxLength: 1000 };
    case "variables":
    case "patterns":
      return { type: "object", additionalProperties: { type: "string" } };
    case "any":
    case "function":
      return {};
    case "object":
      return objectSchema(spec.keys);
    case "entries":
      return {
        type: "array",
        items: {
          ...objectSchema(spec.keys),
          anyOf: spec.needsOneOf.map((key) => ({ required: [key] })),
        },
      };
    case "events":
      return eventsSchema;
  }
}

/** An event that is not known is no mistake for an editor: another host may have it. */
const eventsSchema = {
  type: "object",
  properties: Object.fromEntries(
    events.map(({ name, fires }) => [
      name,
      { description: `Fires when ${fires}.`, $ref: "#/$defs/groups" },
    ]),
  ),
  additionalProperties: { $ref: "#/$defs/groups" },
};
