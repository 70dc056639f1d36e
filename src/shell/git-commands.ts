import { isPlainWord } from "./plain-words.js";
import type { SimpleCommand, Word } from "./parsed-command.js";

const STARTS = "git may start a program that is not known";
const NAMES_FILES = /^(?:core\.hookspath|include\S*|core\.attributesfile|init\.templatedir)/i;
const ALIAS = "an alias changes what later commands mean";

/** Settings that name no program, whatever their value. */
const HARMLESS_SETTING =
  /^(?:user\.(?:name|email)|author\.|committer\.|color\.|advice\.|init\.defaultbranch|core\.(?:quotepath|autocrlf|eol|safecrlf|whitespace|filemode|ignorecase|abbrev|longpaths|symlinks|bare|worktree|excludesfile|commentchar)|commit\.gpgsign|tag\.|log\.|status\.|pull\.|push\.default|push\.autosetupremote|merge\.(?:ff|conflictstyle|renames)|rebase\.(?:auto\w*|update\w*)|diff\.(?:renames|algorithm|context|noprefix|mnemonicprefix|colormoved)|fetch\.|http\.|https\.|safe\.directory|column\.|i18n\.|gc\.|branch\.|remote\.\w+\.url|format\.pretty)/i;

/** Options that start what follows them. */
const STARTING =
  /^(?:-x|--exec\S*|--ext\S*|-\w*O|--open\S*|--upl\S*|--rece\S*|ext::.*|--\w+-filter|--tool\S*|--template\S*|-x.+)$/s;

/** What a subcommand of git does. */
interface GitSubcommand {
  /** `quiet`: it starts none of its words. `starts`: it does. */
  readonly words: "quiet" | "starts" | null;
  /** What it writes besides git's own folder: nothing, at most what it names, or also files of the tree that it does not name. */
  readonly writes: "nothing" | "named" | "tree";
}

const rows = (words: GitSubcommand["words"], writes: GitSubcommand["writes"], names: string) =>
  names.split(/\s+/).map((name) => [name, { words, writes }] as const);

/** Each subcommand once. Whatever is not here may write anything, or is an alias. */
export const GIT_SUBCOMMANDS: ReadonlyMap<string, GitSubcommand> = new Map([
  ...rows(
    "quiet",
    "nothing",
    `add blame branch cat-file check-ignore commit count-objects describe diff diff-tree fetch for-each-ref grep help log ls-files
    ls-remote ls-tree merge-base name-rev push range-diff remote rev-list rev-parse shortlog show show-ref status tag var version
    whatchanged`,
  ),
  ...rows(
    "quiet",
    "named",
    "archive bundle clone format-patch fsck gc hash-object init notes reflog symbolic-ref update-index worktree",
  ),
  ...rows(
    "quiet",
    "tree",
    "am apply checkout cherry-pick clean merge mv pull rebase reset restore revert rm sparse-checkout stash switch",
  ),
  ...rows(
    "starts",
    "named",
    "config credential difftool interpret-trailers maintenance send-email submodule",
  ),
  ...rows(
    "starts",
    "tree",
    `bisect daemon filter-branch for-each-repo hook instaweb mergetool p4 receive-pack remote-ext shell svn upload-archive
    upload-pack web--browse`,
  ),
  ...rows(
    null,
    "nothing",
    `annotate check-attr check-ref-format cherry diff-files diff-index get-tar-commit-id merge-tree patch-id show-branch
    stripspace verify-commit verify-tag`,
  ),
  ...rows(
    null,
    "named",
    `commit-graph commit-tree fetch-pack index-pack lfs merge-file mktag mktree pack-objects pack-refs prune repack replace
    request-pull update-ref write-tree`,
  ),
]);

/** The words from the subcommand on, the options of git itself left out. */
function subcommand({ words, ownWords }: SimpleCommand): readonly Word[] {
  return words.slice(ownWords < words.length ? ownWords : 1);
}

export function isQuietGit(command: SimpleCommand): boolean {
  const [name, ...rest] = subcommand(command);
  if (name === undefined || GIT_SUBCOMMANDS.get(name.text)?.words !== "quiet") return false;
  const own = command.words.slice(
    1,
    command.ownWords < command.words.length ? command.ownWords : 1,
  );
  if (own.some(({ text }) => /^(?:-c|--config-env|--exec-path)/.test(text))) return false;
  return !rest.some(({ text }) => isStarting(name.text, text));
}

function isStarting(name: string, text: string): boolean {
  return (
    STARTING.test(text) ||
    (name === "clone" && /^(?:-\w*[uc]|--conf)/.test(text)) ||
    (name === "grep" && /^-\w*O/.test(text))
  );
}

/** Whether a word after git's subcommand names a program to start; `-x` does so for some subcommands only. */
export function startsByGit(words: readonly Word[], text: string): boolean {
  const name = words.find((word) => !word.text.startsWith("-"))?.text ?? "";
  if (text.startsWith("-x")) return name === "rebase" || name === "difftool";
  return isStarting(name, text);
}

/** Why git may start a program that its words do not show. `own` are the words before the subcommand. */
export function doubtGit(own: readonly Word[], rest: readonly Word[]): string | null {
  for (const [at, { text }] of own.entries()) {
    if (/^--(?:config-env|exec-path)/.test(text)) return STARTS;
    const setting =
      text === "-c"
        ? own[at + 1]
        : text.startsWith("-c")
          ? { ...own[at], text: text.slice(2) }
          : null;
    if (setting !== null && setting !== undefined && !isHarmlessSetting(setting as Word))
      return STARTS;
  }
  const [name, ...words] = rest;
  if (name === undefined) return null;
  if (
    name.text === "config" &&
    words.some(({ text }) => /^alias\./i.test(text)) &&
    words.length > 1
  ) {
    const at = words.findIndex(({ text }) => /^alias\./i.test(text));
    if (at < words.length - 1) return ALIAS;
  }
  if (name.text === "config" && words.some(({ text }) => HARMLESS_SETTING.test(text))) return null;
  const included = words.findIndex(({ text }) => /^include/i.test(text));
  if (name.text === "config" && included >= 0 && included < words.length - 1) return STARTS;
  // What it runs is a file that some setting may lead to.
  if (name.text === "hook") return STARTS;
  const starts =
    GIT_SUBCOMMANDS.get(name.text)?.words === "starts" ||
    words.some(({ text }) => isStarting(name.text, text));
  return starts && !words.every(isPlainWord) ? STARTS : null;
}

function isHarmlessSetting(setting: Word): boolean {
  if (NAMES_FILES.test(setting.text)) return false;
  return HARMLESS_SETTING.test(setting.text) || isPlainWord(setting);
}
