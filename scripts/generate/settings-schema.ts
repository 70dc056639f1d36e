import { settingsSchema } from "../../src/config/index.js";
import type { Files } from "./markdown.js";

/** The JSON Schema of a settings file, for editors. */
export function settingsSchemaFile(): Files {
  return new Map([
    ["schemas/settings.schema.json", `${JSON.stringify(settingsSchema(), null, 2)}\n`],
  ]);
}
