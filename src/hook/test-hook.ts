import { translatePayload } from "../bridge/index.js";
import type { Outcome, Permission } from "../decide/index.js";
import { bridgeOf } from "../hosts/index.js";
import { changesOf, interpret } from "../interpret/index.js";
import { sampleInput, samplePayload, type Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";
import { answerEvent, type HookSpec } from "./answer-event.js";
import type { Answer } from "./answers.js";
import { commonFields, eventFields, isToolEvent } from "./event-fields.js";
import type { HookEvent, HookEventName } from "./event-type.js";
import type { HostName } from "./host-table.js";
import { own } from "./hosts.js";
import type { Printed } from "./kit-host.js";
import type { ToolInputs } from "./tool-inputs.js";

/** An event to test a hook with, as far as it matters; the rest is that of a sample. */
export type TestEvent<Name extends HookEventName = HookEventName> = Partial<
  Omit<HookEvent<Name>, "name" | "host" | "hostEvent" | "input">
> & { readonly input?: ToolInputs[keyof ToolInputs] | Readonly<Record<string, unknown>> };

/** Who is to run it. */
export interface TestOptions {
  /** By default `snaphook`. */
  readonly host?: Exclude<HostName, "unknown">;
  /** The host's own name of the event, where it has several for one. */
  readonly hostEvent?: string;
}

/** What came of it, as the host reads it. */
export interface HookTest extends Printed {
  readonly host: HostName;
  readonly hostEvent: string;
  /** What the hook said; null where it had no opinion. */
  readonly said: Answer | null;
  /** Why the hook failed; null where it did not. */
  readonly error: string | null;
  readonly outcome: Outcome;
  readonly permission: Permission;
  /** The tool's input as the host uses it; null where it is not rewritten. */
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly prompt: string | null;
  /** What the model reads instead of the tool's output; absent where that is not replaced. */
  readonly output?: unknown;
  readonly toModel: readonly string[];
  readonly toUser: readonly string[];
  readonly toLog: readonly string[];
  /** What the host does not do of it, and what else is wrong. */
  readonly problems: readonly Problem[];
}

/** Calls a hook as a host would, and reads its answer by that host's own reader. */
export async function testHook(
  spec: HookSpec,
  given: TestEvent,
  { host = "snaphook", hostEvent }: TestOptions,
): Promise<HookTest> {
  const mine = ownPayload(spec.event, given);
  const { event, payload } = inHostsWords(mine, host, hostEvent);
  const answered = await answerEvent(spec, { host, environment: {} }, () => payload);
  const dialect = host === "snaphook" ? "wave" : host;
  const reading = interpret({ dialect, event, payload, runs: [answered.printed] });
  const { outcome, permission, problems } = reading;
  const { input = null, prompt = null, ...changed } = changesOf(reading);
  const texts = (lane: "toModel" | "toUser" | "toLog"): readonly string[] =>
    reading[lane].map(({ text }) => text);
  return {
    host,
    hostEvent: event,
    said: answered.said,
    error: answered.error,
    outcome,
    permission,
    input,
    prompt,
    ...("toolOutput" in changed && { output: changed.toolOutput }),
    toModel: texts("toModel"),
    toUser: texts("toUser"),
    toLog: texts("toLog"),
    ...answered.printed,
    problems,
  };
}

/** The event as Snaphook would send it. */
function ownPayload(event: string, given: TestEvent): Payload {
  const tables: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> =
    eventFields;
  const names: Readonly<Record<string, readonly [string, string]>> = {
    ...commonFields,
    ...own(tables, event),
  };
  const { payload, ...fields } = given;
  const { tool, input, ...others } = fields as { readonly tool?: string; readonly input?: unknown };
  if ((tool !== undefined || input !== undefined) && !isToolEvent(event))
    throw new TypeError(`${event} is not about a tool`);
  const renamed = Object.entries(others).map(([name, value]) => {
    const [, field] = own(names, name) ?? [];
    if (field === undefined)
      throw new TypeError(`${event} has no ${name}; put other fields into payload`);
    return [field, value];
  });
  const call = tool === undefined ? {} : { tool_name: tool, tool_input: sampleInput(tool) };
  return samplePayload(event, {
    ...payload,
    ...call,
    ...(input !== undefined && { tool_input: input }),
    ...(Object.fromEntries(renamed) as Payload),
  });
}

function inHostsWords(
  payload: Payload,
  host: string,
  wanted: string | undefined,
): { readonly event: string; readonly payload: Payload } {
  if (host === "snaphook") return { event: String(payload.hook_event_name), payload };
  const translated = translatePayload(payload, "snaphook", host, wanted);
  if (translated.problems.some(({ code }) => code === "host-event-unknown"))
    throw new RangeError(`${host} has no event ${String(payload.hook_event_name)}`);
  return { event: translated.event, payload: { ...bridgeOf(host)?.sample, ...translated.payload } };
}
