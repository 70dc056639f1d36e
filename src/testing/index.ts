/** `snaphook/testing`: what a builder of an agent needs to test that its hooks hold. */
export { answers } from "./answers.js";
export { badHooks, blocking, printing } from "./hooks.js";
export type { TestHook } from "./hooks.js";
export { hookTest, hookTests, toolCall } from "./hook-tests.js";
export type {
  GivenEvent,
  HookExpectation,
  HookTest,
  HookTestFile,
  TextExpectation,
} from "../hook-tests/index.js";
export { openTestEngine } from "./test-engine.js";
export type { LeftProcess, TestEngine, TestEngineOptions } from "./test-engine.js";
export { checkCase, readCases } from "../conform/index.js";
export type { AnyCase, ConformanceCase, CaseDifference } from "../conform/index.js";
export { samplePayload } from "../payload/index.js";
