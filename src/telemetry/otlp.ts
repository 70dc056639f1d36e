import type { AttributeSpec } from "./attributes.js";

/**
 * One attribute as OTLP's JSON has it, ready to be sent. It is written when it is made: building objects first would
 * take the caller three times as long.
 */
export type KeyValue = string;

interface AttributeValues {
  readonly string: string;
  readonly int: number;
  readonly boolean: boolean;
  readonly "string[]": readonly string[];
}

const plainText = /^[ !#-[\]-~]*$/;

/** A text as JSON. Half of a character is no UTF-8, and a receiver would refuse the whole request for it. */
function quote(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

export function textAttribute(key: string, value: string): KeyValue {
  return `{"key":${quote(key)},"value":{"stringValue":${quote(value)}}}`;
}

/** One attribute, of the type that the table says; 64-bit integers are texts. */
export function attribute<Spec extends AttributeSpec>(
  { name }: Spec,
  value: AttributeValues[Spec["type"]],
): KeyValue {
  if (typeof value === "string") return `{"key":"${name}","value":{"stringValue":${quote(value)}}}`;
  if (typeof value === "number") return `{"key":"${name}","value":{"intValue":"${value}"}}`;
  if (typeof value === "boolean") return `{"key":"${name}","value":{"boolValue":${value}}}`;
  const values = value.map((item) => `{"stringValue":${quote(item)}}`).join(",");
  return `{"key":"${name}","value":{"arrayValue":{"values":[${values}]}}}`;
}

export interface SpanEvent {
  readonly name: string;
  readonly time: number;
  readonly attributes: readonly KeyValue[];
}

/** Times are milliseconds since 1970, with fractions. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a span without a parent. */
  readonly parentSpanId: string;
  readonly flags: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly SpanEvent[];
  readonly droppedEvents: number;
  /** What went wrong, in words; null where nothing did. */
  readonly error: string | null;
}

export type LogSeverity = "info" | "warning" | "error";

export interface Log {
  readonly name: string;
  readonly time: number;
  readonly severity: LogSeverity;
  readonly body: string;
  readonly attributes: readonly KeyValue[];
  /** Empty where it belongs to no span. */
  readonly traceId: string;
  readonly spanId: string;
}

export type Signal = "traces" | "logs";

/** A span or log record, ready to be put into a request. */
export interface Item {
  readonly signal: Signal;
  readonly json: string;
}

const INTERNAL = 1;
const STATUS_ERROR = 2;
const severityNumbers = { info: 9, warning: 13, error: 17 };
const severityTexts = { info: "INFO", warning: "WARN", error: "ERROR" };

/** Nanoseconds as decimal text: they do not fit into a number. */
function nanos(ms: number): string {
  const second = Math.floor(ms / 1000);
  const rest = Math.floor((ms - second * 1000) * 1e6);
  return `${second}${String(rest).padStart(9, "0")}`;
}

export function spanItem(span: Span): Item {
  const { parentSpanId, droppedEvents, error } = span;
  const parent = parentSpanId === "" ? "" : `,"parentSpanId":"${parentSpanId}"`;
  const events =
    span.events.length === 0 ? "" : `,"events":[${span.events.map(eventJson).join(",")}]`;
  const dropped = droppedEvents === 0 ? "" : `,"droppedEventsCount":${droppedEvents}`;
  const status =
    error === null ? "" : `,"status":{"code":${STATUS_ERROR},"message":${quote(error)}}`;
  const json = `{"traceId":"${span.traceId}","spanId":"${span.spanId}"${parent},"flags":${span.flags},"name":${quote(span.name)},"kind":${INTERNAL},"startTimeUnixNano":"${nanos(span.start)}","endTimeUnixNano":"${nanos(span.end)}","attributes":[${span.attributes.join(",")}]${events}${dropped}${status}}`;
  return { signal: "traces", json };
}

function eventJson({ name, time, attributes }: SpanEvent): string {
  return `{"timeUnixNano":"${nanos(time)}","name":${quote(name)},"attributes":[${attributes.join(",")}]}`;
}

export function logItem(log: Log): Item {
  const { severity, traceId, spanId } = log;
  const time = nanos(log.time);
  const span = traceId === "" ? "" : `,"traceId":"${traceId}","spanId":"${spanId}"`;
  const json = `{"timeUnixNano":"${time}","observedTimeUnixNano":"${time}","severityNumber":${severityNumbers[severity]},"severityText":"${severityTexts[severity]}","eventName":${quote(log.name)},"body":{"stringValue":${quote(log.body)}},"attributes":[${log.attributes.join(",")}]${span}}`;
  return { signal: "logs", json };
}

/** The whole request around some items of one signal. */
export function requestBody(
  signal: Signal,
  resource: readonly KeyValue[],
  items: readonly { readonly json: string }[],
): string {
  const [outer, middle, inner] =
    signal === "traces"
      ? ["resourceSpans", "scopeSpans", "spans"]
      : ["resourceLogs", "scopeLogs", "logRecords"];
  const head = `{"${outer}":[{"resource":{"attributes":[${resource.join(",")}]},"${middle}":[{"scope":{"name":"snaphook"},"${inner}":[`;
  return `${head}${items.map(({ json }) => json).join(",")}]}]}]}`;
}
