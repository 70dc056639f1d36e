import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the build says which source it was made of. No part of the package. */
export const SOURCES_FILE = "dist/sources.cache";

/** What else decides what is built. */
const others = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "CONTEXT.md",
  "scripts/build.mjs",
  "scripts/later.mjs",
  "scripts/packed-cases.mjs",
  "scripts/parts.mjs",
];

/** One hash of all that dist/ is built from: the names and the contents of the files in src, and how it is built. */
export function hashOfSources() {
  const hash = createHash("sha256");
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test|\.test-support)\.(?:m?tsx?|sh|pl|css|html|svg)$/.test(file))
    .toSorted()
    .map((file) => join("src", file));
  const cases = ["conformance", "scripts/generate/requirements"].flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .map((file) => join(folder, file)),
  );
  for (const file of [...files, ...cases, ...others])
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
