import { writeSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestSequencer } from "vitest/node";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.js";

/** For scripts/mutation.mjs: some tests, in the order in which it wants them; it is told of each result at once. */
const order = JSON.parse(process.env["MUTATION_TESTS"] ?? "[]") as string[];
const nameOf = ({ moduleId }: { readonly moduleId: string }): string =>
  relative(process.cwd(), moduleId);

class InOrder implements TestSequencer {
  shard: TestSequencer["shard"] = (specs) => specs;
  sort: TestSequencer["sort"] = (specs) =>
    specs.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
}

function report(failed: string | false, isLast = false): void {
  writeSync(3, `${JSON.stringify({ failed, isLast })}\n`);
}
const reporter: Reporter = {
  onTestCaseResult: (test) =>
    report(test.result().state === "failed" && `${nameOf(test.module)}: ${test.fullName}`),
  onTestModuleEnd: (module) => report(module.state() === "failed" && nameOf(module)),
  onTestRunEnd: (_modules, _errors, reason) =>
    report(reason !== "passed" && "an error outside of tests", true),
};

export default mergeConfig(
  { ...base, test: { ...base.test, include: order } },
  defineConfig({ test: { sequence: { sequencer: InOrder }, reporters: [reporter] } }),
);
