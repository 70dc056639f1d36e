import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isListedHost } from "./listed-host.js";

const isListed = (url: string, ...hosts: string[]): boolean => isListedHost(new URL(url), hosts);

describe("a URL is listed", () => {
  it.each<[string, string, string]>([
    ["by its host, on the usual port", "https://hooks.example.com/a?b#c", "hooks.example.com"],
    ["by its host, on any port", "https://hooks.example.com:8443", "hooks.example.com"],
    ["by host and port", "https://hooks.example.com:8443", "hooks.example.com:8443"],
    ["by the port that goes without saying", "https://hooks.example.com", "hooks.example.com:443"],
    ["by the usual port of plain http", "http://localhost", "localhost:80"],
    ["in other letters", "https://HOOKS.example.COM", "hooks.EXAMPLE.com"],
    ["with a dot at its end", "https://example.com.", "example.com"],
    ["by an entry with a dot at its end", "https://example.com", "example.com."],
    ["by a name above it", "https://a.example.com", "*.example.com"],
    ["by a name far above it", "https://a.b.example.com:1", "*.example.com"],
    ["by a name above it and a port", "https://a.example.com:8443", "*.example.com:8443"],
    ["by an international name", "https://xn--bcher-kva.example", "bücher.example"],
    ["in an international name", "https://BÜCHER.example", "xn--bcher-kva.example"],
    ["below an international name", "https://a.bücher.example", "*.bücher.example"],
    ["by an address", "https://10.0.0.7", "10.0.0.7"],
    ["by an address in other numbers", "https://0x7f.1", "127.0.0.1"],
    ["by an entry in other numbers", "https://127.0.0.1", "127.1"],
    ["by an address of version 6", "https://[::1]:8080", "[::1]:8080"],
    ["by another spelling of it", "https://[0:0::0001]", "[::1]"],
    ["over plain http on this machine", "http://localhost:3000", "localhost"],
    ["over plain http on this machine, with a dot", "http://localhost.", "localhost"],
    ["over plain http at any of this machine's addresses", "http://127.9.8.7", "127.9.8.7"],
    ["over plain http at an address of several digits", "http://127.10.200.30", "127.10.200.30"],
    ["over plain http at this machine's address 6", "http://[::1]:1", "[::1]"],
    ["over plain http where the entry says so", "http://10.0.0.7:1", "http://10.0.0.7"],
    ["over plain http below a name", "http://a.example.com", "http://*.example.com"],
    ["over https where the entry allows plain http", "https://a.example", "HTTP://a.example"],
  ])("%s", (_, url, host) => {
    expect(isListed(url, "other.example", "no host at all", host)).toBe(true);
  });
});

describe("a URL is not listed", () => {
  it.each<[string, string, ...string[]]>([
    ["where nothing is", "https://example.com"],
    ["under another name", "https://example.org", "example.com"],
    ["as a name below", "https://a.example.com", "example.com"],
    ["as the name itself", "https://example.com", "*.example.com"],
    ["as a dot before the name", "https://.example.com", "*.example.com"],
    ["by an end that is no whole name", "https://badexample.com", "*.example.com", "example.com"],
    ["by a beginning", "https://example.com.evil.org", "example.com", "*.example.com"],
    ["on another port", "https://example.com:444", "example.com:443", "example.com:44"],
    ["on the usual port of the other scheme", "https://example.com", "example.com:80"],
    ["over plain http", "http://example.com", "example.com", "*.com", "example.com:80"],
    ["over plain http at an address of a network", "http://10.0.0.7", "10.0.0.7"],
    ["over plain http at all addresses", "http://0.0.0.0", "0.0.0.0"],
    ["over plain http at this machine, mapped", "http://[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"],
    ["over plain http at a name like this machine's", "http://localhost.evil.org", "*.evil.org"],
    [
      "over plain http at a name that begins as this machine's addresses",
      "http://127.0.0.1.evil.org",
      "*.evil.org",
    ],
    ["by what is below an address that is none", "https://a.null", "*.256.256.256.256"],
    ["by what is below no name", "https://a.undefined", "*.", "*"],
    ["over plain http on another port", "http://a.example:81", "http://a.example:80"],
    ["with a user", "https://user@example.com", "example.com", "user@example.com"],
    ["with a password", "https://:secret@example.com", "example.com"],
    ["by its path", "https://evil.org/example.com", "example.com"],
    ["under another scheme", "ftp://localhost", "localhost", "ftp://localhost", "http://localhost"],
    ["as a socket", "ws://localhost", "localhost"],
    ["as a file", "file:///localhost", "localhost"],
    ["by the end of an address", "https://127.0.0.1", "*.0.0.1", "*.1"],
    ["by an entry with a path", "https://example.com", "example.com/", "http://example.com/"],
    ["by an entry with https", "https://example.com", "https://example.com"],
    [
      "by an entry with a port that is none",
      "https://example.com",
      "example.com:",
      "example.com:x",
    ],
    ["by a port too high", "https://example.com:65535", "example.com:99999", "example.com:065535"],
    ["by a star", "https://example.com", "*", "*:443", "*.", "*.*", "ex*mple.com", "http://*"],
    ["by two stars", "https://a.b.example.com", "*.*.example.com"],
    [
      "by an entry with spaces",
      "https://example.com",
      " example.com",
      "example.com ",
      "exam ple.com",
    ],
    ["by an entry with a line break", "https://example.com", "exam\nple.com", "example.com\n"],
    ["by an entry with a user", "https://example.com", "me@example.com"],
    ["by an entry with other signs", "https://example.com", "ex%61mple.com", "example.com\\", "#"],
    ["by an entry of brackets", "https://[::1]", "[]", "::1", "[::1", "[::1]x", "[zz]", "*.[::1]"],
    ["by nothing", "https://example.com", ""],
    ["by dots", "https://a..", ".", "*.", "*..", ".."],
  ])("%s", (_, url, ...hosts) => {
    expect(isListed(url, ...hosts)).toBe(false);
  });
});

describe("whatever the list", () => {
  const label = fc.constantFrom(
    "a",
    "b",
    "example",
    "com",
    "localhost",
    "127",
    "0",
    "1",
    "0x7f",
    "",
  );
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
  const host = fc.oneof(
    name,
    fc.constantFrom("[::1]", "127.0.0.1", "bücher.de", "a@b", "*"),
    fc.string(),
  );
  const port = fc.constantFrom("", ":80", ":443", ":8080", ":");
  const url = fc
    .tuple(fc.constantFrom("http://", "https://", "ftp://", "https://u:p@"), host, port)
    .map((parts) => parts.join(""))
    .filter((text) => URL.canParse(text));
  const entry = fc
    .tuple(fc.constantFrom("", "", "*.", "http://", "http://*.", "https://"), host, port)
    .map((parts) => parts.join(""));

  /** The names that an entry can be meant for, by a way of its own: nothing but the URL parser. */
  function meant(text: string): { host: string; below: boolean } | null {
    const bare = text.replace(/^http:\/\//i, "");
    const below = bare.startsWith("*.");
    const address = `https://${below ? bare.slice(2) : bare}`;
    if (!URL.canParse(address)) return null;
    return { host: new URL(address).hostname.replace(/\.$/, ""), below };
  }

  it("no host is accepted but one of its own, and no user, and no other scheme", () => {
    fc.assert(
      fc.property(url, fc.array(entry, { maxLength: 4 }), (text, entries) => {
        const given = new URL(text);
        if (!isListedHost(given, entries)) return;
        const wanted = given.hostname.replace(/\.$/, "");
        expect(["http:", "https:"]).toContain(given.protocol);
        expect(given.username + given.password).toBe("");
        const fits = entries.map(meant).some((own) => {
          if (own === null) return false;
          return own.below ? wanted.endsWith(`.${own.host}`) : wanted === own.host;
        });
        expect(fits).toBe(true);
      }),
    );
  });

  it("a host that is an entry is accepted over https", () => {
    fc.assert(
      fc.property(name, fc.array(entry, { maxLength: 3 }), (text, others) => {
        fc.pre(URL.canParse(`https://${text}`) && !/^\.+$/.test(text));
        expect(isListed(`https://${text}:8443/x`, ...others, text)).toBe(true);
      }),
    );
  });
});
