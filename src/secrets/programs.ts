import type { TextSpan } from "./pairs.js";
import { valueAt } from "./value.js";

const mysql =
  "mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mysqlcheck|mariadb|mariadb-dump|mycli";
const mongo = "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat|mongotop";

/**
 * Which programs take a password behind which option: in the next word, or attached to it. `pair` is a name,
 * a sign and the password.
 */
const optionRules: Readonly<
  Record<string, { readonly next?: string; readonly attached?: string; readonly pair?: string }>
> = {
  "-p": {
    next: `sshpass|twine|(?:docker|podman|nerdctl|buildah|skopeo|crane|helm|oc|az|cf|ibmcloud)\\s[^\\n]{0,200}login|${mongo}`,
    attached: `${mysql}|sshpass|7z|7za|7zz|rar|unrar`,
  },
  "-P": {
    next: "sqlcmd|bcp|isql|tsql|zip|unzip|ipmitool|mosquitto_pub|mosquitto_sub|cqlsh",
    attached: "sqlcmd|bcp|unzip",
  },
  "-a": { next: "redis-cli|valkey-cli|keydb-cli", pair: "http|https|xh|xhs" },
  "-w": { next: "ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|ldapcompare" },
  "-U": { pair: "smbclient|rpcclient|smbmap|net|curl|winexe" },
  "-u": { pair: "" },
  "-b": { next: "curl" },
  "--user": { pair: "" },
  "--proxy-user": { pair: "" },
};
export const options: readonly string[] = Object.keys(optionRules);

/** From a command's beginning to the option: no other command begins between. */
const LONGEST_COMMAND = 200;
const someUser = /\s{0,4}\\*["']?([^\s:%"']{1,128})[:%](?=[^\s"'])/y;

/** The password behind ` -p` and the like, where the program before it takes one there. */
export function optionSpan(text: string, at: number): TextSpan | null {
  const option = /^-\w|^--[a-z-]+/.exec(text.slice(at, at + 16))?.[0] ?? "";
  const known = Object.hasOwn(optionRules, option) ? optionRules[option] : undefined;
  if (known === undefined) return null;
  const command =
    text
      .slice(Math.max(0, at - LONGEST_COMMAND), at)
      .split(/[\n;|]|&&/)
      .at(-1) ?? "";
  const runs = (programs: string): boolean =>
    new RegExp(`(?:^|[\\s/"'\`($])(?:${programs})(?:\\.exe)?["']?\\s`, "i").test(`${command} `);
  const end = at + option.length;
  if (known.pair !== undefined && (known.pair === "" || runs(known.pair))) {
    someUser.lastIndex = text.charAt(end) === "=" ? end + 1 : end;
    const [all, user = ""] = someUser.exec(text) ?? [];
    if (all !== undefined) return passwordSpan(text, someUser.lastIndex, user);
  }
  const spaces =
    /^(?:[ \t]{1,9}(?:\\\r?\n[ \t]{0,40})?|=)/.exec(text.slice(end, end + 60))?.[0] ?? "";
  const programs = spaces === "" ? known.attached : known.next;
  if (programs === undefined || !runs(programs)) return null;
  return passwordSpan(text, end + spaces.length, "");
}

/** `-u 1000:1000` is a user and a group, `-p 8080:80` two ports, `$PASSWORD` no password. */
function passwordSpan(text: string, at: number, user: string): TextSpan | null {
  const { from, to } = valueAt(text, at, { query: false, around: "", until: "word" });
  const bare = text.slice(from, Math.min(to, from + 256));
  if (bare === "" || /^(?:\$[\w({]|-|\[redacted:|[\d:]+$|<\w|\d+\.\d+\.\d+\.\d+)/.test(bare)) {
    if (!/^\d+$/.test(bare) || user === "" || /^\d+$/.test(user)) return null;
  }
  return to > from ? { from, to, by: "[redacted:password]" } : null;
}
