// Makes src/secrets/gitleaks-rules.ts of gitleaks' rules. Run by hand, with a copy of their file and its commit:
//   node scripts/secret-rules.mjs gitleaks.toml COMMIT
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const [file = "", commit = ""] = process.argv.slice(2);
if (file === "" || commit === "") throw new Error("secret-rules.mjs gitleaks.toml COMMIT");

/** Rules that are code here, or that would hide what must stay readable. */
const elsewhere = new Map([
  ["azure-ad-client-secret", "in token-rules.ts: what marks it is in the middle"],
  ["curl-auth-header", "headers"],
  ["curl-auth-user", "programs"],
  ["facebook-access-token", "in token-rules.ts: it begins with digits"],
  ["freemius-secret-key", "names"],
  ["generic-api-key", "names"],
  ["hashicorp-tf-api-token", "in token-rules.ts: what marks it is in the middle"],
  ["hashicorp-tf-password", "names"],
  ["jwt", "in token-rules.ts"],
  ["jwt-base64", "base64 is decoded"],
  ["kubernetes-secret-yaml", "names"],
  ["maxmind-license-key", "in token-rules.ts: what marks it is at its end"],
  ["microsoft-teams-webhook", "in token-rules.ts: its host is arbitrary"],
  ["nuget-config-password", "names"],
  ["private-key", "private keys"],
  ["sidekiq-sensitive-url", "URLs"],
  ["sourcegraph-access-token", "in token-rules.ts: without 40 bare hex digits, which are a commit"],
  ["twilio-api-key", "in token-rules.ts: its prefix has two letters"],
  ["vault-service-token", "in token-rules.ts: the old form's prefix has two letters"],
]);

const name = String.raw`(?:\[\\w\.-\]\{0,50\}\?)?(?:\(\?i:?\)?)?\[\\w\.-\]\{0,50\}\?\((?:\?:)(.+)\)`;
const between = String.raw`\(\?:\[ \\t\\w\.-\]\{0,20\}\)\[\\s'"\]\{0,3\}\)?\(\?:=\|>\|:\{1,3\}=\|\\\|\\\|\|:\|=>\|\\\?=\|,\)\[\\x60'"\\s=\]\{0,5\}`;
const end = String.raw`\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)`;
const namedRule = new RegExp(`^(?:\\(\\?i\\))?${name}${between}\\((.+?)\\)${end}$`);
const atlassian = new RegExp(`^(.+?${end})\\|(.+)$`);

/** @type {[kind: string, prefix: string, rest: string][]} */
const tokens = [];
/** @type {Map<string, string[]>} By vendor: what their values look like. */
const named = new Map();

const { rules } = /** @type {{ rules: { id: string, regex?: string }[] }} */ (
  /** @type {unknown} */ (parse(readFileSync(file, "utf8")))
);
for (const { id, regex } of rules) {
  if (regex === undefined || elsewhere.delete(id)) continue;
  const [, one, other] = id === "atlassian-api-token" ? (atlassian.exec(regex) ?? []) : [];
  for (const part of one === undefined ? [regex] : [one, other ?? ""]) {
    const [, vendor, value] = namedRule.exec(part) ?? [];
    if (vendor === undefined || value === undefined) addToken(id, part);
    else
      for (const word of vendorsOf(vendor))
        named.set(word, [...(named.get(word) ?? []), javaScript(value)]);
  }
}
if (elsewhere.size > 0) throw new Error(`gone from gitleaks: ${[...elsewhere.keys()].join(", ")}`);

/** @param {string} source */
function vendorsOf(source) {
  const words = alternatives(source.replaceAll(/\(\?-i:([^()]*)\)/g, "$1"))
    .flatMap((word) => ["", "_", "-"].map((joint) => word.replace(/\[_-\]\?/, joint)))
    .map((word) => word.replaceAll(/\[(.)[^\]]*\]/g, "$1").toLowerCase());
  // `snyk_token`, `sonar.login`: the shape of the value is enough.
  return new Set(words.map((word) => /^\w*[a-z](?:-\w+)*/.exec(word)?.[0] ?? word));
}

/** @param {string} id @param {string} regex */
function addToken(id, regex) {
  const kind = id.split("-")[0] ?? id;
  const bare = regex
    .replaceAll(/\((?:\?i:?)\)?/g, (mark) => (mark.endsWith(")") ? "" : "(?:"))
    .replace(new RegExp(`${end}$`), "")
    .replace("(?:https?://)?", "")
    .replaceAll(String.raw`(?:[^\w-]|\z)`, "")
    .replaceAll(String.raw`(?:[^a-zA-Z0-9+/]|\z)`, "");
  for (const { prefix, rest } of expand("", javaScript(bare))) {
    if (prefix.length < 3) throw new Error(`${id}: no prefix: ${regex}`);
    tokens.push([kind, prefix, relaxed(prefix, rest)]);
  }
}

/** RE2 as JavaScript reads it; case is not looked at behind the prefix. @param {string} source */
function javaScript(source) {
  return source
    .replaceAll("[[:alnum:]]", "[a-z0-9]")
    .replaceAll(/\(\?-?i:/g, "(?:")
    .replaceAll("(?i)", "")
    .replaceAll(/(?<=\]|\\[dw])([+*])/g, (_, sign) => (sign === "+" ? "{1,99}" : "{0,99}"))
    .replaceAll("hooks.slack.com", String.raw`hooks\.slack\.com`)
    .replaceAll(/\{(\d+),\}(?=.*[^)])/g, "{$1,300}")
    .replaceAll(/(?<!\\)\\b/g, "");
}

/** The literal beginnings of an expression, each with what follows. @returns {{ prefix: string, rest: string }[]} @param {string} prefix @param {string} source */
function expand(prefix, source) {
  const literal = /^(?:[\w~:/-]|\\[./-])(?![{?*+])/.exec(source)?.[0];
  if (literal !== undefined && prefix.length < 32)
    return expand(prefix + literal.replace("\\", ""), source.slice(literal.length));
  const letters = /^\[(\w{2,4})\](?![{?*+])/.exec(source);
  if (letters !== null && prefix.length < 6)
    return (letters[1] ?? "")
      .split("")
      .flatMap((letter) => expand(prefix + letter, source.slice(letters[0].length)));
  if (source.startsWith("(")) {
    const close = closing(source);
    const inside = source.slice(source.startsWith("(?:") ? 3 : 1, close);
    const rest = source.slice(close + 1);
    if (!/^[{?*+]/.test(rest))
      return alternatives(inside).flatMap((one) => expand(prefix, one + rest));
  }
  return [{ prefix, rest: source }];
}

/** Where the group ends with which a source begins. @param {string} source */
function closing(source) {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === "\\") at++;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  throw new Error(`not closed: ${source}`);
}

/** @param {string} source */
function alternatives(source) {
  const found = [];
  let begin = 0;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") at = source.indexOf("]", at + 2);
    else if (source[at] === "(") at += closing(source.slice(at));
    else if (source[at] === "|") {
      found.push(source.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...found, source.slice(begin)];
}

/**
 * Vendors change lengths and texts are cut: behind a prefix that is nothing else, 20 characters are enough. Where
 * the prefix could begin a word, the length counts.
 * @param {string} prefix
 * @param {string} rest
 */
function relaxed(prefix, rest) {
  const last = /\{(\d+)(?:,\d*)?\}((?:=\{0,\d\})?)$/.exec(rest);
  if (last === null) return rest;
  const before = rest.slice(0, last.index);
  const least = Number(last[1]);
  if (prefix.length >= 4 && /[_.~-]/.test(prefix)) return `${before}{${least > 26 ? 20 : least},}`;
  return last[0].includes(",") ? rest : `${rest}(?![a-z0-9])`;
}

const rows = tokens.map((row) => `  [${row.map((cell) => raw(cell)).join(", ")}],`);
const vendors = [...named]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([word, shapes]) => `  [${raw(word)}, ${raw([...new Set(shapes)].join("|"))}],`);

/** @param {string} text */
function raw(text) {
  return text.includes("\\") ? `String.raw\`${text}\`` : JSON.stringify(text);
}

const target = new URL("../src/secrets/gitleaks-rules.ts", import.meta.url);
writeFileSync(
  target,
  `/*!
 * Made by scripts/secret-rules.mjs of the rules of gitleaks (https://github.com/gitleaks/gitleaks, config/gitleaks.toml)
 * at ${commit}. MIT License, Copyright (c) 2019 Zachary Rice: licenses/gitleaks.txt.
 */

/** Tokens that are known by how they begin: the vendor, the beginning, and an expression for the rest, in any case. */
export const gitleaksTokens: readonly (readonly [kind: string, prefix: string, rest: string])[] = [
${rows.join("\n")}
];

/** Values that have no mark of their own but a vendor in their name: \`heroku_id = 8-4-4-4-12\`. */
export const gitleaksNamed: readonly (readonly [vendor: string, value: string])[] = [
${vendors.join("\n")}
];
`,
);
process.stdout.write(
  `${fileURLToPath(target)}: ${rows.length} tokens, ${vendors.length} vendors\n`,
);
