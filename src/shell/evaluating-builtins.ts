import { isObeyedName } from "./obeyed-variables.js";
import type { SimpleCommand, Word } from "./parsed-command.js";
import type { VariableUses } from "./variable-uses.js";

const EVALUATES = "a builtin evaluates a text, which can run commands";
const ELEMENT = /^[A-Za-z_]\w*(?:\[(?:[0-9]+|@|\*)\])?$/;
const NUMBER = /^[-+]?[0-9]*$/;

/** Builtins that declare variables: `NAME` or `NAME=value`. */
export const DECLARING: ReadonlySet<string> = new Set([
  "declare",
  "typeset",
  "local",
  "readonly",
  "export",
  "integer",
]);

/** Builtins whose words that are no options name variables. */
const NAMING = new Set(["read", "unset", "mapfile", "readarray", "getopts", "vared"]);

/** Options whose value is the next word and no name of a variable. */
const VALUED: Readonly<Record<string, RegExp>> = {
  read: /^-[a-z]*[dinNptu]$/,
  mapfile: /^-[a-z]*[dnOsuCc]$/,
  readarray: /^-[a-z]*[dnOsuCc]$/,
  wait: /^$/,
};

/** Options with which a builtin runs a text, or lets names mean other programs. */
const RUNNING: Readonly<Record<string, RegExp>> = {
  mapfile: /^-[a-z]*C/,
  readarray: /^-[a-z]*C/,
  compgen: /^-[a-zA-Z]*[CFWXP]/,
  complete: /^-[a-zA-Z]*[CFW]/,
  hash: /^-[a-z]*p/,
  enable: /^-[a-z]*f/,
  bind: /^-[a-z]*x/,
  fc: /^/,
  history: /^-[a-z]*[sprn]/,
  jobs: /^-[a-z]*x/,
  zmodload: /^/,
  autoload: /^/,
};

/** Why a builtin may run a command that its words do not show. Notes the variables that it sets. */
export function doubtBuiltin(
  name: string,
  { words }: SimpleCommand,
  uses: VariableUses,
): string | null {
  const rest = words.slice(1);
  if (RUNNING[name] !== undefined && (name === "fc" || rest.some(fits(RUNNING[name]))))
    return `${name} can run commands`;
  if (DECLARING.has(name)) return declare(rest, uses);
  if (NAMING.has(name)) return nameVariables(name, rest, uses);
  switch (name) {
    case "let":
      for (const { text } of rest)
        for (const variable of text.match(/[A-Za-z_]\w*/g) ?? []) {
          uses.evaluated.add(variable);
          if (isObeyedName(variable)) return obeyed({ text: variable });
        }
      return rest.every(({ text, known }) => known && !/[[$`]/.test(text)) ? null : EVALUATES;
    case "set":
      uses.assign("@", false, false);
      return rest.some(({ text }) => /^(?:-\w*H|histexpand$)/.test(text))
        ? "earlier commands are read again"
        : null;
    case "shift":
      uses.assign("@", false, false);
      return null;
    case "test":
    case "[":
      return rest.some(({ text }, at) => /^-[vR]$/.test(text) && !isName(rest[at + 1]))
        ? EVALUATES
        : null;
    case "printf":
      return afterOption(/^-v/, rest.slice(0, 2), uses);
    case "wait":
      return afterOption(/^-[a-z]*?p/, rest, uses);
    default:
      return null;
  }
}

function fits(option: RegExp): (word: Word) => boolean {
  return ({ text, known }) => option.test(text) || (!known && text.startsWith("-"));
}

function isName(word: Word | undefined): boolean {
  return word === undefined || (word.known && ELEMENT.test(word.text));
}

function declare(words: readonly Word[], uses: VariableUses): string | null {
  const options = words.filter(({ text }) => /^[-+]/.test(text)).map(({ text }) => text.slice(1));
  const isInteger = options.some((letters) => letters.includes("i"));
  for (const { text, known } of words) {
    if (/^[-+]/.test(text)) {
      if (!known || text.includes("n")) return EVALUATES;
      continue;
    }
    const at = text.indexOf("=");
    const name = (at < 0 ? text : text.slice(0, at)).replace(/\+$/, "");
    const value = at < 0 ? "0" : text.slice(at + 1);
    if (!/^[A-Za-z_]\w*$/.test(name) || value.startsWith("(")) return EVALUATES;
    uses.assign(name, known, NUMBER.test(value));
    if (isInteger) uses.evaluated.add(name);
  }
  return null;
}

function nameVariables(name: string, words: readonly Word[], uses: VariableUses): string | null {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? { text: "", known: true };
    if (word.text.startsWith("-")) {
      if (VALUED[name]?.test(word.text) === true) at++;
      continue;
    }
    if (name === "getopts" && at === 0) continue;
    if (!isName(word)) return EVALUATES;
    // Without a PATH, programs are looked for in the folder.
    if ((name !== "unset" || word.text === "PATH") && isObeyedName(word.text)) return obeyed(word);
    uses.assign(word.text.replace(/\[.*/, ""), false, false);
  }
  if (name === "read") uses.assign("REPLY", false, false);
  return null;
}

/** `printf -v name`, `wait -n -p name`: the value is not known. */
function afterOption(option: RegExp, words: readonly Word[], uses: VariableUses): string | null {
  const at = words.findIndex(({ text }) => option.test(text));
  const found = words[at];
  if (found === undefined) return null;
  const glued = found.text.replace(option, "");
  const name = glued === "" ? words[at + 1] : { ...found, text: glued };
  if (!isName(name)) return EVALUATES;
  if (name !== undefined && isObeyedName(name.text)) return obeyed(name);
  uses.assign(name?.text ?? "", false, false);
  return null;
}

function obeyed({ text }: Pick<Word, "text">): string {
  return `${text} says what programs do or start`;
}
