import { join } from "node:path";
import { calledBy, defaultHome } from "../config/index.js";
import { findBridgedHost, guessHost } from "../hosts/index.js";
import { interpret, type WireRun } from "../interpret/index.js";
import { isRecord, parseJson } from "../json/index.js";
import type { Payload } from "../payload/index.js";
import { openLedger } from "../trace/index.js";
import type { Frame, RecordedStream, RecordingEnd } from "./frames.js";
import { noteTrouble } from "./trouble.js";

/** The dialect of a host that is not known. */
const UNKNOWN = "unknown";

/** Writes one run of a wrapped hook to the ledger, as an event of its host. Throws where that cannot be done. */
export function writeRecording(frames: readonly Frame[]): void {
  const start = frames.find((frame) => frame.type === "start")?.start;
  if (start === undefined) throw new Error("a recording did not begin");
  const end = frames.find((frame) => frame.type === "end")?.end ?? null;
  const bytesOf = (name: RecordedStream): Buffer =>
    Buffer.concat(
      frames.flatMap((frame) => ("bytes" in frame && frame.type === name ? [frame.bytes] : [])),
    );
  const stdin = bytesOf("stdin").toString();
  const sent = parseJson(stdin);
  const payload: Payload = isRecord(sent) ? sent : {};
  const host = start.host ?? guessHost(process.env, payload);
  const table = host === null ? null : findBridgedHost(host);
  if (start.host !== null && table === null)
    noteTrouble(`--host ${start.host}: there is no such host; see snaphook hosts`);
  const dialect = table === null ? UNKNOWN : `${table.name}@${table.version}`;
  const event = start.event ?? eventOf(payload);
  const { words, cwd, time, unrecorded } = start;
  const name = calledBy(words[0] ?? "", words.slice(1)) ?? words.join(" ");
  const eventId = `${Date.parse(time).toString(36)}-${start.pid.toString(36)}-w0`;
  const id = `${table?.name ?? UNKNOWN}/recorded`;
  const why = "snaphook record ran it";
  const run = runOf(end, { name, stdout: bytesOf("stdout"), stderr: bytesOf("stderr") });
  const records = [
    {
      type: "event",
      eventId,
      event,
      dialect,
      payload: isRecord(sent) ? payload : { stdin },
      hooks: [{ id, name, matches: true, why }],
      recordedBy: "wrapper",
      startedAt: time,
      command: words,
      cwd,
      ...(unrecorded.length > 0 && { unrecorded }),
      ...(end === null && { killed: true }),
    },
    {
      type: "run",
      eventId,
      id,
      name,
      hookType: "command",
      ran: true,
      why,
      run,
      ...(end !== null && { ms: end.ms }),
      at: null,
    },
    // Nobody knows what came of it where not all is known that the host has read.
    ...(event === "" || end === null || table === null || hasUnseenOutput(unrecorded)
      ? []
      : [{ type: "verdict", eventId, ...interpret({ dialect, event, payload, runs: [run] }) }]),
  ];
  let trouble: string | null = null;
  const ledger = openLedger({
    file: join(defaultHome(), "ledger.jsonl"),
    onTrouble: ({ message }) => (trouble ??= message),
  });
  const isWritten = ledger.appendAll(records);
  ledger.close();
  if (!isWritten) throw new Error(trouble ?? "the ledger could not be written");
}

function hasUnseenOutput(unrecorded: readonly string[]): boolean {
  return unrecorded.some((name) => name !== "stdin");
}

/** The event by the host's own name; empty where the payload does not say. */
function eventOf(payload: Payload): string {
  const named = [payload.hook_event_name, payload["hookEventName"], payload["hookName"]].find(
    (one) => typeof one === "string",
  );
  return typeof named === "string" ? named : "";
}

function runOf(
  end: RecordingEnd | null,
  printed: { readonly name: string; readonly stdout: Buffer; readonly stderr: Buffer },
): WireRun {
  const { name, stdout, stderr } = printed;
  const common = { hook: name, stdout: stdout.toString(), stderr: stderr.toString() };
  // Its host has killed it: most do so at the deadline.
  if (end === null) return { ...common, signal: "SIGKILL" };
  const { exit, signal, bytes } = end;
  return {
    ...common,
    ...(signal === null ? { exit: exit ?? 1 } : { signal }),
    ...(bytes.stdout > stdout.length && { cut: true }),
    ...(bytes.stderr > stderr.length && { stderrCut: true }),
  };
}
