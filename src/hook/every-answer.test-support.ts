import { changesOf, interpret, type Reading } from "../interpret/index.js";
import { answerEvent, type Answered, type HookSpec } from "./answer-event.js";
import type { Printed } from "./kit-host.js";
import { bridgeOf } from "../hosts/index.js";
import { translatePayload, type PortableAnswer } from "../bridge/index.js";
import { isKnownEvent, samplePayload, type Payload } from "../payload/index.js";
import {
  allow,
  ask,
  block,
  context,
  defer,
  halt,
  rewrite,
  updatedOutput,
  updatedPrompt,
  warn,
  type Answer,
} from "./answers.js";
import { eventSays, hostTexts, type HostName } from "./host-table.js";
import { kitHost } from "./hosts.js";

/** Every host but the one that nobody knows. */
export const hostNames = (Object.keys(hostTexts) as HostName[]).filter(
  (name) => name !== "unknown",
);

/** The dialect or host by which answers to this host are read. */
export const dialectOf = (host: HostName): string => (host === "snaphook" ? "wave" : host);

/** One event of one host, with a payload as the host sends it. */
export interface HostCase {
  readonly host: HostName;
  readonly hostEvent: string;
  /** What hooks call it. */
  readonly event: keyof typeof eventSays;
  readonly payload: Payload;
}

export function hostCases(host: HostName): readonly HostCase[] {
  return Object.entries(kitHost(host).events).map(([hostEvent, [event]]) => ({
    host,
    hostEvent,
    event: event as keyof typeof eventSays,
    payload: payloadFor(host, hostEvent, event),
  }));
}

function payloadFor(host: HostName, hostEvent: string, event: string): Payload {
  const own = samplePayload(event);
  if (host === "snaphook" || host === "unknown") return own;
  const sample = bridgeOf(host)?.sample;
  if (!isKnownEvent(event)) return { ...sample, ...own, hook_event_name: hostEvent };
  const { payload } = translatePayload(own, "snaphook", host, hostEvent);
  const named = { ...sample, ...payload };
  // Copilot does not say which event it is where the event has a name in camelCase.
  const form = bridgeOf(host)?.payload(hostEvent);
  if (form?.isUnnamed !== true) return named;
  const { hookEventName: _, ...unnamed } = named;
  return unnamed;
}

/** The values that answers hold in tests. */
export interface Values {
  readonly reason: string;
  readonly context: string;
  readonly warning: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  readonly output: unknown;
}

/** An answer as an author writes it, and what it means in words that belong to no host. */
export interface MeantAnswer {
  readonly says: string;
  readonly answer: Answer;
  readonly meant: PortableAnswer;
}

/** Every answer that the event can take. */
export function everyAnswer(event: keyof typeof eventSays, values: Values): readonly MeantAnswer[] {
  const can = eventSays[event].split(" ");
  const extras = [
    {},
    { context: values.context },
    { warning: values.warning },
    { context: values.context, warning: values.warning },
  ].filter((one) => Object.keys(one).every((part) => can.includes(part)));
  const made: MeantAnswer[] = [];
  const add = (
    part: string,
    decision: Pick<PortableAnswer, "outcome" | "permission">,
    fields: object,
    make: (more: object) => Answer,
  ): void => {
    for (const more of extras) {
      const answer = make(more);
      made.push({
        says: [part, ...Object.keys(fields), ...Object.keys(more)].join("+"),
        answer,
        meant: { ...decision, ...fields, ...more },
      });
    }
  };
  const { reason, input, prompt, output } = values;
  const none = { outcome: "proceed", permission: "none" } as const;
  if (can.includes("deny") || can.includes("block"))
    add("deny", { outcome: "block", permission: "deny" }, { reason }, (more) =>
      block(reason, more),
    );
  if (can.includes("halt"))
    add("halt", { outcome: "halt", permission: "none" }, { stopReason: reason }, (more) =>
      halt(reason, more),
    );
  if (can.includes("defer"))
    add("defer", { outcome: "defer", permission: "defer" }, { reason }, (more) =>
      defer(reason, more),
    );
  const inputs = can.includes("input") ? [{}, { input }] : [{}];
  for (const one of inputs) {
    if (can.includes("ask"))
      add("ask", { outcome: "ask", permission: "ask" }, { reason, ...one }, (more) =>
        ask(reason, { ...one, ...more }),
      );
    if (can.includes("allow")) {
      add("allow", { outcome: "proceed", permission: "allow" }, one, (more) =>
        allow(undefined, { ...one, ...more }),
      );
      add("allow", { outcome: "proceed", permission: "allow" }, { reason, ...one }, (more) =>
        allow(reason, { ...one, ...more }),
      );
    }
  }
  if (can.includes("input")) add("rewrite", none, { input }, (more) => rewrite(input, more));
  if (can.includes("prompt"))
    add("prompt", none, { prompt }, (more) => updatedPrompt(prompt, more));
  if (can.includes("output")) {
    add("output", none, { toolOutput: output }, (more) => updatedOutput(output, more));
    const other = { stdout: String(output), lines: [1, true, null] };
    add("output-other", none, { toolOutput: other }, (more) => updatedOutput(other, more));
  }
  if (can.includes("context")) {
    const meant = { ...none, context: values.context };
    made.push({ says: "context", answer: context(values.context), meant });
    const warning = { warning: values.warning };
    if (can.includes("warning"))
      made.push({
        says: "context+warning",
        answer: context(values.context, warning),
        meant: { ...meant, ...warning },
      });
  }
  if (can.includes("warning"))
    made.push({
      says: "warning",
      answer: warn(values.warning),
      meant: { ...none, warning: values.warning },
    });
  return made;
}

const silent: HookSpec = {
  event: "Stop",
  tools: null,
  seconds: 60,
  onError: "closed",
  handler: () => undefined,
};

/** What the host gets where a hook says this. */
export async function answeredBy(
  { host, event, payload }: HostCase,
  said: Answer,
): Promise<Answered> {
  const spec: HookSpec = { ...silent, event, handler: () => said };
  return answerEvent(spec, { host, environment: {} }, () => payload);
}

/** What a host does, without the rest of a Reading. */
export function effectOf({ host, hostEvent, payload }: HostCase, run: Printed): Effect {
  const reading = interpret({ dialect: dialectOf(host), event: hostEvent, payload, runs: [run] });
  const { outcome, permission, toModel, toUser } = reading;
  return { outcome, permission, changes: changesOf(reading), toModel, toUser };
}

type Effect = Pick<Reading, "outcome" | "permission" | "toModel" | "toUser"> & {
  readonly changes: ReturnType<typeof changesOf>;
};
