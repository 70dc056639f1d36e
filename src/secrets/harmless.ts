import { modeOfKey, type Mode } from "./key.js";

/** Where a value comes from, instead of the value: `process.env.TOKEN`, `getToken()`, `await x`. */
const reference =
  /^(?:(?:process|exports|os|env|config|self|this|args|options|settings|ctx|context|secrets|vars|var|local|data|req|request|import|await|new|typeof|user|input|params|props|state)(?:[.[\s]|$)|[A-Za-z_$][\w$.]*\([^\n]{0,200}\)|\$[({[]|\$?\{\{|\$\d|\$[@*#?]|%\w+%|\*+$|\.\.\.|x{3,}$)/;
const variable = /^\$\{?(?:[A-Z_][A-Z0-9_]*|[a-z_]+|[A-Za-z_]+)(?:[^\w]|$)/;
/** A value that is to be filled in: `<your password>`, `{token}`, `[TOKEN]`. */
const placeholder =
  /^(?:…|<[\w .:/-]{0,60}>|\{[\w .:-]{0,40}\}|\[[A-Za-z ._-]{0,40}\]|\([A-Za-z ._-]{0,40}\))/;
/** In code, where there is a space in front, these begin an expression; behind a bracket no word follows. */
const isExpression = (bare: string): boolean => expression.test(bare) && !/[)\]}>]\w/.test(bare);
const expression = /^(?:[<{[(=~>!]|[A-Za-z_$][\w$.]*[([<])/;
const plainWords = new Set(
  `any bool boolean bytes false float int integer missing never nil no none null number object optional
  required str string true undefined unknown void yes denied invalid expected incorrect must is not
  the a an ok failed wrong empty expired unset set hidden masked protected include omit same-origin`.split(
    /\s+/,
  ),
);

/** Whether what comes after a name is a type, a reference, a count or a word, and not the secret itself. */
export function isHarmless(
  bare: string,
  quoted: boolean,
  spaced: boolean,
  name: string,
  mode: Mode,
): boolean {
  if (bare === "" || bare.startsWith("[redacted:")) return true;
  if (variable.test(bare)) return true;
  if (quoted) {
    if (/^(?:\$\{|<\w|\{\{|%\w+%$|\*+$|x{3,}$)/.test(bare)) return true;
  } else {
    if (reference.test(bare) || (spaced && isExpression(bare))) return true;
    if (namesSecret(bare)) return true;
  }
  if (bare.length < 14 && plainWords.has(bare.replace(/[.)}\]?!|[;,:]*$/, "").toLowerCase()))
    return true;
  if (mode === "counts" && /^[\d.,_]+[)}\]]*$/.test(bare)) return true;
  if (spaced && !quoted && /^\d{1,3}\W*$/.test(bare) && !/pass|pwd|otp/i.test(name)) return true;
  // In prose and in code a word may follow; a password may be a word, anything else is not.
  const word = /^(?:[A-Za-z_.[\]()-]{1,19}|[a-z]{2,}(?:[A-Z]+[a-z]{2,})+)$/;
  return spaced && !quoted && !/pass.|.pass|pwd/i.test(name) && word.test(bare);
}

export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** `user.password`, `row.api_key`. */
function namesSecret(bare: string): boolean {
  const [path = ""] = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$]+)+(?=[\s;,)}\]]|$)/.exec(bare) ?? [];
  return path !== "" && modeOfKey(path.slice(path.lastIndexOf(".") + 1)) !== "open";
}
