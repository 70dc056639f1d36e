import { modeOfKey, type Mode } from "./key.js";

/** Where a value comes from, instead of the value: `process.env.TOKEN`, `getToken()`, `await x`. */
const reference =
  /^(?:(?:process|exports|os|env|config|self|this|args|options|settings|ctx|context|secrets|vars|var|local|data|req|request|import|await|new|typeof|user|input|params|props|state)(?:[.[\s]|$)|[A-Za-z_$][\w$.]*\([^\n]{0,200}\)|\$[({[]|\$?\{\{|\$\d|\$[@*#?]|%\w+%|\*+$|\.\.\.|x{3,}$)/;
const variable = /^\$\{?(?:[A-Z_][A-Z0-9_]*|[a-z_]+|[A-Za-z_]+)(?:[^\w]|$)/;
/** A value that is to be filled in: `<your password>`, `{token}`, `[TOKEN]`. */
const placeholder =
  /^(?:…|<[\w .:/-]{0,60}>|\{[\w .:-]{0,40}\}|\[[A-Za-z ._-]{0,40}\]|\([A-Za-z ._-]{0,40}\))/;
/** Where a secret is kept: a store's address, a function of a settings file. */
const kept =
  /^(?:%env\(|@Microsoft\.KeyVault\(|arn:aws[\w-]*:(?:secretsmanager|ssm|kms):|(?:op|vault|awssm|gcpsm|keyvault):\/\/|!(?:Ref|Sub|GetAtt|secret|vault)\b|(?:random_password|tls_private_key|module)\.\w)/;
/** Words that say of a value that it is to be filled in, and those that may be next to them. */
const markers = new Set(
  `your here example placeholder dummy fake sample change changeme replace replaceme insert enter todo
  fixme redacted test`.split(/\s+/),
);
const around = new Set(
  `a access account actual admin an anthropic api app auth aws azure bearer client db database dev for github
  gitlab goes google id in it key local me my name openai own password personal private prod production public
  real secret slack some string stripe tests the this to token tokens user username valid value with`.split(
    /\s+/,
  ),
);
/** What tokens begin with, in front of such words or of dots. */
const beginning = /^(?:sk-ant|sk-proj|sk|pk|rk|ghp|gho|glpat|xox[bp]|hf|npm|pat)[-_]/i;
const colour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})[;,)}]*$/i;
const size =
  /^(?:\d*\.?\d+(?:px|r?em|%|v[hw]|ch|m?s|deg|fr)?|(?:rgb|hsl|okl(?:ch|ab)|color|color-mix|var|calc)a?\([^\n]*)[;,)}]*$/i;

/** Whether a value only says that one is to be filled in: `your-api-key-here`, `sk-...`, `XXXXXXXX`, `N/A`. */
function isFilledInLater(bare: string): boolean {
  const text = bare.replace(/[;,)}\]]+$/, "").replace(/^[*<[_]+|[*>\]_]+$/g, "");
  const rest = text.replace(beginning, "");
  if (/^(?:n\/a|[-—]|[•●·]{3,})$/i.test(text)) return true;
  if (/^x{3,}$/i.test(rest) || (rest !== text && /^\.{3,}$|^…$/.test(rest))) return true;
  if (!/^[A-Za-z]+(?:[-_ ][A-Za-z]+){0,7}$/.test(rest)) return false;
  const words = rest.toLowerCase().split(/[-_ ]/);
  const isKnown = words.every((word) => markers.has(word) || around.has(word));
  // A word alone may be a bad password.
  return isKnown && words.some((word) => markers.has(word)) && rest !== "test";
}

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
  const [, fallback] = /^\$\{\w+:?[-=]([^}]*)/.exec(bare) ?? [];
  if (fallback !== undefined) return isHarmlessDefault(fallback);
  if (variable.test(bare) || kept.test(bare) || isFilledInLater(bare)) return true;
  if (colour.test(bare) && !/pass.|.pass|pwd|secret/i.test(name.replace(/^--/, ""))) return true;
  // A property of a style sheet.
  if (name.startsWith("--") && spaced && (colour.test(bare) || size.test(bare))) return true;
  if (quoted) {
    if (/^(?:\$[{(]|<\w|\{\{|%\w+%$|\*+$|x{3,}$)/.test(bare)) return true;
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

/** What counts where a variable is not set: `${PASSWORD:-hunter2}` has a secret in it. */
function isHarmlessDefault(text: string): boolean {
  return text === "" || /^["']{0,2}(?:[$/`]|$)/.test(text) || isFilledInLater(text);
}

export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** `user.password`, `row.api_key`. */
function namesSecret(bare: string): boolean {
  const [path = ""] = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$]+)+(?=[\s;,)}\]]|$)/.exec(bare) ?? [];
  return path !== "" && modeOfKey(path.slice(path.lastIndexOf(".") + 1)) !== "open";
}
