import type { TextSpan } from "./pairs.js";
import { privateKeyEnd, valueAt } from "./value.js";

/** What is secret by its place: in a URL, behind a scheme, between two lines of dashes. */

const pair = /:\/\/([^\s/:@"'<>\\]{0,256}):([^\s/"'<>\\]{1,512})@/y;
/** A slash in the password; digits and a slash behind the colon are a port. */
const slashed = /:\/\/([^\s/:@"'<>\\]{1,256}):(?!\d{1,5}[/?#])([^\s"'<>@\\]{1,256})@(?=[\w.[-])/y;
const alone = /:\/\/([^\s/:@"'<>\\]{8,256}):?@/y;

/** `user:password@` of a URL, and a token in the place of the user. */
export function urlSpan(text: string, at: number): TextSpan | null {
  for (const form of [pair, slashed, alone]) {
    form.lastIndex = at;
    const [all, user = "", password = ""] = form.exec(text) ?? [];
    if (all === undefined) continue;
    if (form === alone ? !looksMade(user) && !all.endsWith(":@") : isReference(user, password))
      continue;
    return { from: at + 3, to: at + all.length - 1, by: "[redacted:url]" };
  }
  return null;
}

function isReference(user: string, password: string): boolean {
  return /^(?:[$<{%*]|x{3,}$)/.test(password) && /^$|^[$<{]|^\w+$/.test(user);
}

/** Not a word: with digits, or with capitals inside. */
function looksMade(text: string): boolean {
  return text.length >= 16 && /\d/.test(text) && /[A-Za-z]/.test(text);
}

const bearer = /bearer(?:\s|%20|\+|\\u0020){1,4}([\w+/.~=-]{8,})/iy;
const basic = /basic(?:\s|%20|\+|\\u0020){1,4}([\w+/-]{4,}={0,2})/iy;

export function bearerSpan(text: string, at: number): TextSpan | null {
  bearer.lastIndex = at;
  const [all, token = ""] = bearer.exec(text) ?? [];
  if (all === undefined || !(/\d|[a-z][A-Z]/.test(token) || token.length >= 24)) return null;
  const to = at + all.length;
  return { from: to - token.length, to, by: "[redacted:bearer]" };
}

export function basicSpan(text: string, at: number): TextSpan | null {
  basic.lastIndex = at;
  const [all, token = ""] = basic.exec(text) ?? [];
  if (all === undefined || !Buffer.from(token, "base64").includes(":")) return null;
  const to = at + all.length;
  return { from: to - token.length, to, by: "[redacted:basic]" };
}

const identified = /identified (?:with \S{1,40} )?by (?=['"])/iy;

/** `IDENTIFIED BY 'x'`. */
export function identifiedSpan(text: string, at: number): TextSpan | null {
  identified.lastIndex = at;
  if (!identified.test(text)) return null;
  const { from, to } = valueAt(text, identified.lastIndex, {
    query: false,
    around: "",
    until: "word",
  });
  return text.startsWith("[redacted:", from) ? null : { from, to, by: "[redacted:password]" };
}

export function privateKeySpan(text: string, at: number): TextSpan | null {
  const from = text.charAt(at - 1) === "-" ? at - 1 : at;
  const to = privateKeyEnd(text, from);
  return to < 0 ? null : { from, to, by: "[redacted:private-key]" };
}

const putty = /private-lines: ?\d{1,3}((?:\s{1,4}[\w+/=]{4,99}){1,99})/iy;

export function puttySpan(text: string, at: number): TextSpan | null {
  putty.lastIndex = at;
  const [all, lines = ""] = putty.exec(text) ?? [];
  if (all === undefined) return null;
  const to = at + all.length;
  return { from: to - lines.trimStart().length, to, by: "[redacted:private-key]" };
}

const passwordFile = /^(?:[\w.*\\-]{1,255}|\/[\w./-]{1,99})$/;
const behindPort = /:(?:\d{4,5}|\*):(?!\d+:)[^\s:]{1,99}:[^\s:]{1,99}:(?=[^\s[])/y;

/** A line of .pgpass: `host:port:database:user:password`. */
export function passwordFileSpan(text: string, at: number): TextSpan | null {
  behindPort.lastIndex = at;
  if (!behindPort.test(text)) return null;
  const host =
    text
      .slice(Math.max(0, at - 256), at)
      .split(/[\s"'`]|\\n/)
      .at(-1) ?? "";
  if (!passwordFile.test(host)) return null;
  const from = behindPort.lastIndex;
  const to = from + (/^(?:[^\s"'\\]|\\.)+/.exec(text.slice(from, from + 512))?.[0].length ?? 0);
  return { from, to, by: "[redacted:password]" };
}

const manifest = /(?:^|\n)(\s{0,40})(?:data|stringdata):[ \t]{0,9}\r?\n/iy;
const entry = /^(\s*["']?[\w.-]{1,253}["']?:[ \t]*)(?!\[redacted:)[^\s|>].*$/gm;

/** The values below `data:` of a Kubernetes Secret. */
export function manifestSpan(text: string, at: number): TextSpan | null {
  if (!/kind:\s{0,4}["']?Secret\b/.test(text.slice(Math.max(0, at - 2000), at + 2000))) return null;
  const line = text.lastIndexOf("\n", at);
  manifest.lastIndex = Math.max(0, line);
  const [all, indent = ""] = manifest.exec(text) ?? [];
  if (all === undefined) return null;
  const from = manifest.lastIndex;
  const below = /^(?:([ \t]*)[^\n]*(?:\n|$))/y;
  let to = from;
  while (to < text.length) {
    below.lastIndex = 0;
    const next = text.slice(to, to + 4096);
    const [row = "", own = ""] = below.exec(next) ?? [];
    if (row.trim() === "" || own.length <= indent.length) break;
    to += row.length;
  }
  if (to === from) return null;
  const old = text.slice(from, to);
  const by = old.replace(entry, "$1[redacted:value]");
  return by === old ? null : { from, to, by };
}
