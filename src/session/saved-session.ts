import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../io/index.js";
import { parseJson } from "../json/index.js";
import { isOpenCall, type Block, type Message } from "../conversation/index.js";
import { SESSION_VERSION, sessionFolder, type SessionHead } from "./session-file.js";

/** A session as it was left. */
export interface SavedSession {
  readonly head: SessionHead;
  readonly messages: readonly Message[];
  /** What could not be read of it, for the user; null where all could. */
  readonly damage: string | null;
}

/** A session that cannot be taken up again, and why. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

/** Reads a session by its id. Calls that were running when it was left have a result that says so. */
export function readSession(home: string, id: string): SavedSession {
  if (!/^[\w-]+$/.test(id)) throw new SessionError(`${JSON.stringify(id)} is no session's id`);
  const path = join(sessionFolder(home), `${id}.jsonl`);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SessionError(
      codeOf(error) === "ENOENT"
        ? `there is no session ${id}`
        : `${path}: ${(error as Error).message}`,
    );
  }
  const [first = "", ...lines] = text.split("\n");
  const head = readHead(first, path);
  const messages = new Map<number, Message>();
  let damage: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const message = readMessage(line);
    if (message !== null) messages.set(message.id, message);
    // The last line may be half written: the session was killed.
    else
      damage ??= `${path}:${index + 2}: this line cannot be read; what it said is not in the conversation`;
  }
  return { head, messages: [...messages.values()].map(withResults), damage };
}

/** The newest session of a workspace, or null. */
export function latestSession(home: string, workspace: string): string | null {
  const folder = sessionFolder(home);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^[\w-]+\.jsonl$/.test(name));
  } catch {
    return null;
  }
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at);
  for (const { name } of byAge) {
    const id = name.slice(0, -".jsonl".length);
    try {
      if (readSession(home, id).head.workspace === workspace) return id;
    } catch {
      // One that cannot be read is skipped here; asked for by its id, it says why.
    }
  }
  return null;
}

function readHead(line: string, path: string): SessionHead {
  const head = parseJson(line) as Partial<SessionHead> | null;
  if (head?.type !== "session" || typeof head.version !== "number" || typeof head.id !== "string")
    throw new SessionError(`${path}:1: this is no session of Snaphook`);
  if (head.version > SESSION_VERSION)
    throw new SessionError(`${path}: it was written by a newer version of Snaphook`);
  return head as SessionHead;
}

function readMessage(line: string): Message | null {
  const message = parseJson(line) as Partial<Message> | null;
  const isMessage =
    typeof message?.id === "number" &&
    (message.role === "user" || message.role === "assistant") &&
    Array.isArray(message.blocks) &&
    message.blocks.every(isBlock);
  return isMessage ? (message as Message) : null;
}

function isBlock(block: unknown): block is Block {
  if (typeof block !== "object" || block === null) return false;
  const { type, content, id, name, state } = block as Record<string, unknown>;
  if (type === "tool")
    return typeof id === "string" && typeof name === "string" && typeof state === "string";
  return typeof content === "string" && ["text", "error", "warn", "hook"].includes(String(type));
}

function withResults(message: Message): Message {
  if (!message.blocks.some(isOpenCall)) return message;
  const blocks = message.blocks.map((block): Block => {
    if (!isOpenCall(block)) return block;
    const result = "The session ended before this call had a result.";
    return { ...block, state: "interrupted", result };
  });
  return { ...message, blocks };
}
