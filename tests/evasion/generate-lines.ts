/** Ways to spell the denied name. */
const SPELLINGS = [
  "canary",
  "c''anary",
  "c\\anary",
  '"can"ary',
  "$'\\x63anary'",
  "@BIN@/canary",
  "@BIN@/can?ry",
  "@BIN@/c[a]nary",
  "{canary,x}",
  "$(echo canary)",
  "`printf can%s ary`",
  "$(rev<<<yranac)",
  "${x:-canary}",
  "$c",
  "@LINK@",
];

/** Ways to run a word; `%` is the place of the name, and `^` of a text in which it is quoted. */
const CARRIERS = [
  "%",
  "true; %",
  "true && % x",
  "false || %",
  "( % )",
  "{ %; }",
  "! %",
  "if %; then :; fi",
  "for i in 1; do %; done",
  "case a in a) %;; esac",
  "f() { %; }; f",
  "echo $(%)",
  'echo "`%`"',
  "cat <<E\n$(%)\nE",
  "x=1 %",
  ">f %",
  "env %",
  "env A=1 %",
  "command %",
  "exec %",
  "nohup %",
  "nice -n 1 %",
  "timeout 20 %",
  "setsid -w %",
  "xargs % </dev/null",
  "echo x | xargs -I{} %",
  "find . -maxdepth 0 -exec % \\;",
  "eval %",
  "eval '^'",
  "sh -c '^'",
  "bash -c '^'",
  "echo '^' | sh",
  "sh <<'E'\n^\nE",
  "trap '^' EXIT",
  "echo '^' > s; sh s",
  "echo '^' > s; . ./s",
  'awk \'BEGIN{system("can" "ary")}\'; true %',
  "[[ a || % ]]",
  "((%))",
  "a=(%); ${a[0]}",
  'set -- %; "$@"',
  "read y <<< '^'; $y",
  "y='^'; eval \"$y\"",
  "printf -v y %s '^'; sh -c \"$y\"",
  "time %",
  "% | cat",
  "% &\nwait",
  "cat <(%)",
];

/** Every spelling in every way, each once wrapped in another way as well where more are wanted. */
export function generateLines(count: number): readonly string[] {
  const lines: string[] = [];
  const fill = (carrier: string, text: string): string =>
    carrier.replaceAll("%", text).replaceAll("^", text.replaceAll("'", `'"'"'`));
  for (const spelling of SPELLINGS)
    for (const carrier of CARRIERS) lines.push(fill(carrier, spelling));
  for (let at = 0; lines.length < count; at++) {
    const carrier = CARRIERS[(at * 7 + 3) % CARRIERS.length] ?? "%";
    lines.push(fill(carrier, lines[at % lines.length] ?? "canary"));
  }
  return lines;
}
