import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  Agent,
  consent,
  shellCommand,
  type AgentEvent,
  type PendingPermission,
  type PermissionDecision,
} from "../../src/agent/index.js";
import { convertMessagesForAPI } from "../../src/conversation/index.js";
import { createEngine, type Engine } from "../../src/engine/index.js";
import { scriptedModel, type Model, type ScriptTurn } from "../../src/models/index.js";
import { createRunner } from "../../src/run/index.js";

/** An agent with real hooks, real tools and a model that plays a script, in a workspace of its own. */
export class AgentArena {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-agent-")));
  readonly workspace = join(this.root, "workspace");
  readonly events: AgentEvent[] = [];
  readonly asked: PendingPermission[] = [];
  private readonly engines: Engine[] = [];
  private readonly runner = createRunner({
    keeper: false,
    base: { PATH: process.env["PATH"] ?? "" },
  });

  constructor() {
    mkdirSync(this.workspace);
  }

  write(path: string, text: string): void {
    const place = join(this.workspace, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** Hooks by event, each a line for the shell, and permission rules. */
  agent(
    turns: readonly ScriptTurn[] | Model,
    hooks: Readonly<Record<string, string>> = {},
    given: {
      readonly permissions?: object;
      readonly answer?: (pending: PendingPermission) => PermissionDecision;
    } = {},
  ): Agent {
    const { permissions = {}, answer = ({ toolName }) => consent(toolName) } = given;
    const groups = Object.entries(hooks).map(([event, command]) => [
      event,
      [{ hooks: [{ name: `${event} hook`, command, timeout: 20 }] }],
    ]);
    const engine = createEngine({
      projectDir: this.workspace,
      home: join(this.root, "home"),
      managedFile: join(this.root, "managed.json"),
      keeper: false,
      program: { permissions, hooks: Object.fromEntries(groups) as object },
    });
    this.engines.push(engine);
    const agent = new Agent({
      workspace: this.workspace,
      engine,
      model: "answer" in turns ? turns : scriptedModel({ turns }),
      onEvent: (event) => this.events.push(event),
      runCommand: shellCommand(this.runner, this.workspace),
    });
    const answered = new Set<number>();
    agent.permissions.follow(([first]) => {
      if (first === undefined || answered.has(first.id)) return;
      answered.add(first.id);
      this.asked.push(first);
      agent.permissions.resolve(first.id, answer(first));
    });
    return agent;
  }

  close(): void {
    this.runner.close();
    for (const engine of this.engines) engine.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Everything that the model would be sent next, as one text. */
export const sent = (agent: Agent): string =>
  JSON.stringify(convertMessagesForAPI(agent.messages.messages));
/** The same, with what only the user sees. */
export const shown = (agent: Agent): string => JSON.stringify(agent.messages.messages);
