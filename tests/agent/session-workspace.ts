import { AgentSession, type SessionEvent, type SessionOptions } from "../../src/session/index.js";
import { scriptedModel, type Model, type ScriptTurn } from "../../src/models/index.js";
import { inThread } from "../engine.js";
import { Workspace } from "../workspace.js";

/** Whole sessions in a workspace of their own. */
export class SessionWorkspace extends Workspace {
  readonly events: SessionEvent[] = [];
  private readonly sessions: AgentSession[] = [];

  /** A session with hooks given by the program, each a line for the shell. */
  session(
    turns: readonly ScriptTurn[] | Model,
    hooks: Readonly<Record<string, string>> = {},
    more: Partial<SessionOptions> = {},
  ): AgentSession {
    const groups = Object.entries(hooks).map(
      ([event, command]) =>
        [event, [{ hooks: [{ name: `${event} hook`, command, timeout: 240 }] }]] as const,
    );
    const session = new AgentSession({
      workspace: this.project,
      home: this.home,
      managedFile: this.places.managedFile,
      model: "answer" in turns ? turns : scriptedModel({ turns }),
      program: { hooks: Object.fromEntries(groups) },
      thread: inThread,
      ...more,
    });
    session.follow((event) => this.events.push(event));
    this.sessions.push(session);
    return session;
  }

  async end(): Promise<void> {
    for (const session of this.sessions) await session.close("exit");
  }
}
