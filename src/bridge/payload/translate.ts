import { isRecord } from "../../json/index.js";
import {
  canonicalEvent,
  eventsOf,
  bridgeOf,
  findBridgedHost,
  ownNames,
  readMcp,
  type HostNames,
  type PayloadForm,
  type ToolOperation,
  writeMcp,
} from "../../hosts/index.js";
import type { Payload } from "../../payload/index.js";
import { problemList, type Problem } from "../../problem/index.js";

/** A payload in another host's words, and what could not be said in them. */
export interface Translated {
  /** The event by the first host's name. */
  readonly named: string;
  /** The event by the other host's name. */
  readonly event: string;
  readonly payload: Payload;
  readonly problems: readonly Problem[];
}

/** Of Snaphook's own form, and of a host that nobody knows, the names stay. */
const namesOf = (host: string): HostNames => bridgeOf(host) ?? ownNames;

type PayloadFields = Readonly<Record<string, unknown>>;

/**
 * A payload of one host as another would write it; `snaphook` is Snaphook's own form. A field that nobody knows stays as it is. What cannot be
 * translated stays in the first host's words, with a Problem: a guard that does not find its field must say so.
 * `wanted` is the other host's name of the event, where it has several for one.
 */
export function translatePayload(
  payload: Payload,
  from: string,
  to: string,
  wanted?: string,
): Translated {
  const problems = problemList("");
  const named = eventName(payload, from);
  const own = toOwn(payload, named, from, problems);
  return {
    named: nameInTable(named, from),
    ...fromOwn(own, to, problems, wanted),
    problems: problems.problems,
  };
}

/** A payload may name its event differently than the host's settings do: Copilot's `notification` says `Notification`. */
function nameInTable(named: string, host: string): string {
  const table = findBridgedHost(host);
  if (table === null || Object.hasOwn(table.events, named)) return named;
  return eventsOf(table, named)[0]?.name ?? named;
}

type Problems = ReturnType<typeof problemList>;

/** In Snaphook's words, which are those of Claude Code. */
function toOwn(payload: Payload, named: string, host: string, problems: Problems): Payload {
  const names = namesOf(host);
  const form = names.payload(named);
  const event =
    form.toolEvents?.[named]?.canonical ??
    findBridgedHost(host)?.events[named]?.canonical ??
    canonicalEvent(named);
  const renamed = rename(payload, inverse(form.fields));
  const input = readInput(renamed["tool_input"], form, problems);
  const asTool = toolEvent(renamed, named, form, names);
  const tool = asTool ?? { tool_name: renamed["tool_name"], tool_input: input };
  return {
    ...renamed,
    ...(tool.tool_name !== undefined && ownTool(tool.tool_name, tool.tool_input, names, problems)),
    hook_event_name: event,
  };
}

function fromOwn(
  own: Payload,
  host: string,
  problems: Problems,
  wanted?: string,
): Pick<Translated, "event" | "payload"> {
  const canonical = own.hook_event_name ?? "";
  const foreign = findBridgedHost(host);
  const known = wanted ?? (foreign === null ? canonical : eventsOf(foreign, canonical)[0]?.name);
  if (known === undefined)
    problems.report("host-event-unknown", {
      path: "hook_event_name",
      found: canonical,
      lost: `${host} has no such event`,
    });
  const event = known ?? canonical;
  const form = namesOf(host).payload(event);
  const tool =
    own.tool_name === undefined ? {} : hostTool(own.tool_name, own.tool_input, host, problems);
  const said =
    form.toolEvents?.[event] === undefined ? { ...own, ...tool } : withoutTool(own, tool);
  return { event, payload: rename({ ...said, hook_event_name: event }, form.fields) };
}

/** Where the tool is the event, its input is in the payload itself. */
function withoutTool(own: Payload, { tool_input: input }: PayloadFields): PayloadFields {
  const { tool_name: _name, tool_input: _input, ...rest } = own;
  return { ...rest, ...(isRecord(input) ? input : {}) };
}

function eventName(payload: Payload, host: string): string {
  const fields: PayloadFields = payload;
  const given = ["hook_event_name", "hookEventName", "hookName"].map((name) => fields[name]);
  const named = given.find((name) => typeof name === "string");
  if (named !== undefined) return named;
  throw new TypeError(`the payload of ${host} does not name its event${namedEvents(host)}`);
}

/** Under which names a host's payloads do name their event, where that depends on the name. */
function namedEvents(host: string): string {
  const names = Object.keys(findBridgedHost(host)?.events ?? {});
  const isUnnamed = (name: string): boolean => namesOf(host).payload(name).isUnnamed === true;
  const unnamed = names.find(isUnnamed);
  if (unnamed === undefined) return " (hook_event_name)";
  const others = names.filter((name) => !isUnnamed(name)).join(", ");
  return `, as always for camelCase names such as ${unnamed}; register the hook under one of: ${others}`;
}

function rename(fields: PayloadFields, names: Readonly<Record<string, string>>): Payload {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      Object.hasOwn(names, name) ? (names[name] ?? name) : name,
      value,
    ]),
  );
}

function inverse(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([one, other]) => [other, one]));
}

function readInput(input: unknown, { inputMayBeText }: PayloadForm, problems: Problems): unknown {
  if (inputMayBeText !== true || typeof input !== "string") return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    problems.report("host-payload-unknown", {
      path: "toolArgs",
      found: input,
      lost: "the tool's input: it is not JSON",
    });
    return input;
  }
}

/** Where the tool is the event, its fields are in the payload itself. */
function toolEvent(
  payload: PayloadFields,
  event: string,
  { toolEvents = {} }: PayloadForm,
  { tools }: HostNames,
): { tool_name: string; tool_input: PayloadFields } | null {
  const tool = Object.hasOwn(toolEvents, event) ? toolEvents[event] : undefined;
  if (tool === undefined) return null;
  const input = Object.fromEntries(
    tool.fields.flatMap((name) => (name in payload ? [[name, payload[name]]] : [])),
  );
  return { tool_name: tools[tool.operation]?.name ?? "", tool_input: input };
}

function ownTool(
  name: unknown,
  input: unknown,
  names: HostNames,
  problems: Problems,
): PayloadFields {
  const said = String(name);
  const mcp = readMcp(names.mcp, said);
  if (mcp !== null) {
    const own = writeMcp(ownNames.mcp, mcp);
    if (own !== null) return { tool_name: own, tool_input: input };
  }
  const operation = operationOf(names, said, input);
  const own = operation === null ? undefined : ownNames.tools[operation];
  const theirs = operation === null ? undefined : names.tools[operation];
  if (own === undefined || theirs === undefined) return { tool_name: said, tool_input: input };
  if (theirs.isOpaque === true) {
    reportOpaque(said, problems);
    return { tool_name: said, tool_input: input };
  }
  return { tool_name: own.name, tool_input: renameInput(input, inverse(theirs.fields ?? {})) };
}

function hostTool(name: string, input: unknown, host: string, problems: Problems): PayloadFields {
  const names = namesOf(host);
  const mcp = readMcp(ownNames.mcp, name);
  if (mcp !== null) return { tool_name: writeMcp(names.mcp, mcp) ?? name, tool_input: input };
  const operation = operationOf(ownNames, name, input);
  const theirs = operation === null ? undefined : names.tools[operation];
  if (operation !== null && theirs === undefined)
    problems.report("host-payload-unknown", {
      path: "tool_name",
      found: name,
      lost: `${host} has no tool of its own for this`,
    });
  if (theirs === undefined) return { tool_name: name, tool_input: input };
  if (theirs.isOpaque === true) {
    reportOpaque(theirs.name, problems);
    return { tool_name: name, tool_input: input };
  }
  return { tool_name: theirs.name, tool_input: renameInput(input, theirs.fields ?? {}) };
}

function reportOpaque(tool: string, problems: Problems): void {
  problems.report("host-payload-unknown", {
    path: "tool_input",
    found: tool,
    lost: "the form of its input is the host's own",
  });
}

function renameInput(input: unknown, names: Readonly<Record<string, string>>): unknown {
  return isRecord(input) ? rename(input, names) : input;
}

/** What a tool of a host does. One name may stand for two operations; the input says which. */
function operationOf({ tools }: HostNames, name: string, input: unknown): ToolOperation | null {
  const named = Object.entries(tools).filter(([, tool]) => tool.name === name);
  const isEdit = typeof input === "object" && input !== null && "old_string" in input;
  const chosen = named.find(([operation]) => (operation === "edit") === isEdit) ?? named[0];
  return chosen === undefined ? null : (chosen[0] as ToolOperation);
}
