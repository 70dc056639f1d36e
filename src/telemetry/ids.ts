import { hash, randomFillSync } from "node:crypto";

const POOL = 4096;
const pool = Buffer.alloc(POOL);
let used = POOL;

/** Random bytes as hex. Asked for by the handful, the system's generator would cost more than all the rest of a span. */
export function randomHex(bytes: number): string {
  if (used + bytes > POOL) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}

const TRACE_BYTES = 16;
const MOST_REMEMBERED = 100;
const remembered = new Map<string, string>();

/** All events of a session are one trace, in whatever process they happen: its id follows from the session's. */
export function traceIdOf(session: string | undefined): string {
  if (session === undefined) return randomHex(TRACE_BYTES);
  let id = remembered.get(session);
  if (id === undefined) {
    id = hash("sha256", `snaphook session ${session}`, "hex").slice(0, 2 * TRACE_BYTES);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(session, id);
  }
  return id;
}

/** The span of another program that events hang under. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

/** The version, the two ids and the flags; a later version may say more behind them. */
const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** Reads a W3C `traceparent`; null for one that the standard calls invalid. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  const found = traceparent.exec(text ?? "");
  if (found === null) return null;
  const [, version = "", traceId = "", spanId = "", flags = "", more] = found;
  if (version === "ff" || (version === "00" && more !== undefined)) return null;
  if (zeros.test(traceId) || zeros.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
