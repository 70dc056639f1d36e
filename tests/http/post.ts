import { wireEnding } from "../../src/interpret/index.js";
import { createHttpRunner, type HttpRunner } from "../../src/run/index.js";
import type { RawServer } from "./raw-server.js";

export { createHttpRunner, type HttpRunner };
export type HttpSpec = Parameters<HttpRunner["run"]>[0];

export const never = new AbortController().signal;
export const deny = '{"decision":"block","reason":"no"}';

/** A post to a server; the deadline is far away where a test does not say otherwise. */
export function specFor(server: RawServer, given: Partial<HttpSpec> = {}): HttpSpec {
  return {
    url: server.url,
    headers: {},
    variables: {},
    body: '{"hook_event_name":"PreToolUse"}',
    timeoutMs: 30_000,
    outputBytes: 10_000,
    hosts: [server.host],
    ...given,
  };
}

type Result = Awaited<ReturnType<HttpRunner["run"]>>;

/** A result to compare: bytes as text, the server's address as HOST, and no time. */
export function reported(
  { ms: _, ending, stdout, stderr, ...rest }: Result,
  { host }: RawServer,
): object {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  const plain = { ...wireEnding(ending), ...rest, stdout: text(stdout), stderr: text(stderr) };
  return JSON.parse(JSON.stringify(plain).replaceAll(host, "HOST")) as object;
}

/** The parts of a result that are mostly these. */
export const quiet = { stdout: "", stderr: "", cut: false, stderrCut: false };
