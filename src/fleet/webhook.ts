import { createHmac } from "node:crypto";
import type { WebhookSettings } from "../config/index.js";
import { createHttpClient, type PostResult } from "../http/index.js";
import { redactText } from "../secrets/index.js";
import type { FleetQuestion } from "./question.js";

const TIMEOUT_MS = 10_000;
const LONGEST_REASON = 500;

/**
 * Announces a question that is in the database, so that somebody can be called. Gives why that failed, or null. Never throws,
 * and does not keep the process from exiting: nothing but an answer in the database ever decides.
 */
export async function announceQuestion(
  question: FleetQuestion,
  { url, secretVariable }: WebhookSettings,
  { signal, environment }: AnnounceOptions,
): Promise<string | null> {
  const secret = environment[secretVariable] ?? "";
  if (secret === "") return `the variable ${secretVariable} is not set`;
  const client = createHttpClient({ background: true });
  try {
    const body = Buffer.from(JSON.stringify(announcement(question)));
    const posted = await client.post(
      { url: new URL(url), headers: signedHeaders(body, secret), body, answerBytes: 0 },
      { timeoutMs: TIMEOUT_MS, signal },
    );
    return signal.aborted ? null : faultOf(posted);
  } catch (error) {
    return String(error);
  } finally {
    client.close();
  }
}

export interface AnnounceOptions {
  /** Aborted once the question is over. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Who asks, and for what kind of call. The input is not in it: whoever reads a chat is not who may read inputs. */
function announcement({ body, digest }: FleetQuestion): object {
  const reasons = body.reasons.map(({ from, text }) => `${from}: ${text}`).join("\n");
  return {
    version: 1,
    type: "question",
    id: body.id,
    machine: body.machine,
    project: body.project,
    tool: body.tool,
    reason: redactText(reasons).slice(0, LONGEST_REASON),
    until: new Date(Date.now() + body.waitSeconds * 1000).toISOString(),
    sha256: digest,
  };
}

/** The time is signed too, so that what was sent once cannot be sent again later. */
function signedHeaders(body: Buffer, secret: string): ReadonlyMap<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  return new Map([
    ["x-snaphook-timestamp", time],
    ["x-snaphook-signature", `sha256=${signature}`],
  ]);
}

function faultOf(posted: PostResult): string | null {
  switch (posted.type) {
    case "answered":
      return posted.status >= 200 && posted.status < 300
        ? null
        : `it answered with status ${posted.status}`;
    case "stopped":
      return posted.why === "cancelled" ? null : "it did not answer in time";
    case "failed":
      return `the connection failed: ${posted.code || "unknown"}`;
    case "unsendable":
      return `the request cannot be made: ${posted.code}`;
  }
}
