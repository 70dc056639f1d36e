import { isToken } from "../../serve/index.js";
import { TOKEN_HEADER } from "../protocol.js";

/** A request as it came, before anything is made of it. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  /** Names and values in turn: a name may come twice. */
  readonly rawHeaders: readonly string[];
}

/** What a request must have. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

export interface Refused {
  readonly status: 400 | 403 | 404 | 405 | 415;
  readonly why: string;
}

/** All that is ever asked for: no query, nothing encoded, nothing that a path could be made of. */
const ADDRESS = /^\/(?:[a-z0-9][\w-]*(?:\.[a-z0-9]+)?|api\/[a-z]+|assets\/[\w-]+(?:\.[\w-]+)*)?$/i;
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

/** The address at which a request is for the API. */
function isApi(url: string): boolean {
  return url.startsWith("/api/");
}

/** Why a request is not answered; null where it is. Everything is checked before anything is read or done. */
export function refusalOf(request: RawRequest, door: Door): Refused | null {
  const { method, url } = request;
  const header = (name: string): string | null => {
    const values = valuesOf(request, name);
    return values.length === 1 ? (values[0] ?? "") : null;
  };
  const host = header("host");
  if (host === null || !hostsOf(door).includes(host))
    return { status: 403, why: "the Host header is not that of this server" };
  const origin = `http://${host}`;
  if (valuesOf(request, "upgrade").length > 0) return { status: 400, why: "there is no upgrade" };
  if (!ADDRESS.test(url)) return { status: 404, why: "there is nothing at this address" };
  if (valuesOf(request, "origin").some((one) => one !== origin))
    return { status: 403, why: "the request comes from another origin" };
  if (!isSameSite(request, header)) return { status: 403, why: "the request comes from elsewhere" };
  if (!isApi(url))
    return method === "GET" || method === "HEAD"
      ? null
      : { status: 405, why: "pages are only fetched" };
  if (method !== "POST") return { status: 405, why: "requests are sent with POST" };
  if (header("origin") !== origin) return { status: 403, why: "the request has no origin" };
  if (!JSON_TYPE.test(header("content-type") ?? ""))
    return { status: 415, why: "requests are JSON" };
  if (!isToken(header(TOKEN_HEADER), door.token)) return { status: 403, why: "the token is wrong" };
  return null;
}

function hostsOf({ port }: Door): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function valuesOf({ rawHeaders }: RawRequest, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? "");
  return values;
}

/**
 * What a browser says of who asks. The page itself may be opened from anywhere, in a window of its own: without the token
 * there is nothing in it. Programs say nothing; they need the token all the same.
 */
function isSameSite(request: RawRequest, header: (name: string) => string | null): boolean {
  const sites = valuesOf(request, "sec-fetch-site");
  if (sites.length === 0) return true;
  if (sites.length > 1) return false;
  if (sites[0] === "same-origin") return true;
  const isOpened =
    header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return request.url === "/" && request.method === "GET" && isOpened;
}
