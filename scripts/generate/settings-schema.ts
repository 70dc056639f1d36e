import { settingsSchema } from "../../src/config/index.js";
import type { Files } from "./markdown.js";
import { schemaId } from "./schema-id.js";

/** The JSON Schema of a settings file, for editors. */
export function settingsSchemaFile(): Files {
  const path = "schemas/settings.schema.json";
  const { $schema, ...rest } = settingsSchema() as { $schema: string };
  const json = { $schema, $id: schemaId(path), ...rest };
  return new Map([[path, `${JSON.stringify(json, null, 2)}\n`]]);
}
