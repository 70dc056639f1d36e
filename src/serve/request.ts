import type { IncomingHttpHeaders } from "node:http";

/** What a caller says of itself and of the event. */
export interface FireRequest {
  readonly host: string;
  readonly pid: number;
  /** The command that the caller would run by itself. */
  readonly main: string;
  /** The Node that would run it; empty where the PATH says which. */
  readonly node: string;
  /** What bash counts in SHLVL; null where the caller is another shell. */
  readonly bashLevel: number | null;
  /** Where the system cannot be asked. */
  readonly said: { readonly cwd: string; readonly umask: number } | null;
  readonly environment: ReadonlyMap<string, string>;
  readonly payload: Buffer;
}

/** Headers as src/serve/fire.sh writes them. */
export const BUILD_HEADER = "x-snaphook-build";
const names = {
  pid: "x-snaphook-pid",
  main: "x-snaphook-main",
  node: "x-snaphook-node",
  level: "x-snaphook-level",
  cwd: "x-snaphook-cwd",
  umask: "x-snaphook-umask",
} as const;

/** The host in the address of a request, or null where it is not about an event. */
export function hostIn(url: string | undefined): string | null {
  return /^\/fire\/([a-z][a-z\d-]{0,40})$/.exec(url ?? "")?.[1] ?? null;
}

/** Null where it is not what our clients send. */
export function readRequest(
  host: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): FireRequest | null {
  const text = (name: keyof typeof names): string => utf8(headers[names[name]]);
  // The variables, each closed by a NUL; the payload has none.
  const end = body.lastIndexOf(0) + 1;
  const pid = /^[1-9]\d{0,9}$/.test(text("pid")) ? Number(text("pid")) : null;
  if (pid === null || end === 0 || body[end] !== AMPERSAND || text("main") === "") return null;
  const umask = /^0?[0-7]{1,3}$/.test(text("umask")) ? Number.parseInt(text("umask"), 8) : null;
  return {
    host,
    pid,
    main: text("main"),
    node: text("node"),
    bashLevel: /^\d{1,4}$/.test(text("level")) ? Number(text("level")) : null,
    said: umask === null || text("cwd") === "" ? null : { cwd: text("cwd"), umask },
    environment: variablesIn(body.subarray(0, end)),
    payload: body.subarray(end + 1),
  };
}

/** What joins the two parts of the body, as curl does it. */
const AMPERSAND = 0x26;

/** Node reads headers as Latin-1. */
function utf8(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? Buffer.from(header, "latin1").toString() : "";
}

/** As a process gets them: what has no name is none. */
export function variablesIn(environment: Buffer): ReadonlyMap<string, string> {
  const entries = environment.toString().split("\0");
  return new Map(
    entries.flatMap((entry) => {
      const at = entry.indexOf("=");
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)] as const] : [];
    }),
  );
}
