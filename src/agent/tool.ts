import * as z from "zod";

/** What a tool returns; the model gets the text. */
export interface ToolResult {
  readonly text: string;
  readonly failed?: true;
}

/** A tool that a model may call. `Context` is what it may use of its host. */
export interface Tool<Context> {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** It changes nothing, so that nobody need be asked. */
  readonly onlyReads: boolean;
  /** It starts other agents; agents that are nested too deep do not have it. */
  readonly startsAgents?: boolean;
  /** What is wrong with an input, for whoever wrote it; null where nothing is. */
  faultOf(input: unknown): string | null;
  run(input: unknown, context: Context): Promise<ToolResult>;
}

/** A failure that the model can correct: its message becomes the result of the call. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** What `defineTool` makes a tool of. */
export interface ToolDefinition<Input, Context> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  readonly onlyReads: boolean;
  readonly startsAgents?: boolean;
  readonly run: (input: Input, context: Context) => Promise<ToolResult> | ToolResult;
}

/** A tool from its schema and what it does; its input is checked before anything is done with it. */
export function defineTool<Input, Context>({
  schema,
  run,
  ...rest
}: ToolDefinition<Input, Context>): Tool<Context> {
  let inputSchema: Tool<Context>["inputSchema"] | null = null;
  return {
    ...rest,
    // Made for the first request to a model: a start that shows a prompt needs none.
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
