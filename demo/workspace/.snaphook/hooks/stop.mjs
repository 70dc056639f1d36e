// Stop: the agent wants to stop. Whoever has changed the source has to run the tests first.
import { readFileSync, statSync } from "node:fs";

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const source = changedAt("src/price.js");
const isTested =
  changedAt("build/report.tap") > source &&
  /^# fail 0$/m.test(readFileSync("build/report.tap", "utf8"));
if (source > changedAt("package.json") + 1000 && !isTested) {
  console.error("src/price.js was changed: run the tests before you stop");
  process.exitCode = 2;
}
