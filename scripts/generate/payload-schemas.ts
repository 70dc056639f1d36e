import { payloadSchemas, toJsonSchema } from "../../src/payload/schemas.js";
import type { Files } from "./markdown.js";

/** A JSON Schema for the payload of each event, for editors and for hooks that want to check what they get. */
export function payloadSchemaFiles(): Files {
  return new Map(
    Object.entries(payloadSchemas).map(([event, schema]) => {
      const json = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: `Payload of ${event}`,
        ...toJsonSchema(schema),
      };
      return [`schemas/payload/${event}.schema.json`, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );
}
