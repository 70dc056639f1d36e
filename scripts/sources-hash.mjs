import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the build says which source it was made of. No part of the package. */
export const SOURCES_FILE = "dist/sources.cache";

/** One hash of all that dist/ is built from: the names and the contents of the files in src. */
export function hashOfSources() {
  const hash = createHash("sha256");
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test|\.test-support)\.m?tsx?$/.test(file))
    .toSorted();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join("src", file)))
      .update("\0");
  return hash.digest("hex");
}
