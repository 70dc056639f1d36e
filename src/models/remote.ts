import { askAgain } from "./ask-again.js";
import { askingFailure, readingFailure, type AskedModel } from "./failures.js";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "./model.js";
import { usedIds } from "./turn-calls.js";

/** How a model on a server is asked, and how its answer is read. */
export interface Remote extends AskedModel {
  readonly name: string;
  readonly key: string;
  /** Sends the request once; resolves when the answer begins. */
  ask(request: ModelRequest): Promise<AsyncIterable<unknown>>;
  /** Reads the events of the server's answer; throws where they do not come to an end. */
  read(events: AsyncIterable<unknown>, usedIds: ReadonlySet<string>): AsyncIterable<ModelEvent>;
}

/** Where a server is, and what opens it. */
export interface ModelAccess {
  readonly baseUrl: string;
  readonly key: string;
}

const LONGEST_MESSAGE = 600;

/**
 * A model on a server. Everything that goes wrong is a ModelError; no message holds the key, and none has a cause, for
 * the errors of the SDKs may hold it. Nothing is reported after an abort.
 */
export function remoteModel(remote: Remote): Model {
  return {
    name: remote.name,
    async *answer(request: ModelRequest): AsyncGenerator<ModelEvent> {
      const { signal } = request;
      // An SDK may leave its listener on the signal it was given, and the agent's signal outlives many requests.
      const own = new AbortController();
      const abort = (): void => own.abort();
      signal.addEventListener("abort", abort);
      try {
        signal.throwIfAborted();
        const events = await askAgain(
          () => remote.ask({ ...request, signal: own.signal }),
          (error) => askingFailure(error, remote),
          own.signal,
        );
        for await (const event of remote.read(events, usedIds(request.messages))) {
          signal.throwIfAborted();
          yield event;
        }
      } catch (error) {
        if (signal.aborted) throw new ModelError("The turn was aborted.", "cut");
        const { message, kind } = readingFailure(error, remote);
        throw new ModelError(shown(message, remote.key), kind);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
  };
}

/** On one line, without the key, and not endless; in this order, so that no part of the key is left. */
function shown(message: string, key: string): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").replaceAll(key, "[key]");
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}
