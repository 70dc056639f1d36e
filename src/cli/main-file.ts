import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The file of the command, seen from those of its parts: each of them is a file in a folder next to it. */
export const mainFile = realpathSync(fileURLToPath(new URL("../main.js", import.meta.url)));
