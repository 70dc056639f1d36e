import { hookTestSchema } from "../../src/hook-tests/index.js";
import type { Files } from "./markdown.js";
import { schemaId } from "./schema-id.js";

/** The JSON Schema of a file of hook tests, for editors. */
export function hookTestSchemaFile(): Files {
  const path = "schemas/hooktest.schema.json";
  const { $schema, ...rest } = hookTestSchema() as { $schema: string };
  const json = { $schema, $id: schemaId(path), title: "Tests of hooks", ...rest };
  return new Map([[path, `${JSON.stringify(json, null, 2)}\n`]]);
}
