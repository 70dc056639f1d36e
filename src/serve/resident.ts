import { rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BEAT, encodeAnswer } from "./answer.js";
import { callerOf, type Resident } from "./caller.js";
import { startVariables } from "./environment.js";
import { checkPlace, type Place } from "./place.js";
import { Pool } from "./pool.js";
import { Program } from "./program.js";
import type { AnswerCall } from "./run-call.js";
import { BUILD_HEADER, hostIn, readRequest } from "./request.js";
import { bodyOf, listenAt, refuse, type Listener } from "./server.js";
import { writeState } from "./state.js";
import { openToken } from "./token.js";

export interface ResidentOptions {
  readonly place: Place;
  /** The file of the command, which workers are started from. */
  readonly main: string;
  readonly version: string;
  readonly build: string;
  /** How long it stays without an event. */
  readonly idleMs: number;
  readonly answerCall: AnswerCall;
  readonly onLog: (entry: LogEntry) => void;
}

/** What happened, for whoever watches. Nothing of payloads and variables is in it. */
export type LogEntry =
  | { readonly what: "listening"; readonly socket: string }
  | { readonly what: "answered"; readonly host: string; readonly exit: number; readonly ms: number }
  | { readonly what: "left"; readonly host: string; readonly reason: string }
  | { readonly what: "ending"; readonly reason: string };

/** What it says of itself. */
export interface Status {
  readonly pid: number;
  readonly version: string;
  readonly build: string;
  /** ISO 8601. */
  readonly since: string;
  readonly socket: string;
  readonly node: string;
  /** After how long without an event it ends. */
  readonly idleMinutes: number;
  readonly answered: number;
  readonly running: number;
  readonly workers: number;
  /** Workers that have nothing to do. */
  readonly ready: number;
  /** Events that were left to the direct command, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

const LOOK_MS = 2000;
/** Whatever it has gathered by then goes with it. */
const MOST_CALLS = 5000;
/** Reasons name variables and namespaces: there are only so many. */
const MOST_REASONS = 100;

/** Serves until it is idle, replaced, changed on disk or stopped; resolves when nothing of it is left. Throws where it may not begin. */
export async function serve(options: ResidentOptions, stop: AbortSignal): Promise<void> {
  const { place } = options;
  checkPlace(place);
  process.umask(0o077);
  const engine = new ResidentEngine(options);
  const listener = await listenAt(place.socket, openToken(place.token), engine.handle);
  writeState(place.state, { pid: process.pid });
  await engine.run(listener, stop);
}

class ResidentEngine {
  private readonly since = new Date();
  private readonly program: Program;
  private readonly resident: Resident;
  private readonly pool: Pool;
  private readonly left = new Map<string, number>();
  private answered = 0;
  private lastCall = performance.now();
  private end: ((reason: string) => void) | null = null;
  private settle: () => void = () => {};

  constructor(private readonly options: ResidentOptions) {
    const { main, place, answerCall } = options;
    this.program = new Program(main);
    const variables = startVariables(Object.entries(process.env));
    this.resident = { home: place.home, program: this.program, variables };
    this.pool = new Pool(answerCall, { main, env: variables }, () => this.settle());
  }

  async run(listener: Listener, stop: AbortSignal): Promise<void> {
    const { onLog, place, idleMs } = this.options;
    onLog({ what: "listening", socket: place.socket });
    let look: NodeJS.Timeout | undefined;
    const reason = await new Promise<string>((resolve) => {
      this.end = resolve;
      stop.addEventListener("abort", () => resolve("it was asked to end"), { once: true });
      look = setInterval(
        () => {
          if (!listener.isOwn()) resolve("another one is at its socket");
          else if (!this.program.isUnchanged()) resolve("its files have changed");
          else if (performance.now() - this.lastCall > idleMs && this.pool.running === 0)
            resolve("it had nothing to do");
          else if (this.pool.localCalls > MOST_CALLS && this.pool.running === 0)
            resolve("it has answered many events");
        },
        Math.min(LOOK_MS, idleMs),
      );
      if (stop.aborted) resolve("it was asked to end");
    });
    // It would keep the process until its next look.
    clearInterval(look);
    onLog({ what: "ending", reason });
    this.end = null;
    // Nobody finds it any more; who has found it gets an answer.
    if (listener.isOwn())
      for (const path of [place.socket, place.state]) rmSync(path, { force: true });
    listener.server.close();
    this.pool.close();
    await new Promise<void>((resolve) => {
      this.settle = () => {
        if (this.pool.isOver) resolve();
      };
      this.settle();
    });
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url } = request;
    const host = hostIn(url);
    if (method === "POST" && host !== null) void this.fire(host, request, response);
    else if (method === "GET" && url === "/status") {
      response.end(`${JSON.stringify(this.status())}\n`);
    } else if (method === "POST" && url === "/stop") {
      response.end(`${JSON.stringify(this.status())}\n`);
      this.end?.("it was asked to end");
    } else refuse(response, 404, "there is no such thing");
  };

  private async fire(
    host: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const began = performance.now();
    this.lastCall = began;
    const leave = (status: number, reason: string): void => {
      this.note(host, reason);
      refuse(response, status, reason);
    };
    if (request.headers[BUILD_HEADER] !== this.options.build)
      return leave(409, "its build is another one");
    const body = await bodyOf(request);
    if (body === null) return leave(413, "its body has no length, or is too long, or did not come");
    const asked = readRequest(host, request.headers, body);
    if (asked === null) return leave(400, "its request is not understood");
    if (this.end === null) return leave(503, "the engine is ending");
    if (!this.program.isUnchanged()) {
      leave(503, "the engine's files have changed");
      this.end("its files have changed");
      return;
    }
    const caller = callerOf(asked, this.resident);
    if (typeof caller === "string") return leave(409, caller);
    // It may have given up while this process had no time for it.
    if (response.destroyed || request.socket.destroyed || !caller.isThere()) {
      this.note(host, "it did not wait");
      return;
    }
    const { cwd, umask, environment } = caller;
    const call = {
      host,
      cwd,
      umask,
      environment: Object.fromEntries(environment),
      payload: withoutLineEnd(asked.payload),
    };
    const abort = this.pool.call(call, {
      onBeat: () => {
        if (caller.isThere()) response.write(BEAT);
        else response.destroy();
      },
      onAnswer: (answer) => {
        // What runs must be what the caller would have run, to the very end; but a no is never asked about again.
        if (answer === null || (answer.isBlock !== true && !this.program.isUnchanged())) {
          if (!response.headersSent) return leave(503, "the engine had no answer");
          this.note(host, "the engine had no answer");
          response.destroy();
          return;
        }
        this.answered++;
        this.lastCall = performance.now();
        response.end(encodeAnswer(answer));
        this.options.onLog({
          what: "answered",
          host,
          exit: answer.exit,
          ms: this.lastCall - began,
        });
      },
    });
    if (abort === null) return leave(503, "the engine is busy");
    response.on("close", abort);
  }

  private note(host: string, reason: string): void {
    const key = this.left.size < MOST_REASONS || this.left.has(reason) ? reason : "others";
    this.left.set(key, (this.left.get(key) ?? 0) + 1);
    this.options.onLog({ what: "left", host, reason });
  }

  private status(): Status {
    const { version, build, place, idleMs } = this.options;
    return {
      pid: process.pid,
      version,
      build,
      since: this.since.toISOString(),
      socket: place.socket,
      node: process.execPath,
      idleMinutes: idleMs / 60_000,
      answered: this.answered,
      running: this.pool.running,
      workers: this.pool.size,
      ready: this.pool.ready,
      left: Object.fromEntries(this.left),
    };
  }
}

const LINE_END = 0x0a;

/** The here-document by which a shell gives it to curl adds one. */
function withoutLineEnd(payload: Buffer): Buffer {
  return payload.at(-1) === LINE_END ? payload.subarray(0, -1) : payload;
}
