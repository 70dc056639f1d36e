import type { ApiMessage } from "../conversation/index.js";
import { ModelError, type ModelEvent } from "./model.js";
import { isRecord } from "../json/index.js";

/** How a turn may end well. */
export type EndReason = Extract<ModelEvent, { type: "end" }>["reason"];

/** A piece of a tool call, as it comes in. What is absent says nothing; a text is added to what came before. */
interface Piece {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly json?: unknown;
  /** The input, where no JSON follows. */
  readonly input?: unknown;
}

interface HalfCall {
  readonly id?: string;
  readonly name?: string;
  readonly json: string;
  readonly input?: unknown;
}

/**
 * The tool calls of one turn while they come in, in pieces that may be mixed. They are given out only when the
 * turn has ended, so that nobody runs a half call; the first that is not sound makes all of them malformed.
 */
export class TurnCalls {
  private readonly calls = new Map<number, HalfCall>();

  /** `used` are the ids of earlier turns. */
  constructor(private readonly used: ReadonlySet<string>) {}

  add(index: unknown, { id, name, json, input }: Piece): void {
    if (typeof index !== "number") throw malformed("a tool call has no place in the turn");
    const known: HalfCall = this.calls.get(index) ?? { json: "" };
    if (json !== undefined && json !== null && typeof json !== "string")
      throw malformed("the arguments of a tool call are not a text");
    this.calls.set(index, {
      ...known,
      ...once("id", known.id, id),
      ...once("name", known.name, name),
      ...(input === undefined ? {} : { input }),
      json: known.json + (json ?? ""),
    });
  }

  /** How the turn ends, with its calls before it. A turn that is cut by its length has none: the last is not whole. */
  *end(reason: EndReason): Generator<ModelEvent> {
    if (reason === "length") {
      yield { type: "end", reason };
      return;
    }
    const ids = new Set(this.used);
    const calls = [...this.calls]
      .toSorted(([one], [other]) => one - other)
      .map(([, call]) => wholeCall(call, ids));
    if (reason === "tool-calls" && calls.length === 0)
      throw malformed("the turn ends for a tool call, but there is none");
    yield* calls;
    // Some servers say that they just stop, and have called tools.
    yield { type: "end", reason: calls.length > 0 ? "tool-calls" : "stop" };
  }
}

function once(key: "id" | "name", known: string | undefined, said: unknown): Partial<HalfCall> {
  if (said === undefined || said === null || said === "") return {};
  if (typeof said !== "string") throw malformed(`the ${key} of a tool call is not a text`);
  if (known !== undefined && known !== said)
    throw malformed(`a tool call has more than one ${key}`);
  return { [key]: said };
}

function wholeCall({ id, name, json, input }: HalfCall, ids: Set<string>): ModelEvent {
  if (name === undefined) throw malformed("a tool call has no name");
  if (id === undefined) throw malformed(`the call of ${name} has no id`);
  if (ids.has(id)) throw malformed(`the call of ${name} has the id of another, ${id}`);
  ids.add(id);
  const given = json === "" && input !== undefined ? input : parsed(name, json);
  if (!isRecord(given)) throw malformed(`the arguments of ${name} are not an object`);
  return { type: "tool-call", id, name, input: given };
}

function parsed(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw malformed(`the arguments of ${name} are not JSON`);
  }
}

/** An answer that cannot be understood. Nothing of it is guessed. */
export function malformed(what: string): ModelError {
  return new ModelError(`The model's answer is malformed: ${what}.`, "malformed");
}

/** The ids of all tool calls of a conversation. */
export function usedIds(messages: readonly ApiMessage[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])),
    ),
  );
}
