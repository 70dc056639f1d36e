// Writes what is generated from the tables: the list of dialects, schemas, reference pages.
import { fileURLToPath } from "node:url";
import { runSource } from "./run-source.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

// The list of dialects first: the pages are made from what it lists.
await runSource("scripts/generate/dialect-list-main.ts");
await runSource("scripts/generate/main.ts");
