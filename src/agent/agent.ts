import {
  convertMessagesForAPI,
  MessageManager,
  type ConversationEvent,
  type Message,
  type ToolBlock,
  type ToolState,
} from "../conversation/index.js";
import type { Engine, Fired } from "../engine/index.js";
import { ModelError, type Model } from "../models/index.js";
import type { Payload } from "../payload/index.js";
import { forModel } from "../show/index.js";
import {
  tools as allTools,
  type CommandResult,
  type Tool,
  type ToolContext,
} from "../tools/index.js";
import type { AgentEvent, CompactTrigger, TurnEnd } from "./agent-events.js";
import { compact, isTooLong, type CompactionEnd } from "./compaction.js";
import { Delivery } from "./delivery.js";
import { NotApproved } from "./not-approved.js";
import { Pause } from "./pause.js";
import { PermissionQueue } from "./permission-queue.js";
import { runToolCall, whyOf, type CallContext } from "./run-tool-call.js";

/** Runs a command of the shell for the bash tool. */
export type RunCommand = (
  command: string,
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<CommandResult>;

export interface AgentOptions {
  /** Canonical. */
  readonly workspace: string;
  readonly engine: Engine;
  readonly model: Model;
  readonly runCommand: RunCommand;
  readonly permissions?: PermissionQueue;
  readonly pausing?: Pause;
  readonly sessionId?: string;
  /** Messages of a session that is taken up again. */
  readonly messages?: readonly Message[];
  readonly onEvent?: (event: AgentEvent) => void;
  /** Whether a turn ends where a hook of the project is not approved: nobody is there who could have seen it. */
  readonly needsTrust?: boolean;
  /** Of a subagent: what it is called, and how deep it stands. */
  readonly subagent?: { readonly type: string; readonly id: string; readonly depth: number };
  /** Problems that the user has seen in this session, and how often. */
  readonly shownProblems?: Map<string, number>;
}

/** How often a turn may go back to the model; more is a loop. */
const MOST_ROUNDS = 100;
const MOST_DEPTH = 3;

const system =
  "You are a coding agent. You work in one folder with the tools that you are given. Texts in <hook-output> come from the user's hooks.";

/** One conversation with a model, in which hooks see and guard every step. */
export class Agent {
  readonly messages: MessageManager;
  readonly permissions: PermissionQueue;
  readonly sessionId: string;
  readonly pausing: Pause;
  private subagents = 0;
  /** How a hook ended the turn from within a subagent, or while the user was asked. */
  private halted: TurnEnd | null = null;
  /** What hooks said to the model when this agent, a subagent, had ended. */
  private farewell: Fired["reading"]["toModel"] = [];
  private readonly notifications = new Set<Promise<unknown>>();
  private readonly shownProblems: Map<string, number>;
  private readonly delivery: Delivery;

  constructor(private readonly options: AgentOptions) {
    this.messages = new MessageManager(options.messages);
    this.permissions = options.permissions ?? new PermissionQueue();
    this.pausing = options.pausing ?? new Pause();
    this.sessionId = options.sessionId ?? crypto.randomUUID();
    this.shownProblems = options.shownProblems ?? new Map();
    this.delivery = new Delivery(this.messages, this.shownProblems, options.onEvent);
  }

  /** Tells hooks that a session begins; their context stands before anything is said. */
  async start(source: "startup" | "resume", signal: AbortSignal = never): Promise<TurnEnd | null> {
    return this.unlessNotApproved(async () => {
      const fired = await this.fire("SessionStart", { source }, signal);
      if (signal.aborted) return { type: "aborted" };
      this.delivery.take("SessionStart", fired.reading);
      return fired.reading.outcome === "halt" ? { type: "hook", why: whyOf(fired) } : null;
    });
  }

  async end(reason: string): Promise<void> {
    await Promise.all(this.notifications);
    await this.unlessNotApproved(async () => {
      const { reading } = await this.fire("SessionEnd", { reason }, never);
      // The model will not be asked again: what was meant for it goes to the user.
      const toUser = [...reading.toUser, ...reading.toModel];
      this.delivery.take("SessionEnd", { ...reading, toModel: [], toUser });
      return null;
    });
    this.delivery.close();
  }

  /** Has a prompt answered: hooks first, then the model and its tools until it stops. */
  async submit(prompt: string, signal: AbortSignal = never): Promise<TurnEnd> {
    const end = await this.unlessNotApproved(() => this.turn(prompt, signal));
    this.settleCalls("interrupted", "The turn ended before this call was made.");
    this.options.onEvent?.({ type: "turn-ended", end });
    return end;
  }

  /** Puts a summary by the model in the place of all that was said. Hooks may keep it from happening. */
  async compact(
    trigger: CompactTrigger,
    signal: AbortSignal = never,
    instructions = "",
  ): Promise<CompactionEnd> {
    const { model, onEvent } = this.options;
    return compact(trigger, instructions, {
      model,
      system,
      messages: this.messages,
      delivery: this.delivery,
      signal,
      fire: (event, fields) => this.fire(event, fields, signal),
      onSummary: () => onEvent?.({ type: "compacting", trigger }),
    });
  }

  /** Tells hooks that the user is told something. Nobody need wait to learn whether one of them ends the turn. */
  notify(message: string, type: string): Promise<boolean> {
    const told = this.fire("Notification", { message, notification_type: type }, never)
      .then((fired) => {
        this.delivery.take("Notification", fired.reading);
        if (fired.reading.outcome !== "halt") return false;
        this.halted = { type: "hook", why: whyOf(fired) };
        return true;
      })
      .catch((error: unknown) => {
        if (!(error instanceof NotApproved)) throw error;
        return false;
      })
      .finally(() => this.notifications.delete(told));
    this.notifications.add(told);
    return told;
  }

  /** Every call has a result, also one that was never made. */
  private settleCalls(state: ToolState, result: string): void {
    for (const { id } of this.messages.openToolBlocks())
      this.messages.updateToolBlock({ toolId: id, state, result });
  }

  private async unlessNotApproved<End>(
    work: () => Promise<End>,
  ): Promise<End | Extract<TurnEnd, { type: "trust" }>> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotApproved)) throw error;
      this.settleCalls("denied", error.message);
      this.messages.addErrorBlock(error.message);
      return { type: "trust", hooks: error.hooks };
    }
  }

  private async turn(prompt: string, signal: AbortSignal): Promise<TurnEnd> {
    this.halted = null;
    this.messages.addUserMessage(prompt);
    if (this.options.subagent === undefined) {
      const fired = await this.fire("UserPromptSubmit", { prompt }, signal);
      const { metadata } = this.delivery.take("UserPromptSubmit", fired.reading);
      if (metadata.blocked)
        return signal.aborted ? { type: "aborted" } : { type: "hook", why: whyOf(fired) };
      if (fired.reading.prompt !== null) {
        this.messages.removeLastUserMessage();
        this.messages.addUserMessage(fired.reading.prompt);
      }
    }
    const end = await this.sendAIMessage(signal, MOST_ROUNDS);
    return end.type === "aborted" ? end : (this.halted ?? end);
  }

  /** One answer of the model and its tool calls, and so on until it stops and hooks let it. */
  private async sendAIMessage(signal: AbortSignal, rounds: number): Promise<TurnEnd> {
    if (rounds === 0) {
      const why = `The model went on for ${MOST_ROUNDS} rounds and was stopped.`;
      this.messages.addErrorBlock(why);
      return { type: "model-error", why };
    }
    await this.pausing.passed(signal);
    if (signal.aborted) return { type: "aborted" };
    if (this.halted !== null) return this.halted;
    let calls: readonly ToolBlock[];
    try {
      if (isTooLong(this.messages.messages, this.options.model)) {
        const end = await this.compact("auto", signal);
        if (end.type === "halt") return { type: "hook", why: end.why };
      }
      calls = await this.askModel(signal);
    } catch (error) {
      if (signal.aborted) return { type: "aborted" };
      if (!(error instanceof ModelError)) throw error;
      this.messages.addErrorBlock(error.message);
      return { type: "model-error", why: error.message };
    }
    if (signal.aborted) return { type: "aborted" };
    if (calls.length === 0)
      return (await this.mayStop(signal)) ?? this.sendAIMessage(signal, rounds - 1);
    const ends = await Promise.all(
      calls.map((call) => runToolCall(call, this.callContext(signal))),
    );
    if (signal.aborted) return { type: "aborted" };
    for (const end of ends) {
      if (end.type === "halt") return { type: "hook", why: end.why };
      if (end.type === "denied") return end;
    }
    return this.sendAIMessage(signal, rounds - 1);
  }

  private async askModel(signal: AbortSignal): Promise<readonly ToolBlock[]> {
    const { model } = this.options;
    const messages = convertMessagesForAPI(this.messages.messages);
    this.delivery.sent();
    const { id } = this.messages.addAssistantMessage();
    const calls: string[] = [];
    const request = { system, messages, tools: this.tools(), signal };
    for await (const event of model.answer(request)) {
      if (signal.aborted) break;
      if (event.type === "text") this.messages.appendText(id, event.text);
      else if (event.type === "tool-call") {
        this.messages.addToolBlock(id, event);
        calls.push(event.id);
      } else if (event.reason === "length")
        this.messages.addWarnBlock("The model's answer was cut: it was longer than it may be.");
    }
    return calls.flatMap((call) => this.messages.toolBlock(call) ?? []);
  }

  /** The end of the turn, or null where a hook wants the agent to go on. */
  private async mayStop(signal: AbortSignal): Promise<TurnEnd | null> {
    const { subagent } = this.options;
    const event = subagent === undefined ? "Stop" : "SubagentStop";
    const fields =
      subagent === undefined ? {} : { agent_type: subagent.type, agent_id: subagent.id };
    const fired = await this.fire(event, { stop_hook_active: false, ...fields }, signal);
    const { reading } = fired;
    const goesToParent = subagent !== undefined && reading.outcome !== "block";
    if (goesToParent) this.farewell = reading.toModel;
    this.delivery.take(event, goesToParent ? { ...reading, toModel: [] } : reading);
    if (signal.aborted) return { type: "aborted" };
    if (reading.outcome === "halt") return { type: "hook", why: whyOf(fired) };
    return reading.outcome === "block" ? null : { type: "stopped" };
  }

  private tools(): readonly Tool[] {
    const deepest = (this.options.subagent?.depth ?? 0) >= MOST_DEPTH;
    return deepest ? allTools.filter(({ name }) => name !== "Task") : allTools;
  }

  private callContext(signal: AbortSignal): CallContext {
    const { engine, workspace, runCommand } = this.options;
    const toolContext: ToolContext = {
      workspace,
      signal,
      runCommand: (command, timeoutMs) => runCommand(command, timeoutMs, signal),
      askSubagent: (type, prompt) => this.askSubagent(type, prompt, signal),
    };
    return {
      engine,
      messages: this.messages,
      delivery: this.delivery,
      tools: this.tools(),
      permissions: this.permissions,
      toolContext,
      signal,
      fire: (event, fields) => this.fire(event, fields, signal),
      notify: (message, type) => this.notify(message, type),
      unpaused: () => this.pausing.passed(signal),
    };
  }

  /** Another agent with a conversation of its own, under the same hooks and the same user. */
  private async askSubagent(type: string, prompt: string, signal: AbortSignal): Promise<string> {
    const id = `${this.options.subagent?.id ?? "agent"}-${++this.subagents}`;
    const depth = (this.options.subagent?.depth ?? 0) + 1;
    const { permissions, pausing, sessionId, shownProblems } = this;
    const agent = new Agent({
      ...this.options,
      messages: [],
      permissions,
      pausing,
      sessionId,
      shownProblems,
      subagent: { type, id, depth },
    });
    agent.messages.follow((event) => this.passOn(event, type));
    const started = await this.fire("SubagentStart", { agent_type: type, agent_id: id }, signal);
    agent.delivery.take("SubagentStart", started.reading);
    const end: TurnEnd =
      started.reading.outcome === "halt"
        ? { type: "hook", why: whyOf(started) }
        : await agent.turn(prompt, signal);
    if (end.type === "hook") this.halted = end;
    agent.delivery.close();
    this.delivery.expect(agent.farewell);
    for (const text of agent.farewell)
      this.messages.addHookBlock("SubagentStop", forModel(text, "SubagentStop"), {
        hook: text.hook,
        kind: text.kind,
      });
    const said = agent.messages.messages
      .filter(({ from }) => from === "model")
      .at(-1)
      ?.blocks.flatMap((block) => (block.type === "text" ? [block.content] : []))
      .join("\n");
    if (end.type === "stopped") return said ?? "(it said nothing)";
    return `The agent ended early (${end.type}). ${said ?? ""}`;
  }

  /** What a subagent tells the user is seen here, with its name: its own conversation is seen by nobody. */
  private passOn(event: ConversationEvent, subagent: string): void {
    if (event.type !== "message-added") return;
    for (const block of event.message.blocks) {
      if (block.type === "warn") this.messages.addWarnBlock(`${subagent}: ${block.content}`);
      if (block.type === "error") this.messages.addErrorBlock(`${subagent}: ${block.content}`);
    }
  }

  private async fire(event: string, fields: Payload, signal: AbortSignal): Promise<Fired> {
    const { engine, workspace, onEvent, needsTrust = false } = this.options;
    const common = { hook_event_name: event, session_id: this.sessionId, cwd: workspace };
    const fired = await engine.fire({ ...common, ...fields }, { signal });
    const unapproved = fired.hooks.filter(({ skipped }) => skipped === "trust");
    for (const hook of unapproved) onEvent?.({ type: "not-approved", hook });
    onEvent?.({ type: "fired", fired });
    if (needsTrust && unapproved.length > 0) throw new NotApproved(unapproved);
    return fired;
  }
}

const never = new AbortController().signal;
