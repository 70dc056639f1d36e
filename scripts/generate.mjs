// Writes what is generated from the tables: lists of dialects and hosts, schemas, reference pages.
import { fileURLToPath } from "node:url";
import { runSource } from "./run-source.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

// The lists first: the pages are made from what they list.
await runSource("scripts/generate/lists-main.ts");
await runSource("scripts/generate/main.ts");
