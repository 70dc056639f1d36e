// For scripts/mutation.mjs: runs tests whenever it is asked to, each time in a new process, in the order in which they are
// named and until one fails. It says so after each test. Started with the argument `run`, for vitest.config.ts.
import { relative } from "node:path";
import { inspect } from "node:util";
import { createVitest } from "vitest/node";

// All of their tests, as where files are named on the command line: a share of those that take turns would say little.
process.env["SNAPHOOK_TESTS"] = "all";

/** @type {string[]} */
let order = [];
const nameOf = (/** @type {{ moduleId: string }} */ { moduleId }) =>
  relative(process.cwd(), moduleId);
class InOrder {
  /** @type {import("vitest/node").TestSequencer["shard"]} */
  shard = (specs) => specs;
  /** @type {import("vitest/node").TestSequencer["sort"]} */
  sort = (specs) => specs.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
}
/** @param {string | false} failed @param {boolean} [isLast] */
function report(failed, isLast = false) {
  process.send?.({ failed, isLast });
}

const vitest = await createVitest("test", {
  watch: false,
  bail: 1,
  maxWorkers: 1,
  sequence: { sequencer: InOrder },
  reporters: [
    {
      onTestCaseResult: (test) =>
        report(test.result().state === "failed" && `${nameOf(test.module)}: ${test.fullName}`),
      onTestModuleEnd: (module) => report(module.state() === "failed" && nameOf(module)),
    },
  ],
});
const known = new Map((await vitest.globTestSpecifications()).map((spec) => [nameOf(spec), spec]));

process.on("disconnect", () => process.exit());
process.on("message", (/** @type {string[]} */ tests) => void runTests(tests));
report(false, true);

/** @param {string[]} tests */
async function runTests(tests) {
  order = tests;
  const specs = tests.flatMap((test) => known.get(test) ?? []);
  for (;;) {
    const { unhandledErrors } = await vitest.runTestSpecifications(specs);
    // A machine that is too busy to start a process says nothing of a mutant.
    if (inspect(unhandledErrors).includes("[vitest-pool]: Timeout starting")) continue;
    return report(unhandledErrors.length > 0 && "an error outside of tests", true);
  }
}
