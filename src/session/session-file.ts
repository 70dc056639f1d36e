import { closeSync, copyFileSync, existsSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, replaceFile } from "../io/index.js";
import type { Message, Conversation } from "../conversation/index.js";
import { toJsonText } from "../show/index.js";
import { TranscriptFile } from "./transcript-file.js";

/** How the format is called; one from a newer version is not read. */
export const SESSION_VERSION = 1;

/** The first line of a session's file. */
export interface SessionHead {
  readonly type: "session";
  readonly version: number;
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The folder of a user's sessions. */
export function sessionFolder(home: string): string {
  return join(home, "sessions");
}

/** Text comes in words; so many lines need not be written. */
const DELAY_MS = 100;

/**
 * Writes a conversation down as it happens, a line for each message in its newest form, so that it can be
 * taken up again after a kill. What is erased from the conversation is erased from the file as well. Where
 * nothing can be written, the user gets one warning and the session continues.
 */
export class SessionFile {
  readonly path: string;
  private readonly transcript: TranscriptFile;
  private fd: number | null = null;
  private readonly changed = new Map<number, Message>();
  private mustRewrite = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly unfollow: () => void;

  constructor(
    home: string,
    private readonly head: SessionHead,
    private readonly messages: Conversation,
    private readonly onTrouble: (why: string) => void,
  ) {
    this.path = join(sessionFolder(home), `${head.id}.jsonl`);
    const transcript = join(sessionFolder(home), `${head.id}.transcript.jsonl`);
    this.transcript = new TranscriptFile(transcript, head.id, messages);
    try {
      makeFolder(sessionFolder(home), 0o700);
      this.rewrite();
    } catch (error) {
      this.giveUp(error);
    }
    this.unfollow = messages.follow(({ type, message }) => {
      if (type === "message-removed") {
        this.changed.delete(message.id);
        this.mustRewrite = true;
      } else this.changed.set(message.id, message);
      this.timer ??= setTimeout(() => this.flush(), DELAY_MS);
    });
  }

  /** Writes down all that was said so far, for hooks too; the file that those read, or null where nothing is saved. */
  writeTranscript(): string | null {
    this.flush();
    if (this.fd === null) return null;
    try {
      this.transcript.write();
      return this.transcript.path;
    } catch (error) {
      this.giveUp(error);
      return null;
    }
  }

  /** Writes what is not written yet. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.fd === null) return;
    try {
      if (this.mustRewrite) {
        this.rewrite();
        this.transcript.write();
      } else if (this.changed.size > 0) {
        const lines = [...this.changed.values()].map(lineOf).join("");
        writeWhole(this.fd, lines);
      }
      this.changed.clear();
      this.mustRewrite = false;
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Keeps what is there under another name, before a summary takes its place. */
  archive(): void {
    this.flush();
    if (this.fd === null) return;
    try {
      let count = 1;
      const name = (): string => this.path.replace(/\.jsonl$/, `.full-${count}.jsonl`);
      while (existsSync(name())) count++;
      copyFileSync(this.path, name());
    } catch (error) {
      this.giveUp(error);
    }
  }

  close(): void {
    this.flush();
    this.unfollow();
    if (this.fd !== null) closeSync(this.fd);
    this.fd = null;
  }

  /** All of it anew, in one step: whoever reads it meanwhile sees the old one or the new one. */
  private rewrite(): void {
    const text = [this.head, ...this.messages.messages].map(lineOf).join("");
    replaceFile(this.path, text, { mode: 0o600 });
    if (this.fd !== null) closeSync(this.fd);
    this.fd = openSync(this.path, "a", 0o600);
  }

  private giveUp(error: unknown): void {
    if (this.fd !== null) closeSync(this.fd);
    this.fd = null;
    const why = error instanceof Error ? error.message : String(error);
    this.onTrouble(`this session is not saved from now on: ${why}`);
  }
}

function lineOf(value: object): string {
  return `${toJsonText(value, 0)}\n`;
}

function writeWhole(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}
