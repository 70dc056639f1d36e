import { interpret, type InterpretRequest } from "../../interpret/index.js";

export type Run = InterpretRequest["runs"][number];

export const bash = { tool_name: "Bash", tool_input: { command: "ls" } };
export const print = (json: unknown, more: Partial<Run> = {}): Run => ({
  exit: 0,
  stdout: JSON.stringify(json),
  ...more,
});
export const own = (event: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
export const deny = own("PreToolUse", {
  permissionDecision: "deny",
  permissionDecisionReason: "no",
});
export const rewriteTo = (updatedInput: unknown): object =>
  own("PreToolUse", { permissionDecision: "allow", updatedInput });
export const permission = (decision: object): object => own("PermissionRequest", { decision });

export const read = (event: string, runs: readonly Run[], more: Partial<InterpretRequest> = {}) =>
  interpret({ dialect: "codex", event, payload: bash, runs, ...more });
export const facts = (event: string, ...runs: readonly Run[]) => {
  const { outcome, permission: said, toModel, toUser, failed } = read(event, runs);
  const texts = (list: typeof toModel): string[] => list.map(({ text }) => text);
  return [outcome, said, texts(toModel), texts(toUser), failed];
};

type Facts = [string, string, string[], string[], boolean];
export type Row = [string, string, Run[], Facts];
