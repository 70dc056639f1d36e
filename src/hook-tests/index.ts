export { givenOf } from "./given-of.js";
export { dangerousCalls, harmlessCalls } from "./known-calls.js";
export { testOf, tryCalls, worthTesting } from "./try-calls.js";
export { findTestFiles, kindOf } from "./find-test-files.js";
export { hookTestSchema } from "./hook-test.js";
export type {
  GivenEvent,
  HookExpectation,
  HookTest,
  HookTestFile,
  TextExpectation,
} from "./hook-test.js";
export { loadTestFiles, type LoadedTests } from "./load-test-files.js";
export type { PlacedTest, TestFault } from "./read-tests.js";
export { runTests, type TestResult, type TestsRun } from "./run-tests.js";
export { seenIn, strictnessOf } from "./seen.js";
export { snapshotChanges, snapshotOf, type SnapshotChange } from "./snapshot.js";
export { ownEvent } from "./test-event.js";
export { testFileText } from "./test-file-text.js";
export { testProgram } from "./test-program.js";
export { jsonFormat, SourceFault, type TestFormat } from "./test-source.js";
