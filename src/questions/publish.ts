import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import {
  consent,
  refusal,
  type Answerer,
  type PendingPermission,
  type PermissionDecision,
  type PermissionQueue,
} from "../agent/index.js";
import { privateFolder } from "../io/index.js";
import { isRecord } from "../json/index.js";
import { isToken, openToken } from "../serve/index.js";
import { toJsonText } from "../show/index.js";
import { followLines, sendLine } from "./lines.js";
import { callHash, FOLDER, SOCKET, TOKEN, type AgentLine, type WireQuestion } from "./wire.js";

/** Whose questions are published. */
export interface AskingSession {
  readonly id: string;
  readonly workspace: string;
  readonly permissions: PermissionQueue;
}

/** What every system has room for in the address of a socket. */
const LONGEST_SOCKET = 103;
const MOST_SOCKETS = 16;

/**
 * Lets questions of a session be answered by other processes of the same user, from its first question on: on a socket in
 * a folder that only they can look into, with a token. Nothing that happens there holds up the session or ends it.
 */
export function publishQuestions(
  session: AskingSession,
  home: string,
  onTrouble: (why: string) => void,
): () => void {
  const publisher = new Publisher(session, home, onTrouble);
  const leave = session.permissions.join(publisher);
  return () => {
    leave();
    publisher.close();
  };
}

interface Waiting {
  readonly question: WireQuestion;
  readonly settle: (decision: PermissionDecision, by: Socket) => void;
}

class Publisher implements Answerer {
  readonly name = "snaphook view";
  private readonly waiting = new Map<string, Waiting>();
  private readonly readers = new Set<Socket>();
  private server: Server | null = null;
  private folder = "";
  private isTried = false;

  constructor(
    private readonly session: AskingSession,
    private readonly home: string,
    private readonly onTrouble: (why: string) => void,
  ) {}

  answer(given: PendingPermission, signal: AbortSignal): Promise<PermissionDecision | null> {
    const { id } = given;
    const question = { ...given, hash: callHash(given) };
    if (!this.isTried) this.open();
    return new Promise((resolve) => {
      const end = (decision: PermissionDecision | null, by: Socket | null): void => {
        if (!this.waiting.delete(id)) return;
        resolve(decision);
        this.tellAll(this.questions());
        const { decision: what } = decision ?? (signal.reason as PermissionDecision);
        const over = {
          toolName: given.toolName,
          decision: what,
          by: by === null ? "agent" : "view",
        } as const;
        this.tellAll(toJsonText({ type: "over", ...over } satisfies AgentLine, 0), by);
      };
      this.waiting.set(id, { question, settle: end });
      signal.addEventListener("abort", () => end(null, null), { once: true });
      this.tellAll(this.questions());
    });
  }

  close(): void {
    for (const socket of this.readers) socket.destroy();
    this.server?.close();
    if (this.folder !== "") rmSync(this.folder, { recursive: true, force: true });
  }

  /** Where it fails, the user at the screen is asked as ever. */
  private open(): void {
    this.isTried = true;
    try {
      if (process.platform === "win32") throw new Error("this system has no private sockets");
      this.folder = privateFolder(join(this.home, FOLDER));
      const path = join(this.folder, SOCKET);
      if (Buffer.byteLength(path) > LONGEST_SOCKET)
        throw new Error(`the path ${path} is too long for a socket; use a shorter SNAPHOOK_HOME`);
      const token = openToken(join(this.folder, TOKEN));
      const server = createServer((socket) => this.meet(socket, token));
      server.maxConnections = MOST_SOCKETS;
      server.on("error", (error) => this.onTrouble(notReachable(error)));
      server.listen(path, () => chmodSync(path, 0o600));
      this.server = server;
    } catch (error) {
      this.onTrouble(notReachable(error));
    }
  }

  /** The first line must be the token. */
  private meet(socket: Socket, token: string): void {
    followLines(socket, (line) => {
      const fields = isRecord(line) ? line : {};
      if (this.readers.has(socket)) this.take(socket, fields);
      else if (isToken(fields["token"], token)) {
        this.readers.add(socket);
        sendLine(socket, this.questions());
      } else socket.destroy();
    });
    socket.on("close", () => this.readers.delete(socket));
  }

  private take(socket: Socket, answer: Readonly<Record<string, unknown>>): void {
    const { id, hash, decision, reason } = answer;
    const waits = this.waiting.get(String(id));
    const tell = (why: string | null): void =>
      sendLine(
        socket,
        toJsonText({ type: "answered", id: String(id), why } satisfies AgentLine, 0),
      );
    if (waits === undefined) return tell("it was answered already");
    const { toolName } = waits.question;
    if (hash !== waits.question.hash) return tell("the call is not the one that was shown");
    const { onlyElsewhere } = waits.question;
    if (decision === "allow" && onlyElsewhere !== undefined) return tell(onlyElsewhere);
    const words = typeof reason === "string" && reason.trim() !== "" ? reason : null;
    if (decision === "allow") waits.settle(consent(toolName), socket);
    else if (decision === "deny")
      waits.settle(words === null ? refusal(toolName) : refusal(toolName, words, true), socket);
    else return tell("it is neither allow nor deny");
    tell(null);
  }

  private tellAll(line: string, except: Socket | null = null): void {
    for (const socket of this.readers) if (socket !== except) sendLine(socket, line);
  }

  private questions(): string {
    const { id: session, workspace } = this.session;
    const questions = [...this.waiting.values()].map(({ question }) => question);
    return toJsonText({ type: "questions", session, workspace, questions } satisfies AgentLine, 0);
  }
}

function notReachable(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `questions can be answered only here, not in snaphook view: ${why}`;
}
