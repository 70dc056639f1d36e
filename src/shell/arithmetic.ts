import type { Findings } from "./findings.js";
import { isObeyedName } from "./obeyed-variables.js";
import type { SourceText } from "./source-text.js";
import { isNumber, WordBuilder } from "./word-builder.js";

/** What reads the expansions in arithmetic. */
interface ExpansionReader {
  readonly source: SourceText;
  readonly findings: Findings;
  /** From after a `$`. */
  readDollar(word: WordBuilder, quoted: boolean): void;
}

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /[0-9][0-9A-Za-z_#@]*/y;
/** Letters next to an expansion: no number, and for some shells the name of a program. */
const PUT_TOGETHER = /(?<!\w)[A-Za-z_]\w*\$|\}[A-Za-z_]|\$[0-9@*#?!$-][A-Za-z_]/;
const OPERATORS = /[\s+*/%<>=!&|^~?:,-]+/y;

/**
 * Reads arithmetic from the second `(` of `((` to its `))`. False, and nothing taken but a doubt noted, where there is more
 * in it than numbers, operators and variables: an index, a quote, a text.
 */
export function readArithmetic(
  words: ExpansionReader,
  place: "expansion" | "command" | "loop",
): boolean {
  const { source, findings } = words;
  const start = source.at;
  // After one refusal there is a doubt anyway, and trying again and again would take long.
  if (findings.refusesArithmetic) return refuse();
  source.take();
  const names: string[] = [];
  const used = new WordBuilder();
  let open = 0;
  for (;;) {
    if (source.match(OPERATORS) !== null || source.match(NUMBER) !== null) continue;
    const name = source.match(NAME)?.[0];
    if (name !== undefined) names.push(name);
    else if (source.takeIf("(")) open++;
    else if (source.takeIf(")")) {
      if (open-- > 0) continue;
      if (source.takeIf(")")) break;
      return refuse();
    } else if (source.takeIf("$")) {
      if (!findings.deeper(() => words.readDollar(used, true))) return refuse();
    } else if (place !== "loop" || !source.takeIf(";")) return refuse();
  }
  const whole = used.finish();
  if (!isNumber({ ...whole, variables: [] }))
    findings.doubt("arithmetic evaluates a text, which can run commands");
  if (
    !findings.followsVariables &&
    (place !== "expansion" || names.length + whole.variables.length > 0)
  )
    findings.doubt("arithmetic can run commands");
  for (const one of [...names, ...whole.variables]) findings.uses.evaluated.add(one);
  const written = source.text.slice(start, source.at);
  // Some shells read `((` as two subshells.
  if (place === "command" && /^\(\s*\w*\//.test(written.slice(0, 100)))
    findings.doubt("some shells start a program in (( ))");
  if (place === "command" && PUT_TOGETHER.test(written))
    findings.suspect("some shells start a program in (( ))");
  const obeyed = names.find(isObeyedName);
  if (obeyed !== undefined) findings.suspect(`${obeyed} says what programs do or start`);
  findings.loose.push(written);
  return true;

  function refuse(): false {
    findings.doubt("arithmetic can run commands");
    findings.refusesArithmetic = true;
    source.at = start;
    return false;
  }
}
