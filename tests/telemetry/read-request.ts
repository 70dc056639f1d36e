import protobuf from "protobufjs";
import { fromJson } from "protobufjs/ext/protojson.js";
import messages from "./otlp-messages.json" with { type: "json" };

export interface ReadSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly flags: number;
  readonly kind: number;
  /** Nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly droppedEvents: number;
  readonly status: { readonly code: number; readonly message: string } | null;
  readonly resource: Readonly<Record<string, unknown>>;
}

interface ReadLog {
  readonly name: string;
  readonly severity: string;
  readonly severityNumber: number;
  readonly body: unknown;
  readonly time: bigint;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Received {
  readonly spans: ReadSpan[];
  readonly logs: ReadLog[];
  readonly faults: string[];
}

const root = protobuf.Root.fromJSON(messages);
const requestTypes: Readonly<Record<string, protobuf.Type>> = {
  "/v1/traces": root.lookupType("opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest"),
  "/v1/logs": root.lookupType("opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest"),
};

/** Reads a request by the definitions of OTLP: a field, type or form that they do not have is a fault. */
export function readRequest(path: string, body: string): Received {
  const type = requestTypes[path];
  if (type === undefined) return { spans: [], logs: [], faults: [`there is no ${path}`] };
  const faults: string[] = [];
  try {
    const json: unknown = JSON.parse(body);
    // Where OTLP departs from the JSON of protobuf: ids are hex, enumerations are numbers.
    const adapted = adapt(json, "", faults);
    // To bytes and back: what does not survive was not in the form of its field.
    const message = type.decode(type.encode(fromJson(type, adapted)).finish());
    const plain = type.toObject(message, { longs: String, bytes: String, defaults: false });
    return { ...flatten(plain), faults };
  } catch (error) {
    return { spans: [], logs: [], faults: [...faults, String(error)] };
  }
}

const idLengths: Readonly<Record<string, number>> = { traceId: 32, spanId: 16, parentSpanId: 16 };
const enumerations = new Set(["kind", "code", "severityNumber"]);
const bigNumbers = new Set([
  "startTimeUnixNano",
  "endTimeUnixNano",
  "timeUnixNano",
  "observedTimeUnixNano",
  "intValue",
]);

function adapt(value: unknown, key: string, faults: string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => adapt(item, key, faults));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, adapt(item, name, faults)]),
    );
  const length = idLengths[key];
  if (length !== undefined) {
    const isId = typeof value === "string" && /^[0-9a-f]+$/.test(value) && value.length === length;
    if (!isId || /^0+$/.test(value)) faults.push(`${key} is ${String(value)}`);
    return Buffer.from(String(value), "hex").toString("base64");
  }
  if (enumerations.has(key) && typeof value !== "number")
    faults.push(`${key} is ${JSON.stringify(value)}, not a number`);
  if (bigNumbers.has(key) && !(typeof value === "string" && /^-?\d+$/.test(value)))
    faults.push(`${key} is ${JSON.stringify(value)}, not a number as text`);
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) faults.push(`${key} is no UTF-8`);
  return value;
}

type Any = Readonly<Record<string, unknown>>;
interface Pair {
  readonly key: string;
  readonly value?: Any;
}
interface Request {
  readonly resourceSpans?: readonly Outer[];
  readonly resourceLogs?: readonly Outer[];
}
interface Outer {
  readonly resource?: { readonly attributes?: readonly Pair[] };
  readonly scopeSpans?: readonly { readonly spans?: readonly Any[] }[];
  readonly scopeLogs?: readonly { readonly logRecords?: readonly Any[] }[];
}

function flatten({ resourceSpans = [], resourceLogs = [] }: Request): Omit<Received, "faults"> {
  return {
    spans: resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
      scopeSpans.flatMap(({ spans = [] }) =>
        spans.map((span) => spanOf(span, record(resource?.attributes))),
      ),
    ),
    logs: resourceLogs.flatMap(({ scopeLogs = [] }) =>
      scopeLogs.flatMap(({ logRecords = [] }) => logRecords.map(logOf)),
    ),
  };
}

const hex = (value: unknown): string =>
  typeof value === "string" ? Buffer.from(value, "base64").toString("hex") : "";
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const pairs = (value: unknown): readonly Pair[] => (value ?? []) as readonly Pair[];

function spanOf(span: Any, resource: Readonly<Record<string, unknown>>): ReadSpan {
  const status = span["status"] as { code: number; message: string } | undefined;
  return {
    name: text(span["name"]),
    traceId: hex(span["traceId"]),
    spanId: hex(span["spanId"]),
    parentSpanId: hex(span["parentSpanId"]),
    flags: Number(span["flags"]),
    kind: Number(span["kind"]),
    start: BigInt(text(span["startTimeUnixNano"])),
    end: BigInt(text(span["endTimeUnixNano"])),
    attributes: record(pairs(span["attributes"])),
    events: ((span["events"] ?? []) as readonly Any[]).map((event) => ({
      name: text(event["name"]),
      attributes: record(pairs(event["attributes"])),
    })),
    droppedEvents: Number(span["droppedEventsCount"] ?? 0),
    status: status ?? null,
    resource,
  };
}

function logOf(log: Any): ReadLog {
  return {
    name: text(log["eventName"]),
    severity: text(log["severityText"]),
    severityNumber: Number(log["severityNumber"]),
    body: valueOf(log["body"] as Any),
    time: BigInt(text(log["timeUnixNano"])),
    traceId: hex(log["traceId"]),
    spanId: hex(log["spanId"]),
    attributes: record(pairs(log["attributes"])),
  };
}

function record(list: readonly Pair[] = []): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { key, value } of list) {
    if (Object.hasOwn(found, key)) throw new Error(`${key} appears twice`);
    found[key] = valueOf(value ?? {});
  }
  return found;
}

function valueOf(value: Any): unknown {
  if ("stringValue" in value || "boolValue" in value)
    return value["stringValue"] ?? value["boolValue"];
  if ("intValue" in value) return Number(value["intValue"]);
  const { values = [] } = (value["arrayValue"] ?? {}) as { readonly values?: readonly Any[] };
  return values.map(valueOf);
}
