import { namedEvent, type RawPayload } from "./detect-host.js";
import { isToolEvent } from "./event-fields.js";
import type { HostName } from "./host-table.js";
import { kitHost, own } from "./hosts.js";
import type { EventRow, KitHost, PayloadRow, ToolRow } from "./kit-host.js";

/** Something in the event that the hook cannot work with: it fails, closed. */
export class HookFault extends Error {
  /** By which it is known also where it comes from another copy of the kit. */
  override readonly name = "HookFault";
}

/** An event in Snaphook's names. */
export interface ReadEvent {
  /** By the host's own name, as its table has it. */
  readonly hostEvent: string;
  readonly row: EventRow;
  readonly payload: RawPayload;
  readonly call: ToolCall | null;
}

/** A call of a tool in Snaphook's names. */
interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** What the host calls the tool. */
  readonly hostTool: string;
  readonly toolRow: ToolRow | null;
  /** The host's name holds no server, so it stands for the tool of this name of any server. */
  readonly isAnyServer: boolean;
}

/** Finds the event in the host's table. `wanted` is the event that the hook is for, where the payload does not say. */
export function findEvent(
  host: HostName,
  payload: RawPayload,
  wanted: string,
): readonly [hostEvent: string, row: EventRow] {
  const { events, payloads } = kitHost(host);
  const named = namedEvent(payload);
  const rows = Object.entries(events);
  const found =
    named === null
      ? rows.find(([, [name, form]]) => name === wanted && payloads[form]?.isUnnamed === true)
      : (rows.find(([name]) => name === named) ?? rows.find(([, [name]]) => name === named));
  if (found !== undefined) return found;
  throw new HookFault(
    named === null
      ? "the payload does not say which event it is"
      : `${host} has no event ${named}, as far as this kit knows`,
  );
}

/** The payload in Snaphook's names. Throws where the hook is for another event. */
export function readEvent(host: HostName, raw: RawPayload, wanted: string): ReadEvent {
  const table = kitHost(host);
  const [hostEvent, row] = findEvent(host, raw, wanted);
  const [name, form] = row;
  if (name !== wanted && hostEvent !== wanted)
    throw new HookFault(`this hook is for ${wanted}, and ${host} runs it on ${hostEvent}`);
  const payloadRow = table.payloads[form] ?? { fields: {} };
  const payload = renamed(raw, payloadRow.fields);
  return {
    hostEvent,
    row,
    payload: { ...payload, hook_event_name: name },
    call: isToolEvent(name) ? readCall(table, payloadRow, payload) : null,
  };
}

function readCall(table: KitHost, row: PayloadRow, payload: RawPayload): ToolCall {
  if (row.tool !== undefined) {
    const [tool, fields] = row.tool;
    const given = fields.filter((name) => own(payload, name) !== undefined);
    const input = Object.fromEntries(given.map((name) => [name, payload[name]]));
    return { tool, input, hostTool: tool, toolRow: null, isAnyServer: false };
  }
  const name = own(payload, "tool_name");
  if (typeof name !== "string") throw new HookFault("the payload does not name the tool");
  const input = readInput(own(payload, "tool_input"), row);
  const mcp = mcpTool(table, name);
  if (mcp !== null)
    return {
      tool: mcp,
      input,
      hostTool: name,
      toolRow: null,
      isAnyServer: table.mcp[1] === null,
    };
  const toolRow = own(table.tools, name) ?? null;
  return {
    tool: toolRow?.name ?? name,
    input: isObject(input) ? renamed(input, toolRow?.fields ?? {}) : input,
    hostTool: name,
    toolRow,
    isAnyServer: false,
  };
}

/** The tool of an MCP server as hooks call it; of a name without a server its last part. */
function mcpTool({ mcp: [prefix, separator] }: KitHost, name: string): string | null {
  if (!name.startsWith(prefix)) return null;
  const rest = name.slice(prefix.length);
  if (separator === null) return rest === "" ? null : rest;
  const end = rest.indexOf(separator);
  const tool = rest.slice(end + separator.length);
  return end <= 0 || tool === "" ? null : `mcp__${rest.slice(0, end)}__${tool}`;
}

function readInput(input: unknown, { isText }: PayloadRow): unknown {
  if (isText !== true || typeof input !== "string") return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    throw new HookFault("the tool's input is a text that is not JSON");
  }
}

/** An input that a hook has rewritten, in the host's names. */
export function hostInput(
  { toolRow }: ToolCall,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(toolRow?.fields ?? {}).map(([theirs, mine]) => [mine, theirs]);
  return renamed(input, Object.fromEntries(fields) as Record<string, string>);
}

function renamed(fields: RawPayload, names: Readonly<Record<string, string>>): RawPayload {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [own(names, name) ?? name, value]),
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
