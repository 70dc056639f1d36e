/** How a program uses the files that its words name. */
export interface FileProgram {
  /**
   * What it does with its operands: `create` makes them where they are not there and leaves others alone, `change` reads and
   * writes them, `filter` reads the first and writes the second, `remove` takes away whole folders too, `copy` and `move` write the last, `mark` changes who may use
   * them; `named` has files only after `if=`, `of=` and `@`.
   */
  readonly operands:
    | "read"
    | "write"
    | "remove"
    | "create"
    | "change"
    | "filter"
    | "copy"
    | "move"
    | "mark"
    | "named";
  /** Options whose value is no file, wherever they are known. */
  readonly values?: readonly string[];
  /** Options whose value is a number; some programs let it out. */
  readonly numbers?: readonly string[];
  /** Options whose value is a file that it reads, or one that it writes. */
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
  /** Options whose value is a file pattern of its own, by which it chooses what it reads; it finds hidden names too. */
  readonly patterns?: readonly string[];
  /** Options with which it reads the names of its files from another one, or from its input. */
  readonly lists?: readonly string[];
  /** Options whose value is the folder that it copies to. */
  readonly folders?: readonly string[];
  /** The first operand is a pattern or a script, unless such an option has brought one. */
  readonly scriptOption?: RegExp;
  /** Options with which it saves what a URL names under the last name in it. */
  readonly savingOption?: RegExp;
  /** Whether it may also write what other words of it name. */
  readonly writesMore?: boolean;
  /** Options with which it changes what it otherwise reads. */
  readonly changingOption?: RegExp;
}

function rows(names: string, program: FileProgram): readonly (readonly [string, FileProgram])[] {
  return names.split(" ").map((name) => [name, program]);
}

const list = (text: string): readonly string[] => text.split(" ");

const SEARCHING: FileProgram = {
  operands: "read",
  values: list("-e -d -D --regexp"),
  numbers: list("-A -B -C -m --max-count --context"),
  patterns: list("--include"),
  scriptOption: /^-[A-Za-z]*[ef]|^--(?:regexp|file|files)\b/,
};
const COPYING: FileProgram = { operands: "copy", folders: list("-t --target-directory") };

/** What is not here is not known to read or write what it names. An option that is missing makes its value an operand. */
export const FILE_PROGRAMS: ReadonlyMap<string, FileProgram> = new Map([
  ...rows(
    "cat tac nl less more most bat batcat view rev fold fmt pr paste join comm expand unexpand od hexdump hd strings base64 " +
      "base32 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum diff diff3 sdiff colordiff cmp column " +
      "zcat gzcat bzcat xzcat zless shuf wc source .",
    { operands: "read" },
  ),
  ...rows("split csplit openssl gpg iconv", { operands: "read", writesMore: true }),
  ...rows("tar bsdtar", {
    operands: "read",
    lists: list("-T --files-from"),
    writesMore: true,
  }),
  ...rows("zip", {
    operands: "read",
    patterns: list("-i --include"),
    lists: list("-@"),
    writesMore: true,
  }),
  ...rows("head tail", { operands: "read", numbers: list("-n -c --lines --bytes") }),
  ...rows("cut", { operands: "read", values: list("-d -f -c -b --delimiter --fields") }),
  ...rows("sort", {
    operands: "read",
    values: list("-k -t -S -T --key --field-separator"),
    outputs: list("-o --output"),
  }),
  ...rows("uniq xxd", { operands: "filter" }),
  ...rows("grep egrep fgrep zgrep ag ack", SEARCHING),
  ...rows("rg", {
    ...SEARCHING,
    values: list("-e -t -T --regexp --type"),
    patterns: list("-g --glob --iglob"),
  }),
  ...rows("jq yq", {
    operands: "read",
    scriptOption: /^-[A-Za-z]*f$|^--from-file/,
    changingOption: /^-i|^--in-?place/,
  }),
  ...rows("sed gsed", {
    operands: "read",
    values: list("-e --expression"),
    scriptOption: /^-[A-Za-z]*[ef]|^--(?:expression|file)/,
    changingOption: /^-[A-Za-z]*i|^--in-place/,
  }),
  ...rows("awk gawk mawk nawk", {
    operands: "read",
    values: list("-v -F --assign --field-separator"),
    scriptOption: /^-f|^--file/,
    changingOption: /^-i/,
  }),
  ...rows("perl ruby", {
    operands: "read",
    values: list("-e -E"),
    changingOption: /^-[A-Za-z0-9]*i/,
  }),
  ...rows("rename prename file-rename", { operands: "change", scriptOption: /^-\w*e/ }),
  ...rows("touch mkdir mkfifo", { operands: "create" }),
  ...rows("tee truncate rmdir sponge", { operands: "write" }),
  ...rows("rm unlink shred trash del rd", { operands: "remove" }),
  ...rows("chmod chown chgrp", { operands: "mark", scriptOption: /^--reference/ }),
  ...rows("chattr setfacl", { operands: "mark" }),
  ...rows("vi vim nvim nano pico emacs ed ex micro gzip gunzip bzip2 xz zstd", {
    operands: "change",
  }),
  ...rows("cp install ln", COPYING),
  ...rows("rsync scp copy xcopy robocopy", { operands: "copy" }),
  ...rows("mv", { ...COPYING, operands: "move" }),
  ...rows("move", { operands: "move" }),
  ...rows("dd", { operands: "named" }),
  ...rows("curl", {
    operands: "named",
    inputs: list("-T --upload-file"),
    outputs: list("-o --output"),
    writesMore: true,
    savingOption: /^-[A-Za-z]*[OJ]|^--remote-/,
  }),
  ...rows("wget", {
    operands: "named",
    inputs: list("-i --input-file --post-file --body-file"),
    outputs: list("-O --output-document -o --output-file -a --append-output"),
    writesMore: true,
    savingOption: /(?:)/,
  }),
]);
