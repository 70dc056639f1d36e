import { isQuietGit } from "./git-commands.js";
import { isQuietCode, isQuietSed } from "./interpreters.js";
import { isLanguage } from "./languages.js";
import { UNKNOWN, type SimpleCommand } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { remember } from "./remember.js";
import { hasStartingOption, takesStartingOption } from "./starters.js";

/** Programs that do something with their words, and never start one of them. */
const INERT = new Set(
  `cat ls head tail grep egrep fgrep rg wc stat file diff cmp comm echo printf print pwd cd pushd popd test [ [[ true false :
  basename dirname realpath readlink cut tr nl tac od hexdump xxd md5sum sha1sum sha256sum sha512sum cksum du df which type
  whereis time jq yq sort uniq tee column fold fmt pr paste join expand rev seq date cal sleep touch mkdir rmdir rm mv cp ln
  chmod chown chgrp chattr setfacl truncate shred mktemp install dd sync kill pkill pgrep killall ps top uptime free uname
  hostname whoami id groups who w last env printenv locale tty stty clear tput read return exit break continue shift unset
  export declare local readonly typeset set umask ulimit wait jobs fg bg disown times getopts alias unalias hash command
  man info help whatis apropos tar zip unzip gzip gunzip zcat bzip2 bunzip2 xz unxz zstd 7z cpio ar strings nm objdump
  base64 base32 bc expr factor shuf split csplit patch tree fd ag less more lsof netstat ss ping dig nslookup host ifconfig
  apt apt-get apt-cache apk yum dnf pacman brew port pip pip3 gem dpkg rpm snap cargo npm pnpm yarn bun go rustup nvm
  gofmt goimports golangci-lint prettier eslint tsc rustfmt black ruff mypy flake8 dotnet sqlite3 gh glab shellcheck
  shfmt code docker-compose podman docker kubectl helm terraform aws gcloud az curl wget systemctl service journalctl
  useradd usermod groupadd ldd iconv dos2unix unix2dos envsubst getconf nproc lscpu lsblk mount umount`.split(
    /\s+/,
  ),
);

/** With these words such a program starts others after all. */
const STARTING_WORD: Readonly<Record<string, RegExp>> = {
  // A command may be cut short.
  npm: /^(?:x|ex\w*|run\S*|rum|urn|init|innit|create|re?start|stop|t|te?st\w*|it|install-.*t|c|config|set|edit)$/,
  pip: /^(?:config|--python|--editor|-e$|--editable|\.{0,2}(?:\/|$))/,
  pip3: /^(?:config|--python|--editor|-e$|--editable|\.{0,2}(?:\/|$))/,
  go: /^(?:run|generate|tool|env)$/,
  cargo: /^(?:run|r)$/,
  docker: /^(?:run|exec|compose)$/,
  podman: /^(?:run|exec|compose)$/,
  kubectl: /^(?:exec|run|debug|plugin|set-credentials)$/,
  gh: /^(?:alias|extension|codespace|config)$|^--(?:upl|conf)/,
  glab: /^(?:alias|config)$/,
  dotnet: /^(?:run|exec|tool|msbuild|[-/]p:.*)$/,
  rustup: /^run$/,
  nvm: /^(?:exec|run)$/,
  gem: /^exec$/,
  helm: /^(?:plugin$|--post-r)/,
  aws: /credential_process/,
  sqlite3:
    /\.(?:shell|system|read|load|import|once|output|edit|excel|www)|^-(?:init|cmd)|\b(?:load_extension|writefile|edit)\b/,
  find: /^-(?:exec|ok)/,
  env: /^[^-]/,
  command: /^(?!-[vV]$)/,
  hash: /^-/,
  alias: /=/,
  set: /^[^-+]/,
  read: /^/,
  export: /=/,
  declare: /=/,
  local: /=/,
  readonly: /=/,
  typeset: /=/,
};

/** These start a program or a script of the project whose name is their first word, unless that is one of their own commands. */
const OWN_WORD: Readonly<Record<string, RegExp>> = {
  yarn: /^(?:install|add|remove|upgrade\S*|up|why|list|info|outdated|audit|cache|init|version|versions|import|link|unlink|pack|publish|npm|login|logout|dedupe|licenses|owner|tag|team|global|check|autoclean|bin|help|workspaces?|)$/,
  pnpm: /^(?:install|i|add|remove|rm|uninstall|un|update|up|upgrade|why|list|ls|ll|la|outdated|audit|store|init|import|link|ln|unlink|pack|publish|fetch|prune|rebuild|rb|licenses|root|bin|env|server|setup|patch|dedupe|deploy|help|)$/,
  bun: /^(?:install|i|add|a|remove|rm|update|outdated|link|unlink|pm|init|upgrade|audit|publish|patch|why|info|build|)$/,
  brew: /^(?:(?:un|re)?install|upgrade|update|list|ls|info|search|outdated|deps|uses|(?:un)?tap|doctor|cleanup|(?:un)?pin|home|desc|cat|(?:un)?link|config|leaves|services|fetch|log|commands|help|autoremove|)$/,
  snap: /^(?!run$)/,
};
/** `yarn workspace x y` starts y. */
const OTHER_WORD = /^(?:workspaces?|exec|dlx|run|create|start|test|config|node|x)$/;

const SYSTEM_FOLDER = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/$/;

/** Whether a command surely starts none of its words, nor anything in the text that it gets. */
export const isInert: (command: SimpleCommand) => boolean = remember(findInert);

function findInert(command: SimpleCommand): boolean {
  const [program, ...rest] = command.words;
  if (program === undefined || !program.known) return false;
  const folder = program.text.slice(0, program.text.lastIndexOf("/") + 1);
  if (folder !== "" && !SYSTEM_FOLDER.test(folder)) return false;
  const name = programName(program);
  if (name === "git") return isQuietGit(command);
  if (name === "sed") return isQuietSed(command);
  // A word that is not known may be an option that starts another.
  const isOpen = takesStartingOption(name) && rest.some(({ text }) => text.startsWith(UNKNOWN));
  if (isOpen) return false;
  if (name === "find") return true;
  if (isLanguage(name)) return isQuietCode(name, command);
  if (!INERT.has(name) || hasStartingOption(name, command.words)) return false;
  if (name === "command" && /^-[vV]/.test(rest[0]?.text ?? "")) return true;
  const own = OWN_WORD[name];
  if (own !== undefined) {
    const operands = rest.map(({ text }) => text).filter((text) => !text.startsWith("-"));
    if (!own.test(operands[0] ?? "") || operands.some((text) => OTHER_WORD.test(text)))
      return false;
  }
  const starting = STARTING_WORD[name];
  return starting === undefined || !rest.some(({ text }) => starting.test(text));
}
