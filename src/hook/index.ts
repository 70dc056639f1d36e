/** `snaphook/hook`: hooks that every host understands, written once. */
export { defineHook } from "./define-hook.js";
export type { Hook, HookHandler, HookOptions, ToolChoice } from "./define-hook.js";
export {
  allow,
  ask,
  block,
  context,
  defer,
  deny,
  halt,
  rewrite,
  updatedOutput,
  updatedPrompt,
  warn,
} from "./answers.js";
export type { Answer } from "./answers.js";
export { isTool } from "./is-tool.js";
export type { HookContext } from "./answer-event.js";
export type { HookEvent, HookEventName, ToolEventName } from "./event-type.js";
export type { EventAnswers, HostName } from "./host-table.js";
export type { HookTest, TestEvent, TestOptions } from "./test-hook.js";
// A star, so that a declaration of others can add to the tools.
export * from "./tool-inputs.js";
