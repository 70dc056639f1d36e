import { isHarmless, isPlaceholder } from "./harmless.js";
import { joinedName, modeOfKey, type Mode } from "./key.js";
import { valueAt, type SecretPlace } from "./value.js";

/** A part of a text and what is there instead. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const LONGEST_NAME = 64;
/** As much of a value as is looked at to tell whether it is a secret. */
const LOOK = 96;
const LOOK_AT_SHAPE = 160;
const LONGEST_LIST = 4000;

interface Name {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The whole name of which a word at `at` is a part. */
export function nameAt(text: string, at: number): Name {
  let from = at;
  let to = at;
  while (from > 0 && at - from < LONGEST_NAME && isNamePart(text.charCodeAt(from - 1))) from--;
  while (to < text.length && to - at < LONGEST_NAME && isNamePart(text.charCodeAt(to))) to++;
  // `\npassword` in a JSON text inside a text.
  if (text.charAt(from - 1) === "\\" && /[nrtbf]/.test(text.charAt(from)) && from < at) from++;
  const word = text.slice(from, to);
  // `API key`, `seed phrase`.
  const [before = ""] =
    /^(?:key|code|phrase|string)s?$/i.test(word) && text.charAt(from - 1) === " "
      ? (/[A-Za-z]{2,12} $/.exec(text.slice(Math.max(0, from - 13), from)) ?? [])
      : [];
  return { text: before + word, from: from - before.length, to };
}

/** Letters, digits, `_`, `.` and `-`. */
function isNamePart(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 48 && code <= 57) || code === 45 || code === 46;
}

/**
 * What is behind a name that says secret. With `shape`, any name will do that is followed by such a value. Looks at
 * a bounded part of the text where it finds nothing, so that all names of a text together take linear time.
 */
export function pairSpan(text: string, name: Name, shape?: RegExp): TextSpan | null {
  const mode = shape === undefined ? modeOfKey(name.text) : "secret";
  if (mode === "open" && !isSignature(text, name)) return null;
  for (const form of shape === undefined ? forms : [assigned, flag]) {
    const found = form(text, name);
    if (found === null) continue;
    const span = hidden(text, name, mode, found, shape);
    if (span !== null) return span;
  }
  return null;
}

/** A signed URL opens for whoever has it; elsewhere a signature is none of a secret. */
function isSignature(text: string, { text: name, from }: Name): boolean {
  return /(?:^|[-_.])sig(?:nature)?$/i.test(name) && /[?&;]/.test(text.charAt(from - 1));
}

/** Where a value begins, and what the form says of it. */
interface FoundPair {
  readonly at: number;
  readonly spaced: boolean;
  readonly place: SecretPlace;
  /** It counts only where it is quoted, or only where it looks made by chance. */
  readonly needs?: "quotes" | "chance";
  /** It ends only where this is. */
  readonly until?: string;
  /** Where to look for whether it is a secret: behind the scheme of a header. */
  readonly look?: number;
}

type PairForm = (text: string, name: Name) => FoundPair | null;

/** The end of a line, also as a JSON text inside a text has it. */
const lineEnd = String.raw`(?:\r?\n|(?:\\{1,7}r)?\\{1,7}n)`;
const inside: SecretPlace = { query: false, around: "", until: "word" };
const separator =
  /(\\{0,15}["'`]?[\])]?)([?!]?[ \t]{0,20}(?:===?|=>|:=|\|\|=|\?\?=|\?=|\+=|!==?|[=:])[ \t]{0,20})/y;
/** `password: string = "x"`. */
const annotated = /[A-Za-z_][\w.<>[\]|?]{0,40}[ \t]{1,4}=[ \t]{1,4}(?=["'])/y;
const nextLine = new RegExp(`${lineEnd}[ \\t]{1,40}(?:- )?(?![\\w"'.-]{1,40}\\s{0,4}[:=])`, "y");
const lineStart = /(?:^|\n|\r|\\n)[\s>*+#<|-]{0,40}(?:\d{1,6}[:\t ]\s{0,4})?["']?$/;
const schemes = /(?:bearer|basic|digest|negotiate|apikey|token|hoba|aws4-[\w-]{4,20})\s/iy;

/** `name = value`, `"name": "value"`, `name: value`. */
const assigned: PairForm = (text, name) => {
  separator.lastIndex = name.to;
  const [all, closing = "", sign = ""] = separator.exec(text) ?? [];
  if (all === undefined) return null;
  // A path, as in `cat: /etc/passwd: No such file`.
  if (text.charAt(name.from - 1) === "/" && sign.startsWith(":") && !/[?&]/.test(name.text))
    if (/\s/.test(text.charAt(name.to + all.length - 1))) return null;
  let at = name.to + all.length;
  // `token.ts:12:5`.
  if (sign === ":" && /\.[a-z]{1,5}$/i.test(name.text) && /\d/.test(text.charAt(at))) return null;
  // `Token::Ident` is a name.
  if (sign === ":" && text.charAt(at) === ":" && /^[A-Z][a-z]/.test(name.text)) return null;
  // `${PASSWORD:?missing}` names none; of `${PASSWORD:-x}` the default is the value.
  if (sign === ":" && /\$\{[!#]?$/.test(text.slice(Math.max(0, name.from - 3), name.from))) {
    if (/^(?:[?+]|[-=](?:\}|["']{0,2}\$|`))/.test(text.slice(at, at + 5))) return null;
    if (/[-=]/.test(text.charAt(at))) at++;
  }
  const spaced = /\s/.test(sign);
  annotated.lastIndex = at;
  if (sign.includes(":") && annotated.test(text)) at = annotated.lastIndex;
  nextLine.lastIndex = at;
  if (nextLine.test(text)) at = nextLine.lastIndex;
  else if (/[\r\n]/.test(text.charAt(at))) return null;
  const before = text.slice(Math.max(0, name.from - 48), name.from);
  const query = /(?:[?&]|&amp;|\\u0026)$/.test(before) && sign === "=";
  const around = /["'`]/.test(closing) ? "" : (/\\*["'`]$/.exec(before)?.[0] ?? "");
  schemes.lastIndex = at + (/^\\*["'`]/.exec(text.slice(at, at + 9))?.[0].length ?? 0);
  const header = sign.includes(":") && schemes.test(text);
  const starts = lineStart.test(before) || around !== "";
  if (header)
    return { at, spaced, place: { query, around, until: "line" }, look: schemes.lastIndex };
  const until = (spaced && starts) || /phrase|mnemonic/i.test(name.text) ? "pair" : "word";
  // `(token) => …` is a function.
  if (sign.includes("=>"))
    return closing.endsWith(")") ? null : { at, spaced, place: inside, needs: "quotes" };
  if (/[=!]=/.test(sign)) return { at, spaced, place: inside, needs: "chance" };
  return { at, spaced, place: { query, around, until } };
};

/** `--password x`; the argument may be on the next line. */
const flag: PairForm = (text, name) => {
  if (!/^--?[A-Za-z]/.test(name.text) || /[\w-]/.test(text.charAt(name.from - 1))) return null;
  behindFlag.lastIndex = name.to;
  if (!behindFlag.test(text)) return null;
  const at = behindFlag.lastIndex;
  return text.charAt(at) === "-" ? null : { at, spaced: false, place: inside };
};
const behindFlag = new RegExp(
  String.raw`\\{0,15}["']?(?:,?[ \t]{1,20}(?:\\{1,15}${lineEnd}[ \t]{0,40})?|,)(?=\S)`,
  "y",
);

/** `<password>x</password>`, also where the brackets are escaped. */
const element: PairForm = (text, name) => {
  const before = text.slice(Math.max(0, name.from - 40), name.from);
  const [, open = ""] = /(?:^|[^\w.])(<|&lt;|\\u003c)(?:[\w-]{1,30}:)?$/i.exec(before) ?? [];
  if (open === "") return null;
  const close = open === "<" ? ">" : open.toLowerCase().replace("lt", "gt").replace("3c", "3e");
  const attributes = text.slice(name.to, name.to + 200);
  const end = attributes.indexOf(close);
  if (end < 0 || /[<]|\/$/.test(attributes.slice(0, end))) return null;
  let at = name.to + end + close.length;
  at += /^\s{0,99}(?:<!\[CDATA\[)?/.exec(text.slice(at, at + 120))?.[0].length ?? 0;
  const until = text.startsWith("<![CDATA[", at - 9) ? "]]>" : `${open}/`;
  return { at, spaced: false, place: inside, until };
};

/** `{"name": "X_KEY", "value": "x"}`, `<add key="Password" value="x"/>`, `<key>Password</key><string>x`. */
const labelled: PairForm = (text, name) => {
  for (const form of [besides, belowIt]) {
    form.lastIndex = name.to;
    if (form.test(text))
      return {
        at: form.lastIndex,
        spaced: false,
        place: inside,
        ...(form === belowIt ? { until: "</" } : {}),
      };
  }
  return null;
};
const besides =
  /\\{0,8}["']?(?:[\s,;]|\\{1,7}[nrt]){1,40}\\{0,8}["']?(?:value|default|content)\\{0,8}["']?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const belowIt = /<\/[\w:.-]{1,40}>(?:\s|\\{1,7}[nrt]){0,99}<[\w:.-]{1,40}>(?=[^<])/y;

/** `password("x")`, `("password", "x")`, `| password | x |`, `PASSWORD 'x'`. */
const beside: PairForm = (text, name) => {
  neighbour.lastIndex = name.to;
  const [all, sign = ""] = neighbour.exec(text) ?? [];
  if (all === undefined) return null;
  const strict = sign.includes(",") || sign.includes("|");
  if (sign.trim() === "" && !/pass|pwd|secret|\bby$/i.test(name.text)) return null;
  return {
    at: neighbour.lastIndex,
    spaced: false,
    place: inside,
    needs: strict ? "chance" : "quotes",
  };
};
const neighbour =
  /\\{0,8}["'`]?(\(\s{0,4}(?=\\*["'])|[ \t]{0,4},[ \t]{0,4}(?=\\*["'])|[ \t]{0,20}\|[ \t]{1,20}|[ \t]{1,4}(?:(?:is|was|to|by|hash)[ \t]{1,4})?(?=\\*["']))/y;

/** `machine x login y password z`, `ENV PASSWORD x`, `npm config set //host/:_authToken x`. */
const command: PairForm = (text, name) => {
  const at =
    name.to +
    (/^["']?[ \t]{1,20}(?=[^\s=:|<>-])/.exec(text.slice(name.to, name.to + 24))?.[0].length ?? 0);
  if (at === name.to) return null;
  const before = text.slice(Math.max(0, name.from - 200), name.from);
  const known = commands.test(before) || (/^passw/i.test(name.text) && netrc.test(before));
  return known ? { at, spaced: false, place: inside } : null;
};
const commands =
  /(?:^|[\n;&|"'])[ \t]*setx?[ \t]+$|(?:^|[\s;&|"'])(?:ENV|ARG|setenv|set(?:[ \t]+-\w+){1,3}|(?:config(?:ure)?|secrets?)(?:[ \t]+(?:set|add|put|--\w+))*)[ \t]+[^\s"']{0,99}$/;
const netrc = /(?:^|\s)(?:login|machine|account)\s+\S{1,99}\s+$|(?:^|\s)default\s+$/;

const forms: readonly PairForm[] = [assigned, flag, element, labelled, beside, command];

function hidden(
  text: string,
  name: Name,
  mode: Mode,
  found: FoundPair,
  shape: RegExp | undefined,
): TextSpan | null {
  const { at, spaced, place, needs } = found;
  const list = /^\[\s{0,9}\\*["']/.test(text.slice(at, at + 12));
  if (list) return listSpan(text, at);
  const block = blockSpan(text, name, at);
  if (block !== undefined) return shape === undefined ? block : null;
  const joined = joinedName(name.text);
  if (joined.endsWith("cookie") && cookie.test(text.slice(at, at + 140))) {
    const value = valueAt(text, at, { ...place, until: "line" });
    return { from: value.from, to: value.to, by: "[redacted:cookie]" };
  }
  // Enough to tell; the end is looked for only where it goes.
  const look = found.look ?? at;
  const enough = shape === undefined ? LOOK : LOOK_AT_SHAPE;
  const near = valueAt(text.slice(look, look + enough), 0, { ...place, until: "word" });
  const bare = text.slice(look + near.from, look + near.to);
  if (isPlaceholder(text.slice(look + near.from, look + LOOK))) return null;
  if (needs === "quotes" && !near.quoted) return null;
  if (needs === "chance" && !/^(?=\S*\d)[^\s|]{7,}$/.test(bare)) return null;
  if (isHarmless(bare, near.quoted, spaced && look === at, name.text, mode)) return null;
  // `a,KEY=x,b`: a list may go on behind the value.
  const first = /^[^,;]*/.exec(bare)?.[0] ?? "";
  if (shape !== undefined && !((shape.test(bare) || shape.test(first)) && /\d/.test(bare)))
    return null;
  if (found.until !== undefined) {
    const end = text.indexOf(found.until.slice(0, -1), at);
    if (end < 0 && found.until === "]]>") return { from: at, to: text.length, by: value };
    return text.startsWith(found.until, end) && end > at ? { from: at, to: end, by: value } : null;
  }
  const { from, to } = valueAt(text, at, shape === undefined ? place : { ...place, until: "word" });
  // `TOKEN=aws_secret_access_key = x`: the value is the next name.
  const isName = to - from <= LONGEST_NAME && /^[ \t]{1,9}[=:][ \t]/.test(text.slice(to, to + 11));
  if (isName && modeOfKey(text.slice(from, to)) !== "open") return null;
  return to > from ? { from, to, by: value } : null;
}

const value = "[redacted:value]";
const cookie = /^\\*["']?[\w.-]{1,128}=/;

/** `["a", "b"]`. */
function listSpan(text: string, at: number): TextSpan | null {
  const list = text.slice(at, at + LONGEST_LIST);
  let to = 1;
  for (;;) {
    const next = to + (/^(?:[\s,]|\\{1,7}[nrt]){0,99}/.exec(list.slice(to))?.[0].length ?? 0);
    const item = valueAt(list, next, inside);
    if (!item.quoted) break;
    to = item.to + item.from - next;
  }
  const items = list.slice(1, to);
  if (!/\d|[^\w\s"',[\]\\.-]/.test(items) || items.startsWith("[redacted:")) return null;
  return { from: at + 1, to: at + Math.min(to, list.length), by: value };
}

/** YAML: `password: |`, and the lines below that are further in. */
function blockSpan(text: string, name: Name, at: number): TextSpan | null | undefined {
  const [head, end = ""] = blockHead.exec(text.slice(at, at + 40)) ?? [];
  if (head === undefined) return undefined;
  const before = text.slice(Math.max(0, name.from - 99), name.from);
  const own = /[ -]*$/.exec(before)?.[0].length ?? 0;
  const from = at + head.length;
  let to = from;
  while (to < text.length) {
    const indent = /^ {0,99}/.exec(text.slice(to, to + 99))?.[0].length ?? 0;
    const stop = text.indexOf(end, to);
    if (indent <= own && stop !== to) break;
    if (stop < 0) {
      to = text.length;
      break;
    }
    to = stop + end.length;
  }
  const last = text.startsWith(end, to - end.length) ? to - end.length : to;
  const begin = from + (/^\s{0,99}/.exec(text.slice(from, from + 99))?.[0].length ?? 0);
  if (last <= begin || text.startsWith("[redacted:", begin)) return null;
  return { from: begin, to: last, by: value };
}
const blockHead = new RegExp(String.raw`^[|>][+-]?\d?[ \t]{0,9}(${lineEnd})`);
