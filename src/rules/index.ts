export type { Call } from "./input-facts.js";
export { judge } from "./judge.js";
export type { Considered, Ruling } from "./judge.js";
export { readRules } from "./read-rules.js";
export type { FieldCondition, Rule, RuleArgument, RuleProblem, RuleText } from "./rule.js";
export { parseCommand } from "./shell/index.js";
export type { Assignment, ParsedCommand, Redirection, SimpleCommand, Word } from "./shell/index.js";
export { strictest } from "./strictest.js";
export type { World } from "./world.js";
