import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";
import { wordText, type SimpleCommand } from "./parsed-command.js";

/** A command as people read it: `A=1 [rm] [-rf] [a b] >[out]`. */
function shown({ words, assignments, redirections }: SimpleCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${wordText(value.text)}`),
    ...words.map(({ text }) => `[${wordText(text)}]`),
    ...redirections.map(({ operator, target }) => `${operator}[${wordText(target.text)}]`),
  ].join(" ");
}

function found(command: string): readonly string[] {
  const { commands, unparsed } = parseCommand(command);
  expect(unparsed).toBeNull();
  return commands.map(shown);
}

type Cases = readonly (readonly [command: string, ...found: string[]])[];

function check(cases: Cases): void {
  test.each(cases.map(([command, ...commands]) => ({ command, commands })))(
    "$command",
    ({ command, commands }) => {
      expect(found(command)).toEqual(commands);
    },
  );
}

describe("commands in a row", () => {
  check([
    [""],
    ["   \t "],
    ["ls", "[ls]"],
    ["ls -la  src", "[ls] [-la] [src]"],
    ["a; b", "[a]", "[b]"],
    ["a;b", "[a]", "[b]"],
    ["a && b || c", "[a]", "[b]", "[c]"],
    ["a&&b||c", "[a]", "[b]", "[c]"],
    ["a | b |& c", "[a]", "[b]", "[c]"],
    ["a & b &", "[a]", "[b]"],
    ["a\nb\n\nc", "[a]", "[b]", "[c]"],
    ["! a", "[a]"],
    ["a # b; c\nd", "[a]", "[d]"],
    ["a;# b", "[a]"],
    ["# only a comment"],
    ["a#b #c", "[a#b]"],
    ["a \\\n b", "[a] [b]"],
    ["r\\\nm x", "[rm] [x]"],
    ["a &\\\n& b", "[a]", "[b]"],
    ["a\u00a0b", "[a\u00a0b]"],
  ]);
});

describe("quoting is undone", () => {
  check([
    ["r\\m -rf x", "[rm] [-rf] [x]"],
    ['"rm" x', "[rm] [x]"],
    ["'rm' x", "[rm] [x]"],
    ["r''m x", "[rm] [x]"],
    ['r""m x', "[rm] [x]"],
    ["$'rm' x", "[rm] [x]"],
    ['$"rm" x', "[rm] [x]"],
    ["$'\\x72\\155' x", "[rm] [x]"],
    ["$'\\u0072\\U0000006d' x", "[rm] [x]"],
    ["echo $'a\\tb\\n\\\\\\\"\\?\\e\\q\\cA'", '[echo] [a\tb\n\\"?\u001b\\q*]'],
    ["echo $'\\UFFFFFFFF'", "[echo] []"],
    ["echo 'a;b' \"c|d\"", "[echo] [a;b] [c|d]"],
    ['echo \'a\\b\' "a\\b\\"\\$x\\`\\\\"', '[echo] [a\\b] [a\\b"$x`\\]'],
    ["echo \"a\\\nb\" 'a\\\nb'", "[echo] [ab] [a\\\nb]"],
    ['echo $"a $x b"c', "[echo] [a … bc]"],
    ["echo $'\\x' $'\\U10FFFF'", "[echo] [\\x] [\u{10ffff}]"],
    ["echo \\' $'a'", "[echo] ['] [a]"],
    ["echo a\\ b \\; c", "[echo] [a b] [;] [c]"],
    ["echo ''", "[echo] []"],
    ["echo \\", "[echo] [\\]"],
    ["'if' x", "[if] [x]"],
    ["\\time x", "[time] [x]", "[x]"],
    ['echo $ a$ "$" $%', "[echo] [$] [a$] [$] [$%]"],
    ['echo "it\'s"', "[echo] [it's]"],
  ]);
});

describe("what is not known is marked", () => {
  check([
    ["rm $x", "[rm] […]"],
    ["rm -rf $HOME/x", "[rm] [-rf] […/x]"],
    ['"$x" y', "[…] [y]"],
    ["r${x}m y", "[r…m] [y]"],
    ["rm${IFS}-rf${IFS}x", "[rm…-rf…x]"],
    ["r$@m $1 $# $? $$ $! $-", "[r…m] […] […] […] […] […] […]"],
    [
      "echo ${x:-a b} ${#x} ${x%.*} ${x//a/b} ${x:1:2} ${a[0]} ${a[@]} ${x^^} ${x?no} ${#}",
      "[echo] […] […] […] […] […] […] […] […] […] […]",
    ],
    ["rm *.txt a?c", "[rm] [*.txt] [a*c]"],
    ["rm a[bc]d", "[rm] [a…]"],
    ["rm [a]b [[a]c a]b x[a]y[b]", "[rm] […] […] [a]b] [x…]"],
    ["echo {{a,b},c} x{a,b}y{c,d} a,b{c}", "[echo] […] [x…] [a,b{c}]"],
    ["echo .{.} {a.'.'b} {a.b}", "[echo] [.{.}] [{a..b}] [{a.b}]"],
    ["[ -f x ]", "[[] [-f] [x] []]"],
    ["/bin/r[m] x", "[/bin/r…] [x]"],
    ["{rm,-rf,x}", "[…]"],
    ["echo a{1..3}b", "[echo] [a…]"],
    ["echo {} {a} a.b..c", "[echo] [{}] [{a}] [a.b..c]"],
    ["echo '*' \\* \"{a,b}\" '[a]'", "[echo] [*] [*] [{a,b}] [[a]]"],
    ["echo {a','b}", "[echo] [{a,b}]"],
    ["~/bin/x ~ ~root/y ~+/z a~b", "[~/bin/x] [~] […/y] […/z] [a~b]"],
    ["=rm x = ==", "[…rm] [x] [=] [==]"],
    ["echo $((1 + (2*3)))", "[echo] […]"],
    ['echo "a $x b"', "[echo] [a … b]"],
  ]);
});

describe("commands inside words", () => {
  check([
    ["echo $(rm x)", "[rm] [x]", "[echo] […]"],
    ["echo `rm x`", "[rm] [x]", "[echo] […]"],
    ['echo "$(rm x)"', "[rm] [x]", "[echo] […]"],
    ['echo "`rm x`"', "[rm] [x]", "[echo] […]"],
    ['echo `a \\"b\\"`', '[a] ["b"]', "[echo] […]"],
    ['echo "`a \\b`"', "[a] [b]", "[echo] […]"],
    ["echo a$(b)c`d`e", "[b]", "[d]", "[echo] [a…c…e]"],
    ['echo $(a $(b "$(c)"))', "[c]", "[b] […]", "[a] […]", "[echo] […]"],
    ["echo `a \\`b\\``", "[b]", "[a] […]", "[echo] […]"],
    ["echo ${x:-$(rm y)}", "[rm] [y]", "[echo] […]"],
    ["echo ${x:-`rm y`}", "[rm] [y]", "[echo] […]"],
    ["echo ${x:-<(rm y)}", "[rm] [y]", "[echo] […]"],
    ['echo "${x:-$(rm y)}"', "[rm] [y]", "[echo] […]"],
    ["echo ${x:-'}'} b", "[echo] […] [b]"],
    ['echo ${x:-\\}} "${x:-\\}}" b', "[echo] […] […] [b]"],
    ["echo ${x:-a;b|c} d", "[echo] […] [d]"],
    ["echo '$(rm x)' '`rm x`'", "[echo] [$(rm x)] [`rm x`]"],
    ["diff <(rm x) >(tee y)", "[rm] [x]", "[tee] [y]", "[diff] […] […]"],
    ["a --x=<(rm y)", "[rm] [y]", "[a] [--x=…]"],
    ["$(echo rm) x", "[echo] [rm]", "[…] [x]"],
    ["$\\\n(rm x)", "[rm] [x]", "[…]"],
    ["x=$(rm y) z", "[rm] [y]", "x=… [z]"],
    ["a > $(rm y)", "[rm] [y]", "[a] >[…]"],
    ["a=(b $(c) \\\n 'd'\n e) f", "[c]", "a=… [f]"],
    ["echo $(a\nb # )\n)", "[a]", "[b]", "[echo] […]"],
    ["echo $(a;b)c;d", "[a]", "[b]", "[echo] […c]", "[d]"],
  ]);
});

describe("compound commands", () => {
  check([
    ["(a; b)", "[a]", "[b]"],
    ["(a)|(b)", "[a]", "[b]"],
    ["( (a) )", "[a]"],
    ["{ a; b; }", "[a]", "[b]"],
    ["if a; then b; elif c; then d; else e; fi", "[a]", "[b]", "[c]", "[d]", "[e]"],
    ["while a; do b; done", "[a]", "[b]"],
    ["until a\ndo\nb\ndone > out", "[a]", "[b]", ">[out]"],
    ["for x in a $(b) c; do d $x; done", "[b]", "x=a x=… x=c", "[d] […]"],
    ["for x\ndo y; done", "x=…", "[y]"],
    ["for x; do y; done", "x=…", "[y]"],
    ["for x do y; done", "x=…", "[y]"],
    ["for x in\ndo y; done", "[y]"],
    ["select x in a b; do c; done", "x=a x=b", "[c]"],
    ["case $x in a|b) c;; (d) e ;& *) f; esac", "[c]", "[e]", "[f]"],
    ["case $(a) in\n b) c\n;;\nesac; d", "[a]", "[c]", "[d]"],
    ["case x in esac"],
    ["case x in a) ;; esac"],
    ["case x in a) b ;;& (esac) c ;| d) e;; esac", "[b]", "[c]", "[e]"],
    ["case a in b) case c in d) e;; esac;; f) g;; esac", "[e]", "[g]"],
    ["echo $(case x in a) b;; esac)", "[b]", "[echo] […]"],
    ["f() { rm x; }; f", "[rm] [x]", "[f]"],
    ["f ( ) ( rm x )", "[rm] [x]"],
    ["function f { rm x; }", "[rm] [x]"],
    ["function f() { rm x; }", "[rm] [x]"],
    ["function f ( ) ( rm x )", "[rm] [x]"],
    ["time a | b", "[time]", "[a]", "[b]"],
    ["time -p a", "[time] [-p] [a]", "[a]"],
    ["time { a; }", "[time]", "[a]"],
    ["[[ -f x && -d y ]]", "[[[] [-f] [x]", "[-d] [y] []]]"],
    ["echo if then fi", "[echo] [if] [then] [fi]"],
    ["if ! a; then ! b; fi", "[a]", "[b]"],
    ["a; }", "[a]"],
    ["esac; a", "[a]"],
    ["(esac; a)", "[a]"],
    ["case x in a) b ;| (c) d;; esac", "[b]", "[d]"],
    ["case x in a) b ;& (c) d;; esac", "[b]", "[d]"],
  ]);
});

describe("assignments and redirections", () => {
  check([
    ["A=1 B='x y' rm z", "A=1 B=x y [rm] [z]"],
    ["A=1", "A=1"],
    ["A+=1 rm", "A=1 [rm]"],
    ["A= rm", "A= [rm]"],
    ['"A"=1 rm', "[A=1] [rm]"],
    ["'a'[0]=1 rm x", "[a…] [rm] [x]"],
    ["A\\=1 rm", "[A=1] [rm]"],
    ["FO\\\nO=1 rm", "FOO=1 [rm]"],
    ["rm A=1", "[rm] [A=1]"],
    ["1A=1 rm", "[1A=1] [rm]"],
    ["A=~/x rm", "A=~/x [rm]"],
    ["a > b", "[a] >[b]"],
    ["a >b 2>&1 >> c >| d <> e", "[a] >[b] >&[1] >>[c] >|[d] <>[e]"],
    ["a &> b &>> c", "[a] &>[b] &>>[c]"],
    ["a>b", "[a] >[b]"],
    ["> b a", "[a] >[b]"],
    ["> b", ">[b]"],
    ["a 2> b", "[a] >[b]"],
    ["a 2 > b", "[a] [2] >[b]"],
    ["a '2'> b", "[a] [2] >[b]"],
    ["{fd}> b rm x", "[rm] [x] >[b]"],
    ["a >&2 <&- >& b", "[a] >&[2] <&[-] >&[b]"],
    ["a < b", "[a] <[b]"],
    ["a 0< b", "[a] <[b]"],
    ["a 2x> b", "[a] [2x] >[b]"],
    ["a <<< 'b c'", "[a] <<<[b c]"],
    ["a <<< $x", "[a] <<<[…]"],
    ['a > "b c" d', "[a] [d] >[b c]"],
    ["a > >(b)", "[b]", "[a] >[…]"],
    ["{ a; } > b", "[a]", ">[b]"],
    ["if > b", ">[b]"],
    ["> b if", "[if] >[b]"],
    ["A=1 if", "A=1 [if]"],
  ]);
});

describe("here-documents", () => {
  check([
    ["cat <<EOF\na; b\nEOF\nc", "[cat] <<[a; b]", "[c]"],
    ["cat <<EOF; d\na\nEOF\nc", "[cat] <<[a]", "[d]", "[c]"],
    [
      "cat <<EOF\n$(rm x) `rm y` $z \\$(w) \"'\\a\nEOF",
      "[cat] <<[… … … $(w) \"'\\a]",
      "[rm] [x]",
      "[rm] [y]",
    ],
    ["cat <<'EOF'\n$(rm x)\nEOF", "[cat] <<[$(rm x)]"],
    ['cat <<"EOF"\n$(rm x)\nEOF', "[cat] <<[$(rm x)]"],
    ["cat <<\\EOF\n$(rm x)\nEOF", "[cat] <<[$(rm x)]"],
    ["cat <<-EOF\n\t\ta\tb\nc\n\tEOF\nb", "[cat] <<[a\tb\nc]", "[b]"],
    ["cat <<-EOF\na\tb\nEOF", "[cat] <<[a\tb]"],
    ["cat <<EOF\nEOF\nb", "[cat] <<[]", "[b]"],
    ["cat <<-EOF\n\ta\n\tEOF\nb", "[cat] <<[a]", "[b]"],
    ["cat <<- 'E F'\n\ta\n\t\tE F\nb", "[cat] <<[a]", "[b]"],
    ["cat <<A <<B\na\nA\nb\nB\nc", "[cat] <<[a] <<[b]", "[c]"],
    ["cat <<EOF\n EOF\nEOF \nEOF\nb", "[cat] <<[ EOF\nEOF ]", "[b]"],
    ["cat <<EOF | (rm x)\na\nEOF", "[cat] <<[a]", "[rm] [x]"],
    ["echo $(cat <<EOF\na\nEOF\n) b", "[cat] <<[a]", "[echo] […] [b]"],
    ["sh <<EOF\nrm x\nEOF", "[sh] <<[rm x]", "[rm] [x]"],
    ["bash -s a <<'EOF'\nrm x; ls\nEOF", "[bash] [-s] [a] <<[rm x; ls]", "[rm] [x]", "[ls]"],
    ["sudo sh <<EOF\nrm x\nEOF", "[sudo] [sh] <<[rm x]", "[sh] <<[rm x]", "[rm] [x]"],
    ["sh <<< 'rm x'", "[sh] <<<[rm x]", "[rm] [x]"],
    ["cat <<'EOF'\na\\\nEOF\nrm x", "[cat] <<[a\\]", "[rm] [x]"],
    ["cat <<E\\\nOF\na\nEOF\nb", "[cat] <<[a]", "[b]"],
  ]);
});
