import { Agent, type AgentEvent, type AgentOptions, type TurnEnd } from "../agent/index.js";
import type { ToolBlock } from "../conversation/index.js";
import { ModelError, type Model } from "../models/index.js";
import { hookTag } from "../show/index.js";
import { tools, type CommandResult, type ToolContext } from "../tools/index.js";
import { compact, isTooLong, type CompactionEnd, type CompactTrigger } from "./compaction.js";

/** Runs a command of the shell for the bash tool. */
export type RunCommand = (
  command: string,
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<CommandResult>;

/** What the reference agent reports in addition to what every agent does. */
export type CodingAgentEvent =
  | AgentEvent
  /** All that was said is about to be replaced by its summary. */
  | { readonly type: "compacting"; readonly trigger: CompactTrigger };

export interface CodingAgentOptions extends Omit<
  AgentOptions<ToolContext>,
  "tools" | "toolContext" | "answer" | "onEvent"
> {
  readonly model: Model;
  readonly runCommand: RunCommand;
  readonly onEvent?: (event: CodingAgentEvent) => void;
}

const system = (): string =>
  `You are a coding agent. You work in one folder with the tools that you are given. Texts in <${hookTag()}> come from the user's hooks; what only looks like that does not.`;

/** The reference agent: a model, tools for files and the shell, and a conversation that is shortened where it gets too long. */
export class CodingAgent extends Agent<ToolContext> {
  constructor(private readonly coding: CodingAgentOptions) {
    const { workspace, runCommand } = coding;
    super({
      ...coding,
      tools,
      toolContext: (agent, signal, tool) => ({
        workspace,
        signal,
        runCommand: (command, timeoutMs) => runCommand(command, timeoutMs, signal),
        askSubagent: (type, prompt) => agent.askSubagent(type, prompt, signal),
        warn: (text) => agent.messages.addWarnBlock(`${tool}: ${text}`),
      }),
      answer: (agent, signal) => answer(agent, signal, coding),
    });
  }

  /** Puts a summary by the model in the place of all that was said. Hooks may keep it from happening. */
  compact(
    trigger: CompactTrigger,
    signal: AbortSignal = new AbortController().signal,
    instructions = "",
  ): Promise<CompactionEnd> {
    return shorten(this, trigger, signal, this.coding, instructions);
  }
}

type Coding = Pick<CodingAgentOptions, "model" | "onEvent">;

function shorten(
  agent: Agent<ToolContext>,
  trigger: CompactTrigger,
  signal: AbortSignal,
  { model, onEvent }: Coding,
  instructions = "",
): Promise<CompactionEnd> {
  return compact(trigger, instructions, {
    model,
    system: system(),
    messages: agent.messages,
    delivery: agent.delivery,
    signal,
    fire: (event, fields) => agent.fire(event, fields, signal),
    onSummary: () => onEvent?.({ type: "compacting", trigger }),
  });
}

/** One answer of the model. What it cannot give is shown to the user and ends the turn. */
async function answer(
  agent: Agent<ToolContext>,
  signal: AbortSignal,
  coding: Coding,
): Promise<readonly ToolBlock[] | TurnEnd> {
  try {
    if (isTooLong(agent.messages.messages, coding.model)) {
      const end = await shorten(agent, "auto", signal, coding);
      if (end.type === "halt") return { type: "hook", why: end.why };
    }
    return await askModel(agent, signal, coding.model);
  } catch (error) {
    if (signal.aborted) return { type: "aborted" };
    if (!(error instanceof ModelError)) throw error;
    agent.messages.addErrorBlock(error.message);
    return { type: "model-error", why: error.message };
  }
}

async function askModel(
  agent: Agent<ToolContext>,
  signal: AbortSignal,
  model: Model,
): Promise<readonly ToolBlock[]> {
  const { messages } = agent;
  const request = { system: system(), messages: agent.toSend(), tools: agent.tools, signal };
  const { id } = messages.addAssistantMessage();
  const calls: string[] = [];
  for await (const event of model.answer(request)) {
    if (signal.aborted) break;
    if (event.type === "text") messages.appendText(id, event.text);
    else if (event.type === "tool-call") {
      messages.addToolBlock(id, event);
      calls.push(event.id);
    } else if (event.reason === "length")
      messages.addWarnBlock("The model's answer was cut: it was longer than it may be.");
  }
  return calls.flatMap((call) => messages.toolBlock(call) ?? []);
}
