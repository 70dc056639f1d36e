import { payloadSchemas, toJsonSchema } from "../../src/payload/schemas.js";
import type { Files } from "./markdown.js";
import { schemaDialect, schemaId } from "./schema-id.js";

/** A JSON Schema for the payload of each event, for editors and for hooks that want to check what they get. */
export function payloadSchemaFiles(): Files {
  return new Map(
    Object.entries(payloadSchemas).map(([event, schema]) => {
      const path = `schemas/payload/${event}.schema.json`;
      const json = {
        $schema: schemaDialect,
        $id: schemaId(path),
        title: `Payload of ${event}`,
        ...toJsonSchema(schema),
      };
      return [path, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );
}
