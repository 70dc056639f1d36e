/** One entry of the list, read. */
interface Entry {
  readonly host: string;
  /** The entry is for names below the host, and not for the host itself. */
  readonly below: boolean;
  /** Null: any. */
  readonly port: string | null;
  /** Plain http is allowed wherever the host is, not only on this machine. */
  readonly plain: boolean;
}

const form =
  /^(?<scheme>http:\/\/)?(?<below>\*\.)?(?<host>\[[\da-f:.]+\]|[^\s*:/?#@%\\[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/i;
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Whether a URL may be contacted: by https where an entry fits its host and port; by plain http only where
 * that host is this machine, or where the entry says `http://`. Both sides are compared as the URL parser
 * writes them, so that no other spelling of a host is another host. An entry that cannot be read fits nothing.
 */
export function isListedHost(url: URL, hosts: readonly string[]): boolean {
  const defaultPort = defaultPorts[url.protocol];
  if (defaultPort === undefined || url.username !== "" || url.password !== "") return false;
  const host = withoutDot(url.hostname);
  const port = url.port === "" ? defaultPort : url.port;
  const safe = url.protocol === "https:" || isLoopback(host);
  return hosts.some((text) => {
    const entry = readEntry(text);
    return (
      entry !== null &&
      (entry.below ? isBelow(host, entry.host) : host === entry.host) &&
      (entry.port === null || entry.port === port) &&
      (safe || entry.plain)
    );
  });
}

function readEntry(text: string): Entry | null {
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return null;
  const { host: given, below, port = null, scheme } = parts;
  const host = canonical(`https://${given}`);
  if (host === null) return null;
  return { host, below: below !== undefined, port, plain: scheme !== undefined };
}

function canonical(address: string): string | null {
  return URL.canParse(address) ? withoutDot(new URL(address).hostname) || null : null;
}

function isBelow(host: string, above: string): boolean {
  return host.endsWith(`.${above}`) && host.length > above.length + 1;
}

/** `example.com.` is the same name, written to its end. */
function withoutDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host);
}
