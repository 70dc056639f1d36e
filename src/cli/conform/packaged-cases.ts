import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Conformance } from "../../conform/index.js";

/** The cases that come with the command, and the texts of what they follow from. The build makes the file of `conformance/`. */
export function packagedConformance(): Conformance {
  const bytes = readFileSync(join(import.meta.dirname, "..", "conformance.json.br"));
  return JSON.parse(brotliDecompressSync(bytes).toString()) as Conformance;
}
