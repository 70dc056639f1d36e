import { isAnswer, type Answer } from "./answers.js";
import { block, warn } from "./answers.js";
import { detectHost, type Environment, type RawPayload } from "./detect-host.js";
import { commonFields, eventFields, type EventFieldKind } from "./event-fields.js";
import { eventSays, type HostName } from "./host-table.js";
import { kitHost, own } from "./hosts.js";
import type { Printed } from "./kit-host.js";
import { pickTool } from "./pick-tool.js";
import { findEvent, HookFault, isObject, readEvent, type ReadEvent } from "./read-event.js";
import { printAnswer, silenceFor } from "./write-answer.js";

/** A hook as it was defined. */
export interface HookSpec {
  readonly event: keyof typeof eventSays;
  /** Null: all. */
  readonly tools: readonly string[] | null;
  readonly seconds: number;
  readonly onError: "closed" | "continue";
  readonly handler: (event: never, context: HookContext) => unknown;
}

/** What a hook gets next to the event. */
export interface HookContext {
  /** Aborted at the deadline, and where the host waits no longer. */
  readonly signal: AbortSignal;
}

/** What came of one event. */
export interface Answered {
  readonly host: HostName;
  /** By the host's own name; null where it is not known. */
  readonly hostEvent: string | null;
  /** What the hook said; null where it had no opinion. */
  readonly said: Answer | null;
  /** Why the hook could not say anything. */
  readonly error: string | null;
  readonly printed: Printed;
  /** Whether anything else on stderr would be taken for a part of the answer. */
  readonly ownsStderr: boolean;
}

/** Calls the hook for one event. It never rejects: what goes wrong is answered as the hook wants it, closed by default. */
export async function answerEvent(
  spec: HookSpec,
  given: {
    readonly host: HostName | null;
    readonly environment: Environment;
    readonly signal?: AbortSignal;
  },
  read: () => unknown,
): Promise<Answered> {
  let host = given.host ?? detectHost({}, given.environment);
  let raw: RawPayload = {};
  let event: ReadEvent | null = null;
  try {
    const payload = read();
    if (!isObject(payload)) throw new HookFault("the payload is not a JSON object");
    raw = payload;
    host = given.host ?? detectHost(raw, given.environment);
    event = readEvent(host, raw, spec.event);
    const made = eventFor(spec, host, event);
    const said = made === null ? undefined : await withDeadline(spec, made, given.signal);
    return answered(host, event, said);
  } catch (error) {
    return failed(spec, host, raw, event, error);
  }
}

function answered(host: HostName, event: ReadEvent, said: unknown): Answered {
  const common = { host, hostEvent: event.hostEvent, error: null };
  if (said === undefined || said === null)
    return { ...common, said: null, printed: silenceFor(host), ownsStderr: event.row[3] === 1 };
  if (!isAnswer(said))
    throw new HookFault(
      "it returned no answer: return deny(…), allow(…), another answer, or nothing",
    );
  checkSays(event, said);
  const printed = printAnswer(host, event, said);
  return { ...common, said, printed, ownsStderr: printed.exit !== 0 || event.row[3] === 1 };
}

const isRefusal = (part: string): boolean => part === "deny" || part === "block";

/** A refusal is a refusal, by whichever word. */
function checkSays({ row: [name] }: ReadEvent, { says }: Answer): void {
  const can: readonly string[] = (own(eventSays, name) ?? "").split(" ");
  const wrong = says.find(
    (part) => !can.includes(part) && !(isRefusal(part) && can.some(isRefusal)),
  );
  if (wrong !== undefined)
    throw new HookFault(`${name} cannot take ${wrong}; it takes ${can.join(", ") || "no answer"}`);
}

/** Null where the hook wants other tools. */
function eventFor(
  { event: name, tools }: HookSpec,
  host: HostName,
  event: ReadEvent,
): object | null {
  const { payload, call, hostEvent } = event;
  const picked = call === null ? {} : pickTool(call, tools, host);
  if (picked === null) return null;
  const ownFields: FieldTable =
    own(eventFields as Readonly<Record<string, FieldTable>>, name) ?? {};
  return {
    name,
    host,
    hostEvent,
    payload,
    ...fieldsOf(commonFields, payload),
    ...fieldsOf(ownFields, payload),
    ...picked,
  };
}

type FieldTable = Readonly<Record<string, readonly [EventFieldKind, string]>>;

function fieldsOf(table: FieldTable, payload: RawPayload): object {
  const entries = Object.entries(table).map(([name, [kind, field]]) => {
    const value = own(payload, field);
    if (kind === "any") return [name, value];
    if (kind === "flag") return [name, value === true];
    if (typeof value === "string") return [name, value];
    if (kind === "text") throw new HookFault(`the payload has no text in ${field}`);
    return [name, undefined];
  });
  return Object.fromEntries(entries) as object;
}

async function withDeadline(spec: HookSpec, event: object, given?: AbortSignal): Promise<unknown> {
  // Made where somebody asks for it: few hooks do, and it takes as long as all the rest.
  let abort: AbortController | null = null;
  const cancel = (): void => abort?.abort();
  const context: HookContext = {
    get signal() {
      abort ??= new AbortController();
      if (given?.aborted === true) abort.abort();
      return abort.signal;
    },
  };
  given?.addEventListener("abort", cancel, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new HookFault(`no answer after ${spec.seconds} s, its timeout`));
        cancel();
      }, spec.seconds * 1000);
    });
    return await Promise.race([spec.handler(event as never, context), late]);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener("abort", cancel);
  }
}

/** What follows where the hook has no answer. Where nothing can be refused, the text is shown. */
export function failed(
  spec: HookSpec,
  host: HostName,
  raw: RawPayload,
  event: ReadEvent | null,
  error: unknown,
): Answered {
  const why = `The hook for ${spec.event} failed: ${wordsOf(error)}`;
  const found = event ?? eventInTable(spec, host, raw);
  const printed = found === null ? null : failure(spec, host, found, why);
  return {
    host,
    hostEvent: found?.hostEvent ?? null,
    said: null,
    error: wordsOf(error),
    printed: printed ?? { exit: spec.onError === "closed" ? 2 : 1, stdout: "", stderr: why },
    ownsStderr: true,
  };
}

/** Null where the event takes no answer that would say it. */
function failure(spec: HookSpec, host: HostName, event: ReadEvent, why: string): Printed | null {
  const can = (own(eventSays, event.row[0]) ?? "").split(" ");
  const refuses = can.includes("deny") || can.includes("block");
  // An agent that may not stop because a hook is broken would go on for ever: once is enough.
  const isRepeated = own(event.payload, "stop_hook_active") === true;
  if (spec.onError === "closed" && refuses && !isRepeated)
    return printAnswer(host, event, block(why));
  return can.includes("warning") ? printAnswer(host, event, warn(why)) : null;
}

/** As much of the event as is known where it could not be read: that of the payload, else the one that the hook is for. */
function eventInTable(spec: HookSpec, host: HostName, raw: RawPayload): ReadEvent | null {
  const { events } = kitHost(host);
  const unread = { payload: raw, call: null };
  try {
    const [hostEvent, row] = findEvent(host, raw, spec.event);
    return { hostEvent, row, ...unread };
  } catch {
    const found = Object.entries(events).find(([, [name]]) => name === spec.event);
    return found === undefined ? null : { hostEvent: found[0], row: found[1], ...unread };
  }
}

function wordsOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    return error.name === "HookFault" ? error.message : `${error.name}: ${error.message}`;
  } catch {
    return "it threw what cannot be shown";
  }
}
