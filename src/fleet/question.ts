import { hash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { FleetSettings } from "../config/index.js";
import { isRecord } from "../json/index.js";
import { canonicalJson } from "../trust/index.js";
import type { AskedCall } from "./asked-call.js";
import { FleetFault } from "./fleet-fault.js";
import { needsOf } from "./needs.js";

/** What a question says, as whoever answers sees it. */
interface QuestionBody {
  readonly id: string;
  readonly tool: string;
  /** The exact text of the input that would run, as JSON. */
  readonly input: string;
  readonly inputSha256: string;
  /** The text of the input as the model wrote it. */
  readonly original: string;
  readonly reasons: readonly { readonly from: string; readonly text: string }[];
  readonly host: string;
  readonly machine: string;
  readonly session: string;
  readonly project: string;
  /** How many must allow it. */
  readonly persons: number;
  /** What whoever allows it must type, or null. */
  readonly protectedName: string | null;
  readonly waitSeconds: number;
}

/** A question with the bytes that are hashed, stored and signed. */
export interface FleetQuestion {
  readonly body: QuestionBody;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

const LARGEST = 8 * 1024 * 1024;

/** Makes the question about a call. Throws a `FleetFault` where it is too large to be shown to anybody. */
export function makeQuestion(call: AskedCall, settings: FleetSettings): FleetQuestion {
  const input = canonicalJson(call.input);
  const { tool, reasons, host, session, project } = call;
  const body: QuestionBody = {
    id: randomUUID(),
    tool,
    input,
    inputSha256: sha256(input),
    original: canonicalJson(call.original),
    reasons: reasons.map(({ from, text }) => ({ from, text })),
    host,
    machine: hostname(),
    session,
    project,
    ...needsOf(call, settings),
    waitSeconds: settings.waitSeconds,
  };
  const bytes = Buffer.from(canonicalJson({ version: 1, ...body }));
  if (bytes.length > LARGEST)
    throw new FleetFault(`the input is too large to be asked about: ${bytes.length} bytes`);
  return { body, bytes, digest: sha256(bytes) };
}

function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes, "hex");
}

/** Reads a question from its bytes. Throws a `FleetFault` where they are not what an agent of this version writes. */
export function readQuestion(bytes: Buffer): FleetQuestion {
  const value = parsed(bytes);
  const body = value as unknown as QuestionBody;
  const texts = [body.id, body.tool, body.input, body.inputSha256, body.original, body.host];
  const others = [body.machine, body.session, body.project];
  const isWhole =
    value["version"] === 1 &&
    [...texts, ...others].every((text) => typeof text === "string") &&
    [body.persons, body.waitSeconds].every((number) => typeof number === "number") &&
    (body.protectedName === null || typeof body.protectedName === "string") &&
    Array.isArray(body.reasons) &&
    body.reasons.every(
      (reason: unknown) =>
        isRecord(reason) &&
        typeof reason["from"] === "string" &&
        typeof reason["text"] === "string",
    );
  if (!isWhole) throw new FleetFault("it is not a question as this version of snaphook writes it");
  if (body.inputSha256 !== sha256(body.input))
    throw new FleetFault("the input is not the one that its SHA-256 is of");
  if (![body.input, body.original].every(isJson))
    throw new FleetFault("the input of the call is not JSON");
  return { body, bytes, digest: sha256(bytes) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isRecord(value)) return value;
  } catch {
    // It is none.
  }
  throw new FleetFault("the question is not JSON");
}
