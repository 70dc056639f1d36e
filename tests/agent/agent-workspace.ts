import { consent, type PendingPermission, type PermissionDecision } from "../../src/agent/index.js";
import { CodingAgent, shellCommand, type CodingAgentEvent } from "../../src/session/index.js";
import { convertMessagesForAPI } from "../../src/conversation/index.js";
import type { EngineOptions, ProgramHook, ProgramSettings } from "../../src/engine/index.js";
import { createEngine } from "../engine.js";
import { scriptedModel, type Model, type ScriptTurn } from "../../src/models/index.js";
import { createRunner } from "../../src/run/index.js";
import { Workspace } from "../workspace.js";

/** An agent with real hooks, real tools and a model that plays a script. */
export class AgentWorkspace extends Workspace {
  readonly events: CodingAgentEvent[] = [];
  readonly asked: PendingPermission[] = [];
  private readonly runner = this.keep(
    createRunner({ keeper: false, base: { PATH: process.env["PATH"] ?? "" } }),
  );

  /** Hooks by event, each a line for the shell or a whole entry, and permission rules. */
  agent(
    turns: readonly ScriptTurn[] | Model,
    hooks: Readonly<Record<string, string | ProgramHook>> = {},
    given: {
      readonly permissions?: ProgramSettings["permissions"];
      readonly dialect?: string;
      readonly grants?: EngineOptions["grants"];
      readonly ledger?: EngineOptions["ledger"];
      /** What the user says; null where they say nothing. */
      readonly answer?: ((pending: PendingPermission) => PermissionDecision) | null;
    } = {},
  ): CodingAgent {
    const {
      permissions = {},
      dialect = "wave",
      grants = new Set<string>(),
      answer = ({ toolName }) => consent(toolName),
    } = given;
    const groups = Object.entries(hooks).map(
      ([event, hook]) => [event, [{ hooks: [entryOf(`${event} hook`, hook)] }]] as const,
    );
    const program = { dialect, permissions, hooks: Object.fromEntries(groups) };
    const recorded = given.ledger === undefined ? {} : { ledger: given.ledger };
    const engine = this.keep(
      createEngine({ ...this.places, keeper: false, program, grants, ...recorded }),
    );
    const agent = new CodingAgent({
      workspace: this.project,
      engine,
      model: "answer" in turns ? turns : scriptedModel({ turns }),
      onEvent: (event) => this.events.push(event),
      runCommand: shellCommand(this.runner, this.project),
    });
    const answered = new Set<string>();
    agent.permissions.follow(([first]) => {
      if (first === undefined || answered.has(first.id)) return;
      answered.add(first.id);
      this.asked.push(first);
      if (answer !== null) agent.permissions.resolve(first.id, answer(first));
    });
    return agent;
  }
}

function entryOf(name: string, hook: string | ProgramHook): ProgramHook {
  return typeof hook === "string" ? { name, command: hook, timeout: 240 } : { name, ...hook };
}

/** Everything that the model would be sent next, as one text. */
export const sent = (agent: CodingAgent): string =>
  JSON.stringify(convertMessagesForAPI(agent.messages.messages));
/** The same, with what only the user sees. */
export const shown = (agent: CodingAgent): string => JSON.stringify(agent.messages.messages);
