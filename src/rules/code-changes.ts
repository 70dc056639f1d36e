import { joinTexts } from "../shell/index.js";

/** Calls that remove or move what they name. */
const REMOVES =
  /\b(?:unlink|rmtree|remove_tree|rmdir|removedirs|renames?)(?:Sync)?\b|\b(?:rm|move|mv)(?:Sync)?\s*\(|\bos\s*\.\s*(?:remove|replace)\b|\bFile(?:Utils)?\s*\.\s*(?:delete|rename|rm|mv)/;

/** Calls and statements that write what they name. */
const WRITES =
  /\bfs\s*\[|\bcopy_tree\b|\bgetattr\s*\(\s*(?:os|shutil|builtins)\b|\b(?:copytree|copyfile|copy2|unpack_archive|extractall|write_text|write_bytes|f?truncate|chmod|chown|symlink_to|hardlink_to|writeFile|appendFile|copyFile|createWriteStream|file_put_contents|inplace|FileHandler)(?:Sync)?\b|\b(?:os|shutil)\s*\.\s*(?:open|copy|link|symlink)\b|\b(?:cp|link|symlink|open)(?:Sync)?\s*\(|\bopen\b[^;()\n]*["'][+]?[>|]|\b(?:File|FileUtils|IO)\s*\.\s*(?:write|open|cp|cp_r|copy_entry|install|ln|chmod)/;

/** In awk, what is printed may go to a file. */
const AWK_WRITES = /\bprintf?\b[^;}\n]*>/;

/** Calls that find files below a folder, or copy all that is below one. */
const FINDS =
  /\b(?:walk|r?glob|iterdir|listdir|scandir|readdir|find|unpack_archive|extractall|copytree|copy_tree|cp_r)\w*\b|\bcp(?:Sync)?\s*\(|<[^<>\s]*[*?]/;

/** Reads alone: `open(x)` without a mode, or with one for reading. */
const READS =
  /\bopen\s*\((?:[^(),]|\([^()]*\))*(?:,\s*(?:mode\s*=\s*)?["']r[bt]?["'])?(?:,\s*(?:encoding|errors|newline)\s*=\s*["'][^"']*["'])*\s*\)/g;

/** Signs that a name is unwrapped, or comes from where it cannot be seen. */
const UNWRAPS =
  /\bchr\s*\(|\bfromCharCode\b|\bb(?:ase)?64|\batob\b|\bfromhex\b|\bunhexlify\b|["']hex["']|\bunescape\b|\bpack\s*\(|::\s*-1|\breversed?\b|\brot_?13\b|\bmaketrans\b|\benv(?:iron)?\b|\bgetenv\b|\bgetcwd\s*\(|\bcwd\s*\(|\bPath\s*\(\s*\)|\b(?:listdir|scandir|walk)\s*\(\s*\)|\bexec\s*\(|\beval\b|\bprint[^;}\n]*>\s*\$|\bextractall\s*\(\s*\)|\bunpack_archive\s*\([^,()]*\)|\bgetattr\b|\b__import__\b|\\(?:x|u|[0-7]{3})/;

/** Signs that a name may come from a file, from the input or from another program. */
const FROM_OUTSIDE =
  /\bread\w*\s*\(|\bstdin\b|\binput\s*\(|\bargv\b|\bopen\s*\(|\bcheck_output\b|<>|<STDIN>/;

/** The first line of a script says who reads it. */
const FIRST_LINE = /^#!.*/;

const LITERAL =
  /"""([^]*?)"""|'''([^]*?)'''|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|<([^<>\s]*[*?][^<>\s]*)>|\bq[qw]?\s*[({[]([^)}\]]*)/g;

/** What is in a text for what is put in when the code runs. */
const HOLE = /\$?\{[^{}]*\}|%[sd]/;

/** What code in a word of a command may change. */
export interface CodeChanges {
  /** Every text in it that may be a path or a part of one. */
  readonly literals: readonly string[];
  /** Whether folders above a file matter: what is below them is removed, or looked for. */
  readonly reachesBelow: boolean;
  /** Whether there may be names that its literals do not show. */
  readonly isHidden: boolean;
}

/** What the code may change; null where nothing in it changes files. */
export function findCodeChanges(text: string, program: string): CodeChanges | null {
  const code = text.replace(FIRST_LINE, "");
  const acting = code.replaceAll(READS, " ");
  const removes = REMOVES.test(acting);
  const writes = WRITES.test(acting) || (program.endsWith("awk") && AWK_WRITES.test(acting));
  if (!removes && !writes) return null;
  // Texts that are put together may be a path only then.
  const joined = joinTexts(code);
  const read = joined === code ? code : `${code}\n${joined}`;
  const literals = Array.from(read.matchAll(LITERAL), (found) =>
    found.slice(1).find((one) => one !== undefined),
  ).flatMap((one) => (one === undefined || one.includes("\n") ? [] : one.split(HOLE)));
  const isHidden = UNWRAPS.test(code) || (removes && FROM_OUTSIDE.test(code));
  return { literals, reachesBelow: removes || FINDS.test(code), isHidden };
}

/** Whether a text has signs of a name that is not written out. */
export function isHiding(text: string): boolean {
  return UNWRAPS.test(text);
}

/** Whether two of the texts, one after the other, can make a name of a path. */
export function canJoin(texts: readonly string[], name: string): boolean {
  const ends = new Set(texts.map((text) => text.slice(text.lastIndexOf("/") + 1)));
  const starts = new Set(texts.map((text) => text.split("/", 1)[0]));
  return Array.from(name, (_, at) => at).some(
    (cut) => cut > 0 && ends.has(name.slice(0, cut)) && starts.has(name.slice(cut)),
  );
}
