import type { Socket } from "node:net";
import { afterSilence, codeOf } from "../io/index.js";
import { createConnections, type Connections, type Scheme } from "./connections.js";
import { exchange, type HttpAnswer, type Exchange, type Post } from "./exchange.js";

/** Why a request was given up before it was answered. */
export type Stopped = "timed-out" | "no-connection" | "cancelled";

/** What came of a request. */
export type PostResult =
  | HttpAnswer
  /** There is no answer, by Node's code. */
  | { readonly type: "failed"; readonly code: string }
  /** No such request can be made; nobody was contacted. */
  | { readonly type: "unsendable"; readonly code: string }
  /** `soFar`: what had come of an answer by then. */
  | { readonly type: "stopped"; readonly why: Stopped; readonly soFar: HttpAnswer | null };

/** From the first step of connecting to the last byte of the answer. */
interface Deadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Posts JSON over connections that are kept for the next request. Whatever variables and flags the process has,
 * certificates are checked, TLS is 1.2 or newer, the parser is strict, the headers and the body of an answer have a limit
 * and no redirect is followed. Who may be contacted is for the caller to decide.
 */
export interface HttpClient {
  /** Never rejects: what goes wrong is a result. */
  post(post: Post, deadline: Deadline): Promise<PostResult>;
  /** Closes every connection; what still waits for an answer is cancelled, and so is whatever comes later. */
  close(): void;
}

export interface ClientOptions {
  /** Requests do not keep the process from exiting; while a connection is being made they would, so that has a limit. */
  readonly background?: boolean;
}

/** How long a background request may keep the process, by being connected. */
export const CONNECT_MS = 2000;

export function createHttpClient({ background = false }: ClientOptions = {}): HttpClient {
  /** Made when they are first needed: Node's modules for HTTPS take as long to load as a hook takes. */
  const connections = new Map<Scheme, Connections>();
  const connectionsFor = (scheme: Scheme): Connections => {
    const made = connections.get(scheme) ?? createConnections(scheme);
    connections.set(scheme, made);
    return made;
  };
  const pending = new Set<RequestStop>();
  let isClosed = false;
  return {
    async post(post, { timeoutMs, signal }) {
      if (signal.aborted || isClosed) return { type: "stopped", why: "cancelled", soFar: null };
      const stop = new RequestStop(timeoutMs, signal, background);
      pending.add(stop);
      try {
        const scheme = post.url.protocol === "https:" ? "https:" : "http:";
        return posted(await ask(post, connectionsFor(scheme), stop), stop.why);
      } catch (error) {
        return { type: "unsendable", code: codeOf(error) };
      } finally {
        pending.delete(stop);
        stop.release();
      }
    },
    close() {
      isClosed = true;
      for (const stop of pending) stop.end("cancelled");
      for (const { kept, single } of connections.values()) {
        kept.destroy();
        single.destroy();
      }
    },
  };
}

/**
 * Asks once, and where a kept connection turns out to be closed, once more on a new one: else a request would
 * be lost because a server closed the connection in the moment in which it was sent. Nobody knows whether
 * the server had read it before: a server may get the same request twice.
 */
async function ask(
  post: Post,
  { kept, single }: Connections,
  stop: RequestStop,
): Promise<Exchange> {
  const { signal, onSocket } = stop;
  const first = await exchange(post, { agent: kept, signal, onSocket });
  if (first.type === "answered" || !first.stale || stop.why !== null) return first;
  return exchange(post, { agent: single, signal, onSocket });
}

function posted(exchanged: Exchange, why: Stopped | null): PostResult {
  const answered = exchanged.type === "answered" ? exchanged : null;
  if (why !== null) return { type: "stopped", why, soFar: answered };
  return exchanged.type === "answered" ? exchanged : { type: "failed", code: exchanged.code };
}

/** What ends a request from outside: its deadline, its caller, or the end of the client. */
class RequestStop {
  why: Stopped | null = null;
  private readonly controller = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly onAbort = (): void => this.end("cancelled");

  constructor(
    timeoutMs: number,
    private readonly caller: AbortSignal,
    private readonly background: boolean,
  ) {
    this.after(timeoutMs, () => this.end("timed-out"));
    caller.addEventListener("abort", this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly onSocket = (socket: Socket): void => {
    if (!this.background) return;
    socket.unref();
    if (socket.connecting)
      this.after(CONNECT_MS, () => {
        if (socket.connecting) this.end("no-connection");
      });
  };

  end(why: Stopped): void {
    this.why ??= why;
    this.controller.abort();
  }

  release(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.caller.removeEventListener("abort", this.onAbort);
  }

  private after(ms: number, action: () => void): void {
    const timer = afterSilence(ms, action);
    if (this.background) timer.unref();
    this.timers.push(timer);
  }
}
