// `npm publish` begins with it: the placeholder of docs/publishing.md must have been filled in.
import { readFileSync } from "node:fs";

if (readFileSync(new URL("../package.json", import.meta.url), "utf8").includes("/OWNER/")) {
  console.error("package.json still has OWNER as the repository's account; see docs/publishing.md");
  process.exitCode = 1;
}
