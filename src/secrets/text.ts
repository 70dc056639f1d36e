import { secretPatterns, suspicious } from "./patterns.js";
import { redactAssignments, redactFlags } from "./pairs.js";

/** An encoding inside an encoding is looked into this often. */
const DEEPEST = 3;
const LONGEST_SHIFTED = 4096;

/** The text with every secret in it replaced by `[redacted:kind]`. Takes time linear in its length. */
export function redactText(text: string, depth = 0): string {
  if (text.length < 6 || !suspicious.test(text)) return text;
  let safe = redactPrivateKeys(text);
  for (const { kind, pattern, unless } of secretPatterns)
    safe = safe.replace(pattern, (match) => (unless?.(match) ? match : `[redacted:${kind}]`));
  safe = redactHeaders(safe);
  safe = redactFlags(redactAssignments(safe));
  return depth < DEEPEST ? redactEncoded(safe, depth + 1) : safe;
}

const beginKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;

/** From its first line to its last, or as far as it goes where the last one is missing. */
function redactPrivateKeys(text: string): string {
  if (!text.includes("PRIVATE KEY")) return text;
  let safe = "";
  let done = 0;
  for (const { 0: begin, index } of text.matchAll(beginKey)) {
    if (index < done) continue;
    const dashes = text.indexOf("-----", index + begin.length);
    const end = text.startsWith("-----END", dashes)
      ? text.indexOf("-----", dashes + 8) + 5
      : dashes;
    safe += `${text.slice(done, index)}[redacted:private-key]`;
    done = dashes < 0 || end < dashes ? text.length : end;
  }
  return safe + text.slice(done);
}

function redactHeaders(text: string): string {
  return text
    .replace(/\b(bearer\s{1,4})([\w+/.~=-]{8,})/gi, (all, scheme: string, value: string) =>
      /\d|[a-z][A-Z]/.test(value) || value.length >= 24 ? `${scheme}[redacted:bearer]` : all,
    )
    .replace(/\b(basic\s{1,4})([\w+/-]{4,}={0,2})/gi, (all, scheme: string, value: string) =>
      Buffer.from(value, "base64").includes(":") ? `${scheme}[redacted:basic]` : all,
    )
    .replace(
      /(cookie["'\\]{0,4}\s{0,4}:\s{0,4}["'\\]{0,4})[\w.-]{1,128}=[^\r\n"'\\]*/gi,
      "$1[redacted:cookie]",
    )
    .replace(
      /:\/\/([^\s/:@"'<>]{0,256}):([^\s/"'<>]{1,512})@/g,
      (all, user: string, password: string) =>
        /^[$<{]/.test(password) && /^$|^[$<{]|^\w+$/.test(user) ? all : "://[redacted:url]@",
    );
}

const percent = /%[0-9A-Fa-f]{2}/;
const base64Run = /(?<![\w+/-])[\w+/-]{24,}(?:\r?\n[\w+/-]{4,}(?=[=\r\n]|$))*={0,2}/g;

/** Decodes what is URL-encoded or base64; where a secret comes out, the encoded text goes. */
function redactEncoded(text: string, depth: number): string {
  let safe = text;
  if (percent.test(safe))
    safe = safe.replace(/[^\s"'<>]+/g, (run) => {
      if (!percent.test(run)) return run;
      // Tolerant, unlike decodeURIComponent; Latin-1, which is enough to find ASCII.
      const decoded = unescape(run);
      const clean = redactText(decoded, depth);
      return clean === decoded ? run : clean;
    });
  return safe.replace(base64Run, (run) => {
    if (!/[A-Z]/.test(run)) return run;
    // Something in front, as in `dir/QUtJQQ==`, shifts the groups of four.
    const shifts =
      run.length <= LONGEST_SHIFTED && /[/+_-]/.test(run) && /[^/+_-]{16}/.test(run) ? 4 : 1;
    for (let shift = 0; shift < shifts; shift++) {
      const decoded = Buffer.from(run.slice(shift), "base64").toString("latin1");
      // PowerShell encodes UTF-16: every second byte is zero.
      const narrow = decoded.includes("\0") ? decoded.replaceAll("\0", "") : decoded;
      if (redactText(narrow, depth) !== narrow) return "[redacted:base64]";
    }
    return run;
  });
}
