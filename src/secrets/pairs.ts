import { modeOfKey, type Mode } from "./key.js";

/** A quoted text, one in escaped quotes, or a word; in front of a word the scheme of an Authorization header. */
const value =
  /"[^"\\\n]*(?:\\.[^"\\\n]*)*|'[^'\\\n]*(?:\\.[^'\\\n]*)*|\\+["'][^"'\\\n]*|(?:(?:bearer|basic|digest|negotiate|apikey|token)\s{1,4})?[^\s"'`&,;\\]+/
    .source;

const words =
  "(?:api|access|private|secret|signing) key|pass|pwd|secret|token|key|credential|creds|cookie|auth|bearer|jwt|dsn|otp|mnemonic|phrase|connectionstring|recoverycode";

const assignment = new RegExp(
  `(?:${words})[\\w.-]{0,24}((?:\\\\*["'])?[ \\t]{0,4}(?:=>|:=|[=:])\\s{0,4})(${value})`,
  "gi",
);

/** `password=x`, `"token": "x"`, `DB_SECRET: x`. */
export function redactAssignments(text: string): string {
  return text.replace(
    assignment,
    (all: string, separator: string, right: string, offset: number) => {
      const left = all.slice(0, all.length - right.length - separator.length);
      const name = nameBefore(text, offset) + left;
      // A path, as in `cat: /etc/passwd: No such file`.
      if (name.startsWith("/") && separator.startsWith(":")) return all;
      const mode = modeOfKey(name);
      if (mode === "open" || isHarmless(right, separator, name, mode)) return all;
      return left + separator + hide(right);
    },
  );
}

const flag = new RegExp(`(?<![\\w-])(--?([A-Za-z][\\w-]{2,})(?:\\s{1,4}|=))(${value})`, "g");
const user = /(?<=\s)(-u|--user)([ =]["']?)([^\s:"']{1,128}):([^\s"']+)/g;

/** `--password x`, and `-u name:password` as curl has it. */
export function redactFlags(text: string): string {
  if (!text.includes("-")) return text;
  return text
    .replace(flag, (all, start: string, name: string, right: string) => {
      if (right.startsWith("-")) return all;
      const mode = modeOfKey(name);
      return mode === "open" || isHarmless(right, "=", name, mode) ? all : start + hide(right);
    })
    .replace(user, (all, option: string, gap: string, name: string, password: string) =>
      (/^\d+$/.test(name) && /^\d+$/.test(password)) || password.startsWith("$")
        ? all
        : `${option}${gap}${name}:[redacted:password]`,
    );
}

/** The part of a name that comes before a place, with a slash before it. */
function nameBefore(text: string, offset: number): string {
  let begin = offset;
  while (begin > 0 && offset - begin < 64 && isNamePart(text.charCodeAt(begin - 1))) begin--;
  if (begin > 0 && text.charAt(begin - 1) === "/") begin--;
  return text.slice(begin, offset);
}

/** Letters, digits, `_`, `.` and `-`. */
function isNamePart(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 48 && code <= 57) || code === 45 || code === 46;
}

function hide(right: string): string {
  const open = /^\\*["']?/.exec(right)?.[0] ?? "";
  return `${open}[redacted:value]`;
}

/** Where a value comes from, instead of the value: `$TOKEN`, `process.env.TOKEN`, `getToken()`. */
const reference =
  /^(?:\$[A-Za-z_{(]|[<{[(=~>]|\*+$|%\w+%|\.\.\.|(?:process|os|env|config|self|this|args|options|settings|ctx|context|secrets|vars|req|request|import|await|new|typeof)(?:[.[\s]|$)|[A-Za-z_$][\w$.]*\()/;
/** The same between quotes, where a `$` in single quotes is only a `$`. */
const quotedReference = /^(?:\\*"\$[A-Za-z_{(]|\\*["'](?:\$\{|<\w|\{\{|%\w+%|\*+$))/;
const plainWords = new Set(
  `any bool boolean bytes false float int integer missing never nil no none null number object optional
  required str string true undefined unknown void yes denied invalid expected incorrect must is not
  the a an`.split(/\s+/),
);

function isHarmless(right: string, separator: string, name: string, mode: Mode): boolean {
  const bare = right.replace(/^\\*["']/, "");
  const quoted = bare.length < right.length;
  if (bare === "" || bare.startsWith("[redacted:")) return true;
  if (quoted ? quotedReference.test(right) : reference.test(right)) return true;
  if (bare.length < 14 && plainWords.has(bare.replace(/[.)}\]?!|[]*$/, "").toLowerCase()))
    return true;
  if (separator.includes("=>") && !quoted) return true;
  if (mode === "counts" && /^[\d.,]+[)}\]]*$/.test(bare)) return true;
  // In prose and in code a word may follow; a password may be a word, anything else is not.
  const spaced = /\s/.test(separator);
  return spaced && !quoted && !/pass|pwd/i.test(name) && /^[A-Za-z_.[\]()-]{1,19}$/.test(bare);
}
