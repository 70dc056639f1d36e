import { fillHeaders } from "./fill-headers.js";
import type { HttpSpec } from "./http-spec.js";
import { isListedHost } from "./listed-host.js";

/** A request that may be made: everything about it has been checked. */
export interface PlannedPost {
  readonly url: URL;
  /** What texts call the server, and the address without what may be secret in it. */
  readonly host: string;
  readonly place: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  readonly answerBytes: number;
}

/** The request to make, or why none is made. */
export type Plan =
  | { readonly ok: true; readonly post: PlannedPost }
  | { readonly ok: false; readonly reason: string };

const LONGEST_HOST = 260;
const LONGEST_PLACE = 400;

/** Checks everything that can be checked before anybody is contacted, be it a name server. */
export function planPost({
  url: text,
  hosts,
  headers,
  variables,
  body,
  outputBytes,
}: HttpSpec): Plan {
  if (!URL.canParse(text)) return refused("the url cannot be read");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused("the url is neither http nor https");
  if (url.username !== "" || url.password !== "")
    return refused("the url holds a user name or a password: use a header");
  const host = shortened(url.host, LONGEST_HOST);
  if (!isListedHost(url, hosts)) {
    return refused(
      url.protocol === "http:" && isListedHost(encrypted(url), hosts)
        ? `${host} is listed in httpHosts for https only`
        : `${host} is not listed in httpHosts`,
    );
  }
  const filled = fillHeaders(headers, variables);
  if (!filled.ok) return refused(filled.reason);
  const place = shortened(`${url.origin}${url.pathname}`, LONGEST_PLACE);
  const bytes = Buffer.from(body);
  return {
    ok: true,
    post: { url, host, place, headers: filled.headers, body: bytes, answerBytes: outputBytes },
  };
}

function refused(reason: string): Plan {
  return { ok: false, reason };
}

function encrypted(url: URL): URL {
  const port = url.port === "" ? "80" : url.port;
  return new URL(`https://${url.hostname}:${port}`);
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
