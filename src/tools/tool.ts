import { defineTool as define, type Tool, type ToolDefinition } from "../agent/index.js";

/** How a command of the bash tool ended. */
export interface CommandResult {
  readonly exit: number | null;
  /** The signal that killed it, or null. */
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** More was printed than was kept. */
  readonly cut: boolean;
}

/** What a tool may use of its host. */
export interface ToolContext {
  /** Canonical. No tool reaches out of it. */
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** Runs a command of the shell; at its deadline, or where the signal aborts it, the whole tree dies. */
  readonly runCommand: (command: string, timeoutMs: number) => Promise<CommandResult>;
  /** Has another agent do a task and gives back what it says. */
  readonly askSubagent: (type: string, prompt: string) => Promise<string>;
  /** Shows the user something that the model need not know. */
  readonly warn: (text: string) => void;
}

/** A tool of the coding agent. */
export function defineTool<Input>(
  definition: ToolDefinition<Input, ToolContext>,
): Tool<ToolContext> {
  return define(definition);
}
