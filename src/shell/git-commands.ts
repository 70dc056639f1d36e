import { isPlainWord } from "./plain-words.js";
import type { SimpleCommand, Word } from "./parsed-command.js";

const STARTS = "git may start a program that is not known";
const NAMES_FILES = /^(?:core\.hookspath|include\S*|core\.attributesfile|init\.templatedir)/i;
const ALIAS = "an alias changes what later commands mean";

/** Settings that name no program, whatever their value. */
const HARMLESS_SETTING =
  /^(?:user\.(?:name|email)|author\.|committer\.|color\.|advice\.|init\.defaultbranch|core\.(?:quotepath|autocrlf|eol|safecrlf|whitespace|filemode|ignorecase|abbrev|longpaths|symlinks|bare|worktree|excludesfile|commentchar)|commit\.gpgsign|tag\.|log\.|status\.|pull\.|push\.default|push\.autosetupremote|merge\.(?:ff|conflictstyle|renames)|rebase\.(?:auto\w*|update\w*)|diff\.(?:renames|algorithm|context|noprefix|mnemonicprefix|colormoved)|fetch\.|http\.|https\.|safe\.directory|column\.|i18n\.|gc\.|branch\.|remote\.\w+\.url|format\.pretty)/i;

/** Options and subcommands that start what follows them. */
const STARTING =
  /^(?:-x|--exec\S*|--ext\S*|-\w*O|--open\S*|--upl\S*|--rec\S*|ext::.*|--\w+-filter|--tool\S*|--template\S*|-x.+)$/s;
const STARTING_COMMANDS = new Set(
  "bisect submodule filter-branch difftool mergetool send-email daemon shell instaweb credential interpret-trailers web--browse for-each-repo hook config maintenance upload-pack upload-archive receive-pack remote-ext p4 svn".split(
    " ",
  ),
);

/** What git does with its words without starting any of them. */
const QUIET = new Set(
  "status log diff show blame grep ls-files ls-tree rev-parse rev-list cat-file describe shortlog add commit push pull fetch tag help branch checkout switch restore reset stash merge cherry-pick revert rm mv clean remote init reflog worktree diff-tree name-rev merge-base symbolic-ref apply format-patch am notes bundle count-objects fsck gc check-ignore ls-remote archive clone rebase version whatchanged range-diff sparse-checkout update-index show-ref for-each-ref hash-object var".split(
    " ",
  ),
);

/** The words from the subcommand on, the options of git itself left out. */
function subcommand({ words, ownWords }: SimpleCommand): readonly Word[] {
  return words.slice(ownWords < words.length ? ownWords : 1);
}

export function isQuietGit(command: SimpleCommand): boolean {
  const [name, ...rest] = subcommand(command);
  if (name === undefined || !QUIET.has(name.text)) return false;
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
    (name === "clone" && /^-\w*[uc]/.test(text)) ||
    (name === "grep" && /^-\w*O/.test(text))
  );
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
  const starts =
    STARTING_COMMANDS.has(name.text) || words.some(({ text }) => isStarting(name.text, text));
  return starts && !words.every(isPlainWord) ? STARTS : null;
}

function isHarmlessSetting(setting: Word): boolean {
  if (NAMES_FILES.test(setting.text)) return false;
  return HARMLESS_SETTING.test(setting.text) || isPlainWord(setting);
}
