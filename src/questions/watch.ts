import { lstatSync, readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { isPendingPermission } from "../agent/index.js";
import { isFolder, ownershipFault } from "../io/index.js";
import { isRecord } from "../json/index.js";
import { readToken } from "../serve/index.js";
import { followLines, sendLine } from "./lines.js";
import {
  callHash,
  FOLDER,
  SOCKET,
  TOKEN,
  type AnswerLine,
  type Over,
  type WireQuestion,
} from "./wire.js";

/** A question that waits in some agent of this user. */
export interface OpenQuestion extends WireQuestion {
  /** Which agent: the name of its folder. */
  readonly agent: string;
  readonly session: string;
  readonly workspace: string;
}

/** What an agent that does not answer is waited for. */
const PATIENCE_MS = 5000;

interface Met {
  readonly socket: Socket;
  questions: readonly OpenQuestion[];
  readonly answers: Map<string, (why: string | null) => void>;
}

/** The questions of all agents of this user, as long as it is asked to look for them. */
export class QuestionWatch {
  private readonly agents = new Map<string, Met>();

  constructor(
    private readonly home: string,
    private readonly onChange: () => void,
    private readonly onOver: (over: Over) => void = () => undefined,
  ) {}

  get questions(): readonly OpenQuestion[] {
    return [...this.agents.values()].flatMap(({ questions }) => questions);
  }

  /** Meets agents that are new. */
  look(): void {
    const parent = join(this.home, FOLDER);
    if (!isFolder(parent)) return;
    for (const agent of readdirSync(parent)) if (!this.agents.has(agent)) this.meet(agent, parent);
  }

  /** Answers one question. Gives why that did not count, or null where it did. */
  answer(agent: string, answer: Omit<AnswerLine, "type">): Promise<string | null> {
    const met = this.agents.get(agent);
    if (met === undefined) return Promise.resolve("the agent has ended");
    return new Promise((resolve) => {
      const end = (why: string | null): void => {
        clearTimeout(timer);
        met.answers.delete(answer.id);
        resolve(why);
      };
      const timer = setTimeout(() => end("the agent does not answer"), PATIENCE_MS);
      met.answers.set(answer.id, end);
      sendLine(met.socket, JSON.stringify({ type: "answer", ...answer } satisfies AnswerLine));
    });
  }

  close(): void {
    for (const { socket } of this.agents.values()) socket.destroy();
    this.agents.clear();
  }

  private meet(agent: string, parent: string): void {
    const folder = join(parent, agent);
    const path = join(folder, SOCKET);
    // Somebody else's agent would ask for a yes to its own calls.
    for (const one of [parent, folder, path]) {
      const stats = lstatSync(one, { throwIfNoEntry: false });
      if (stats === undefined || ownershipFault(one, stats) !== null) return;
    }
    const token = readToken(join(folder, TOKEN));
    if (token === null) return;
    const socket = connect(path);
    const met: Met = { socket, questions: [], answers: new Map() };
    this.agents.set(agent, met);
    followLines(socket, (line) => this.take(agent, met, line));
    socket.on("close", () => {
      this.agents.delete(agent);
      for (const end of met.answers.values()) end("the agent has ended");
      if (met.questions.length > 0) this.onChange();
    });
    sendLine(socket, JSON.stringify({ token }));
  }

  private take(agent: string, met: Met, line: unknown): void {
    if (!isRecord(line)) return;
    if (line["type"] === "answered") {
      const { id, why } = line;
      met.answers.get(String(id))?.(typeof why === "string" ? why : null);
    }
    if (line["type"] === "over") {
      const { toolName, decision, by } = line;
      const [isAllowed, isElsewhere] = [decision === "allow", by === "view"];
      this.onOver({
        toolName: String(toolName),
        decision: isAllowed ? "allow" : "deny",
        by: isElsewhere ? "view" : "agent",
      });
    }
    if (line["type"] !== "questions" || !Array.isArray(line["questions"])) return;
    const { session, workspace } = line;
    met.questions = line["questions"].flatMap((given: unknown) => {
      // What is shown is what is answered: the hash is made of what came.
      if (!isPendingPermission(given)) return [];
      const about = { agent, session: String(session), workspace: String(workspace) };
      return [{ ...given, ...about, hash: callHash(given) }];
    });
    this.onChange();
  }
}
