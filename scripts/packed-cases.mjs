import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** The cases of `snaphook conform` and the requirements that they cite, as one file for the package: 50 KB instead of 1.4 MB. */
export function packedCases() {
  const statements = jsonFilesIn("scripts/generate/requirements")
    .flatMap((document) => document.statements)
    .map(({ id, text }) => ({ id, text }));
  const laws = [...readFileSync("CONTEXT.md", "utf8").matchAll(/^(\d)\. \*\*(.+?)\.?\*\*/gm)].map(
    ([, number, text]) => ({ id: `law ${number}`, text }),
  );
  const cases = jsonFilesIn("conformance").flat();
  return brotliCompressSync(JSON.stringify({ requirements: [...statements, ...laws], cases }));
}

/** @param {string} folder @returns {any[]} */
function jsonFilesIn(folder) {
  return readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
