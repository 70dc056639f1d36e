import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AgentSession, type SessionEvent, type SessionOptions } from "../../src/agent/index.js";
import { scriptedModel, type Model, type ScriptTurn } from "../../src/models/index.js";

/** Whole sessions in a workspace and a home of their own. */
export class SessionArena {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-session-")));
  readonly workspace = join(this.root, "workspace");
  readonly home = join(this.root, "home");
  readonly events: SessionEvent[] = [];
  private readonly sessions: AgentSession[] = [];

  constructor() {
    mkdirSync(this.workspace);
  }

  write(path: string, text: string): void {
    const place = join(this.workspace, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** A session with hooks given by the program, each a line for the shell. */
  session(
    turns: readonly ScriptTurn[] | Model,
    hooks: Readonly<Record<string, string>> = {},
    more: Partial<SessionOptions> = {},
  ): AgentSession {
    const groups = Object.entries(hooks).map(([event, command]) => [
      event,
      [{ hooks: [{ name: `${event} hook`, command, timeout: 20 }] }],
    ]);
    const session = new AgentSession({
      workspace: this.workspace,
      home: this.home,
      managedFile: join(this.root, "managed.json"),
      model: "answer" in turns ? turns : scriptedModel({ turns }),
      program: { hooks: Object.fromEntries(groups) as object },
      ...more,
    });
    session.follow((event) => this.events.push(event));
    this.sessions.push(session);
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) await session.close("exit");
    rmSync(this.root, { recursive: true, force: true });
  }
}
