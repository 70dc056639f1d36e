/** `>log.txt`: the shell writes there; what a hook writes is not what it runs. */
const output = /\d*>{1,2}[|&]?\s*(?:"[^"]*"|'[^']*'|[^\s;|&()<>]+)/g;
/** A substitution whose value is known before it runs. */
const here = /\$\(\s*pwd\s*\)|`\s*pwd\s*`/g;
const quotedWord = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+/gs;

/** The words of a command line: with quotes undone, and also as they stand between signs. */
export function wordsOf(line: string, folder: string): string[] {
  const command = line.replace(output, " ").replace(here, () => folder);
  const quoted = [...command.matchAll(quotedWord)].map(([word]) => unquote(word));
  // A quoted text may be a line of its own, as for `sh -c`.
  const inside = quoted
    .filter((word) => /\s/.test(word))
    .flatMap((word) => word.split(/[\s;|&()<>"'`]+/));
  return [...quoted, ...inside, ...command.split(/[\s;|&()<>"'`]+/)].filter((word) => word !== "");
}

function unquote(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string | undefined) =>
      double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
  );
}
