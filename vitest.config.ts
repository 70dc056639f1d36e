import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hashOfSources, SOURCES_FILE } from "./scripts/sources-hash.mjs";
import { filesOfOtherRuns, settleRun } from "./tests/turns.js";

const [src, dist, tests] = [resolve("src"), resolve("dist"), resolve("tests")];
const escaped = dist.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/**
 * Loads what is built in place of its source: nothing is left to transform, and it is what users run. Only where all of
 * it was built from the source as it is; who edits and runs a test without building tests the source.
 */
const builtInPlaceOfSource: Plugin = {
  name: "built-in-place-of-source",
  enforce: "pre",
  async resolveId(id, importer, options) {
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    if (!found?.id.startsWith(`${src}/`)) return found;
    const built = `${dist}${found.id.slice(src.length).replace(/\.(m?)tsx?$/, ".$1js")}`;
    return existsSync(built) && !built.startsWith(`${dist}/cli/`) ? { id: built } : found;
  },
};
/**
 * Files in tests/ start processes and wait for them: they begin before those next to the code, which only compute and so fill the
 * end, and while a worker has little memory, which the system copies the tables of at each start. Among them by size, and not
 * by the time that they took, so that those that wait are among those that compute. A small file that takes long says
 * "Begins first:" and why.
 */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => weightOf(other) - weightOf(one)));
  }
}
const weightOf = ({ moduleId }: TestSpecification): number => {
  const text = readFileSync(moduleId, "utf8");
  if (text.includes("\n// Begins first: ")) return 2e9;
  return (moduleId.startsWith(`${tests}/`) ? 1e9 : 0) + text.length;
};

settleRun(process.argv);

const isBuilt = existsSync(SOURCES_FILE) && readFileSync(SOURCES_FILE, "utf8") === hashOfSources();
// Who watches will edit.
const isWatching = !process.argv.includes("run");
if (!isBuilt) console.warn("dist/ is not built from src/ as it is: tests load the source");

export default defineConfig({
  plugins: isBuilt && !isWatching ? [builtInPlaceOfSource] : [],
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    exclude: filesOfOtherRuns(),
    environment: "node",
    globals: false,
    globalSetup: "tests/suite-end.ts",
    sequence: { sequencer: LongestFirst },
    setupFiles: "tests/setup.ts",
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What was transformed is kept for the next run: most test files are as they were.
    experimental: { fsModuleCache: true },
    // Files share a process and what it has loaded: loading the same modules 240 times took a third of the time.
    isolate: false,
    // What is built is loaded as its users load it: there is nothing to transform.
    server: { deps: { external: [new RegExp(`^${escaped}/`)] } },
    // Tests of a file that run at the same time mostly wait, some of them for a bound of five seconds.
    maxConcurrency: 8,
    // Many tests wait for processes, so two for each core keep it busy; each more loads everything once more.
    maxWorkers: 2 * Math.max(2, availableParallelism()),
  },
});
