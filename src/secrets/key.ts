/**
 * What a name says of the value below it: anything, only secrets, or secrets among counts. Below `counts`
 * numbers stay, because `tokens: 812` is a count.
 */
export type Mode = "open" | "secret" | "counts";

/** Found anywhere in a name written without separators; the name's last word may still make it harmless. */
const strong =
  /password|passwd|passphrase|passcode|secret(?!ar)|apikey|(?:access|private|secret|signing|encryption|session|master|shared|ssh|account|subscription|license|deploy)key(?!board|s?ize)|authorization|credential|cookie(?!cutter)|connectionstring|mnemonic|seedphrase|recoverycode|bearer/;

/** Secret only as the last word: `auth`, but not `author`; `dbPass`, but not `passed`. */
const lastWords = new Set(["auth", "creds", "jwt", "dsn", "otp", "pat", "pass", "pwd"]);

/** What follows a secret word and makes of it a word about secrets. */
const harmlessLast = new Set(
  `age at budget cost count counts description dir enabled endpoint error estimate expiration expires
  expiry field file format helper hint in index kind label length limit limits manager max message min
  name names path per policy position prompt provider rate ref remaining required rule rules size
  source status store total ttl type types uri url usage used version`.split(/\s+/),
);

/** `PWD` is a shell's current folder. */
const folders = new Set(["pwd", "oldpwd"]);

/** The words of a name: `dbPassword`, `DB_PASSWORD` and `db-password` are all "db", "password". */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !/^\d+$/.test(word));
}

const MOST_REMEMBERED = 2000;
const remembered = new Map<string, Mode>();

/** What a key says of its value. The same few names come again and again, so answers are remembered. */
export function modeOfKey(name: string): Mode {
  let mode = remembered.get(name);
  if (mode === undefined) {
    mode = judge(wordsOf(name));
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(name, mode);
  }
  return mode;
}

function judge(words: readonly string[]): Mode {
  const last = (words.at(-1) ?? "").replace(/\d+$/, "");
  const joined = words.join("");
  if (folders.has(joined) || harmlessLast.has(last)) return "open";
  if (strong.test(joined)) return "secret";
  if (/tokens?$/.test(joined) || words.includes("token") || words.includes("tokens"))
    return "counts";
  if (last === "pass") return "counts";
  return lastWords.has(last) ? "secret" : "open";
}

/** One spelling for all ways to write a name. */
export function joinedName(name: string): string {
  return wordsOf(name).join("");
}
