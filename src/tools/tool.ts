import * as z from "zod";

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
  /** Tells the user something that the model need not know. */
  readonly warn: (text: string) => void;
}

/** What the model is told. */
export interface ToolResult {
  readonly text: string;
  readonly failed?: true;
}

/** One of the agent's own tools. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** It changes nothing, so that nobody need be asked. */
  readonly onlyReads: boolean;
  /** What is wrong with an input, for whoever wrote it; null where nothing is. */
  faultOf(input: unknown): string | null;
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Something that the model should know and may mend: it becomes the tool's result. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

interface Definition<Input> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  readonly onlyReads: boolean;
  readonly run: (input: Input, context: ToolContext) => Promise<ToolResult> | ToolResult;
}

/** A tool from its schema and what it does; its input is checked before anything is done with it. */
export function defineTool<Input>({ schema, run, ...rest }: Definition<Input>): Tool {
  let inputSchema: Tool["inputSchema"] | null = null;
  return {
    ...rest,
    // Made when a model is told: a start that shows a prompt needs none.
    get inputSchema() {
      inputSchema ??= z.toJSONSchema(schema, { io: "input" });
      return inputSchema;
    },
    faultOf(input) {
      const { error } = schema.safeParse(input);
      return error === undefined ? null : z.prettifyError(error);
    },
    async run(input, context) {
      const { data, error } = schema.safeParse(input);
      if (error !== undefined)
        throw new ToolError(`The input is not right.\n${z.prettifyError(error)}`);
      return run(data, context);
    },
  };
}
