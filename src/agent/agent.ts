import {
  Conversation,
  convertMessagesForAPI,
  type ApiMessage,
  type ConversationEvent,
  type Message,
  type ToolBlock,
  type ToolState,
} from "../conversation/index.js";
import type { Engine, Fired } from "../engine/index.js";
import type { Payload } from "../payload/index.js";
import { forModel } from "../show/index.js";
import { ToolError, type Tool } from "./tool.js";
import type { AgentEvent, TurnEnd } from "./agent-events.js";
import { Delivery } from "./delivery.js";
import { NotApproved } from "./not-approved.js";
import { Pause } from "./pause.js";
import { PermissionQueue } from "./permission-queue.js";
import { runToolCall, whyOf, type CallContext, type CallEnd } from "./run-tool-call.js";

/**
 * Has the model answer what was said: it adds its turn to the agent's messages and gives back the calls that it wants
 * to make, none where it is done; or how the turn ended, where it could not be asked.
 */
export type AskModel<Context> = (
  agent: Agent<Context>,
  signal: AbortSignal,
) => Promise<readonly ToolBlock[] | TurnEnd>;

/** What an agent is made of. `Context` is what its tools may use. */
export interface AgentOptions<Context> {
  /** Canonical. */
  readonly workspace: string;
  readonly engine: Engine;
  readonly tools: readonly Tool<Context>[];
  /** What a tool gets in addition to its input. */
  readonly toolContext: (agent: Agent<Context>, signal: AbortSignal, tool: string) => Context;
  readonly answer: AskModel<Context>;
  readonly permissions?: PermissionQueue;
  readonly pausing?: Pause;
  readonly sessionId?: string;
  /** Messages of a session that is taken up again. */
  readonly messages?: readonly Message[];
  readonly onEvent?: (event: AgentEvent) => void;
  /** Called before each event: writes down what was said so far, and gives back where hooks can read it, or null. */
  readonly writeTranscript?: () => string | null;
  /** Whether a turn ends where a hook of the project is not approved: nobody is there who could have seen it. */
  readonly needsTrust?: boolean;
  /** Of a subagent: what it is called, and how deep it is nested. */
  readonly subagent?: { readonly type: string; readonly id: string; readonly depth: number };
  /** Problems that the user has seen in this session, and how often. */
  readonly shownProblems?: Map<string, number>;
}

/** How often a turn may go back to the model; more is a loop. */
const MOST_ROUNDS = 100;
const MOST_DEPTH = 3;

/** One conversation with a model, in which hooks see and guard every step. It knows no model and no screen. */
export class Agent<Context> {
  readonly messages: Conversation;
  readonly permissions: PermissionQueue;
  readonly sessionId: string;
  readonly pausing: Pause;
  private subagents = 0;
  /** How the first hook that did so ended the turn. */
  private halted: TurnEnd | null = null;
  /** Aborted where the turn is ended before its time; what has not begun then does not begin. */
  private ending = new AbortController();
  /** Of a subagent: the turn in which it was started. */
  private within: AbortSignal = never;
  /** What hooks said to the model when this agent, a subagent, had ended. */
  private farewell: Fired["reading"]["toModel"] = [];
  private readonly notifications = new Set<Promise<unknown>>();
  private readonly shownProblems: Map<string, number>;
  /** Takes what hooks say into the conversation. */
  readonly delivery: Delivery;

  constructor(private readonly options: AgentOptions<Context>) {
    this.messages = new Conversation(options.messages);
    this.permissions = options.permissions ?? new PermissionQueue();
    this.pausing = options.pausing ?? new Pause();
    this.sessionId = options.sessionId ?? crypto.randomUUID();
    this.shownProblems = options.shownProblems ?? new Map();
    this.delivery = new Delivery(this.messages, this.shownProblems, options.onEvent);
  }

  /** Those that the model may call; the deepest of subagents has none that starts another. */
  get tools(): readonly Tool<Context>[] {
    const { tools, subagent } = this.options;
    return (subagent?.depth ?? 0) < MOST_DEPTH
      ? tools
      : tools.filter(({ startsAgents }) => startsAgents !== true);
  }

  /** Fires SessionStart; the context of its hooks comes before anything is said. */
  async start(source: "startup" | "resume", signal: AbortSignal = never): Promise<TurnEnd | null> {
    return this.unlessNotApproved(async () => {
      const fired = await this.fire("SessionStart", { source }, signal);
      if (signal.aborted) return { type: "aborted" };
      this.delivery.take(fired);
      return fired.reading.outcome === "halt" ? { type: "hook", why: whyOf(fired) } : null;
    });
  }

  async end(reason: string): Promise<void> {
    await Promise.all(this.notifications);
    await this.unlessNotApproved(async () => {
      const fired = await this.fire("SessionEnd", { reason }, never);
      const { reading } = fired;
      // The model will not be asked again: what was meant for it goes to the user.
      const toUser = [...reading.toUser, ...reading.toModel];
      this.delivery.take({ ...fired, reading: { ...reading, toModel: [], toUser } });
      return null;
    });
    this.delivery.close();
  }

  /** Has a prompt answered: hooks first, then the model and its tools until it stops. */
  async submit(prompt: string, signal: AbortSignal = never): Promise<TurnEnd> {
    const end = await this.unlessNotApproved(() => this.turn(prompt, signal)).finally(() =>
      this.settleCalls("interrupted", "The turn ended before this call was made."),
    );
    this.options.onEvent?.({ type: "turn-ended", end });
    return end;
  }

  /** Fires Notification: the user is notified of something. Nobody need wait to learn whether one of them ends the turn. */
  notify(message: string, type: string): Promise<boolean> {
    const notified = this.fire("Notification", { message, notification_type: type }, never)
      .then((fired) => {
        this.delivery.take(fired);
        if (fired.reading.outcome !== "halt") return false;
        this.halt({ type: "hook", why: whyOf(fired) });
        return true;
      })
      .catch((error: unknown) => {
        if (!(error instanceof NotApproved)) throw error;
        return false;
      })
      .finally(() => this.notifications.delete(notified));
    this.notifications.add(notified);
    return notified;
  }

  /** All that was said, for the model: the next request is made with it. */
  toSend(): ApiMessage[] {
    this.delivery.sent();
    return convertMessagesForAPI(this.messages.messages);
  }

  /** Adds a reply of the model, whole, with the calls that it wants to make. */
  addReply(
    text: string,
    calls: readonly Pick<ToolBlock, "id" | "name" | "input">[] = [],
  ): readonly ToolBlock[] {
    const { id } = this.messages.addAssistantMessage();
    this.messages.appendText(id, text);
    for (const call of calls) this.messages.addToolBlock(id, call);
    return calls.flatMap((call) => this.messages.toolBlock(call.id) ?? []);
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
    this.ending = new AbortController();
    this.messages.addUserMessage(prompt);
    if (this.options.subagent === undefined) {
      const fired = await this.fire("UserPromptSubmit", { prompt }, signal);
      const { metadata } = this.delivery.take(fired);
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
      const why = `The model continued for ${MOST_ROUNDS} rounds and was stopped.`;
      this.messages.addErrorBlock(why);
      return { type: "model-error", why };
    }
    await this.pausing.passed(signal);
    if (signal.aborted || this.within.aborted) return { type: "aborted" };
    if (this.halted !== null) return this.halted;
    const answered = await this.options.answer(this, signal);
    if (signal.aborted) return { type: "aborted" };
    if ("type" in answered) return answered;
    if (answered.length === 0)
      return (await this.mayStop(signal)) ?? this.sendAIMessage(signal, rounds - 1);
    const ends = await this.runCalls(answered, signal);
    if (signal.aborted) return { type: "aborted" };
    if (this.halted !== null) return this.halted;
    for (const end of ends) if (end.type === "denied") return end;
    return this.sendAIMessage(signal, rounds - 1);
  }

  /** All of them have come to an end, also where one fails or ends the turn: those that have not begun then do not begin. */
  private async runCalls(
    calls: readonly ToolBlock[],
    signal: AbortSignal,
  ): Promise<readonly CallEnd[]> {
    const ends = await Promise.allSettled(
      calls.map(async (call) => {
        try {
          const end = await runToolCall(call, this.callContext(signal));
          if (end.type === "halt") this.halt({ type: "hook", why: end.why });
          return end;
        } catch (error) {
          this.ending.abort();
          throw error;
        }
      }),
    );
    return ends.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
  }

  private halt(end: TurnEnd): void {
    this.halted ??= end;
    this.ending.abort();
  }

  /** The end of the turn, or null where a hook wants the agent to continue. */
  private async mayStop(signal: AbortSignal): Promise<TurnEnd | null> {
    const { subagent } = this.options;
    const event = subagent === undefined ? "Stop" : "SubagentStop";
    const said = this.lastWords();
    const fields = {
      stop_hook_active: false,
      ...(said !== null && { last_assistant_message: said }),
    };
    const fired = await this.fire(event, fields, signal);
    const { reading } = fired;
    const goesToParent = subagent !== undefined && reading.outcome !== "block";
    if (goesToParent) this.farewell = reading.toModel;
    this.delivery.take(goesToParent ? { ...fired, reading: { ...reading, toModel: [] } } : fired);
    if (signal.aborted) return { type: "aborted" };
    if (reading.outcome === "halt") return { type: "hook", why: whyOf(fired) };
    return reading.outcome === "block" ? null : { type: "stopped" };
  }

  private callContext(signal: AbortSignal): CallContext<Context> {
    const { engine, toolContext } = this.options;
    return {
      engine,
      messages: this.messages,
      delivery: this.delivery,
      tools: this.tools,
      permissions: this.permissions,
      toolContext: (tool) => toolContext(this, signal, tool),
      signal,
      over: AbortSignal.any([signal, this.ending.signal, this.within]),
      fire: (event, fields) => this.fire(event, fields, signal),
      notify: (message, type) => this.notify(message, type),
      unpaused: () => this.pausing.passed(signal),
    };
  }

  /** Another agent with a conversation of its own, under the same hooks and the same user. */
  async askSubagent(type: string, prompt: string, signal: AbortSignal): Promise<string> {
    if ((this.options.subagent?.depth ?? 0) >= MOST_DEPTH)
      throw new ToolError("This agent is nested too deep to start another.");
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
    agent.within = AbortSignal.any([this.ending.signal, this.within]);
    agent.messages.follow((event) => this.passOn(event, type));
    const started = await this.fire("SubagentStart", { agent_type: type, agent_id: id }, signal);
    agent.delivery.take(started);
    const end: TurnEnd =
      started.reading.outcome === "halt"
        ? { type: "hook", why: whyOf(started) }
        : await agent.turn(prompt, signal);
    if (end.type === "hook") this.halt(end);
    agent.delivery.close();
    this.delivery.expect(agent.farewell);
    for (const text of agent.farewell)
      this.messages.addHookBlock("SubagentStop", forModel(text, "SubagentStop"), {
        hook: text.hook,
        kind: text.kind,
      });
    const said = agent.lastWords();
    if (end.type === "stopped") return said ?? "(it said nothing)";
    return `The agent ended early (${end.type}). ${said ?? ""}`;
  }

  /** What the model said in its last turn, or null. */
  lastWords(): string | null {
    const last = this.messages.messages.findLast(({ from }) => from === "model");
    const texts = last?.blocks.flatMap((block) => (block.type === "text" ? [block.content] : []));
    return texts === undefined || texts.length === 0 ? null : texts.join("\n");
  }

  /** What a subagent shows the user is seen here, with its name: its own conversation is seen by nobody. */
  private passOn(event: ConversationEvent, subagent: string): void {
    if (event.type !== "message-added") return;
    for (const block of event.message.blocks) {
      if (block.type === "warn") this.messages.addWarnBlock(`${subagent}: ${block.content}`);
      if (block.type === "error") this.messages.addErrorBlock(`${subagent}: ${block.content}`);
    }
  }

  /** Fires an event of this session at the hooks. What they said is put nowhere yet. */
  async fire(event: string, fields: Payload, signal: AbortSignal): Promise<Fired> {
    const { engine, workspace, onEvent, needsTrust = false, subagent } = this.options;
    const transcript = this.options.writeTranscript?.() ?? null;
    const common = {
      hook_event_name: event,
      session_id: this.sessionId,
      cwd: workspace,
      ...(transcript !== null && { transcript_path: transcript }),
      ...(subagent !== undefined && { agent_type: subagent.type, agent_id: subagent.id }),
    };
    const payload = { ...common, ...fields };
    const fired = await engine.fire(payload, { signal });
    const unapproved = fired.hooks.filter(({ skipped }) => skipped === "trust");
    for (const hook of unapproved) onEvent?.({ type: "not-approved", hook });
    onEvent?.({ type: "fired", fired, payload });
    if (needsTrust && unapproved.length > 0) throw new NotApproved(unapproved);
    return fired;
  }
}

const never = new AbortController().signal;
