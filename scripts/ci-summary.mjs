// The end of .ci/run: what failed, by name, and the line `N passed, N failed`.
//   node scripts/ci-summary.mjs EXIT_CODE [FAILED STEP…]
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const [exitCode, ...failures] = process.argv.slice(2);

/** @type {string[]} */
let reports = [];
try {
  reports = readdirSync("reports").filter((name) => name.endsWith(".json"));
} catch {
  // No test has run.
}

let passed = 0;
for (const report of reports) {
  /** @type {{ numPassedTests: number, testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} */
  const { numPassedTests, testResults } = JSON.parse(readFileSync(join("reports", report), "utf8"));
  passed += numPassedTests;
  for (const file of testResults) {
    const failedTests = file.assertionResults.filter(({ status }) => status === "failed");
    for (const { fullName, failureMessages } of failedTests)
      failures.push(
        `${report}: ${relative(".", file.name)}: ${fullName}\n${failureMessages.join("\n")}`,
      );
    // A file that could not be loaded has no tests.
    if (file.status === "failed" && failedTests.length === 0)
      failures.push(`${report}: ${relative(".", file.name)}\n${file.message}`);
  }
}
// Something other than a test: files or processes were left behind, or vitest did not start.
if (exitCode !== "0" && failures.length === 0)
  failures.push(`exit code ${exitCode}, and no test failed: see above`);

for (const failure of failures)
  console.log(`FAILED: ${failure.split("\n").slice(0, 25).join("\n    ")}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
