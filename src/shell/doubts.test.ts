import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";

/** The words of each command, a gap shown as `…`. */
function found(command: string): readonly string[] {
  return parseCommand(command).commands.map(({ words }) =>
    words.map(({ text }) => text.replaceAll("\u0000", "…")).join(" "),
  );
}

describe("what cannot be read in full is said, and what was read is kept", () => {
  test.each<[command: string, why: string, ...found: string[]]>([
    ["rm x; 'a", "a ' without its end", "rm x", ""],
    ['rm x; "a', 'a " without its end', "rm x", "a"],
    ["rm x; $'a", "a ' without its end", "rm x", ""],
    ["rm x; `a", "a ` without its end", "rm x", ""],
    ["rm x; echo ${a-", "a ${ without its }", "rm x", "echo …"],
    ['rm x; echo "${a:-b', "a ${ without its }", "rm x", "echo …"],
    ["rm x; echo $(a", "a ( without its )", "rm x", "a", "echo …"],
    ["(rm x", "a ( without its )", "rm x"],
    ["rm x) ls", "a ) or ;; without its beginning", "rm x", "ls"],
    ["rm x;; ls", "a ) or ;; without its beginning", "rm x", "ls"],
    ["rm x;& ls", "a ) or ;; without its beginning", "rm x", "ls"],
    ["(rm x;; ls)", "a ;; without its case", "rm x", "ls"],
    ["echo $'a\\'b'; rm x", "shells differ on \\' inside $' '", "echo a'b", "rm x"],
    ["echo $[a]; rm x", "arithmetic can run commands", "echo ……", "rm x"],
    ["echo $((a[$(rm x)]))", "arithmetic can run commands", "rm x", "", "echo …"],
    ["echo $((1+", "arithmetic can run commands", "1+", "echo …"],
    ["((a[i]++)); rm x", "arithmetic can run commands", "", "rm x"],
    ["for ((a[i];;)); do rm x; done", "arithmetic can run commands", "", "rm x"],
    ["x=a; ((x)); rm y", "arithmetic evaluates x, which can run commands", "", "rm y"],
    ["read x; echo $((x))", "arithmetic evaluates x, which can run commands", "read x", "echo …"],
    [
      "x=$(a); [[ $x -gt 3 ]]",
      "arithmetic evaluates x, which can run commands",
      "a",
      "",
      "[[ … -gt 3 ]]",
    ],
    ["echo $(( $(a) ))", "arithmetic evaluates a text, which can run commands", "a", "echo …"],
    ["[[ 'a[b]' -eq 0 ]]", "a test evaluates a text, which can run commands", "[[ a[b] -eq 0 ]]"],
    ["[[ -v $x ]]", "a test evaluates a text, which can run commands", "[[ -v … ]]"],
    ["[[ a", "a [[ without its ]]", "[[ a"],
    ["test -v 'a[b]'", "a builtin evaluates a text, which can run commands", "test -v a[b]"],
    [
      "printf -v 'a[b]' x",
      "a builtin evaluates a text, which can run commands",
      "printf -v a[b] x",
    ],
    ["unset 'a[$b]'", "a builtin evaluates a text, which can run commands", "unset a[$b]"],
    ["declare -n a=b", "a builtin evaluates a text, which can run commands", "declare -n a=b"],
    ["let 'a[b]'", "a builtin evaluates a text, which can run commands", "let a[b]"],
    ["mapfile -C rm a", "mapfile can run commands", "mapfile -C rm a"],
    ["compgen -W '$(rm)'", "compgen can run commands", "compgen -W $(rm)"],
    ["hash -p rm ls", "hash can run commands", "hash -p rm ls"],
    ["bash /dev/./stdin", "a script that is not known", "bash /dev/./stdin"],
    ["bash //dev/stdin", "a script that is not known", "bash //dev/stdin"],
    ["bash --rcfile f -i", "the options of a shell are not known", "bash --rcfile f -i"],
    ["su x-c y", "a shell that reads commands from its input", "su x-c y"],
    ["chroot /x", "a shell that reads commands from its input", "chroot /x"],
    ["echo ${x:=$(rm y)}", "an expansion that can assign or run commands", "rm y", "echo …"],
    ["echo ${x=y}", "an expansion that can assign or run commands", "echo …"],
    ["echo ${x@P}", "an expansion that can assign or run commands", "echo …"],
    ["echo ${!x}", "an expansion that can assign or run commands", "echo …"],
    ["echo ${a[i]}", "an expansion that can assign or run commands", "echo …"],
    ["echo ${ rm x; }", "an expansion that can assign or run commands", "echo …"],
    ["echo ${x:y}", "an expansion that can assign or run commands", "echo …"],
    ['echo "${x:-\'}"; rm y', "shells differ on a quote inside ${ }", "echo …", "rm y"],
    ['echo "${x:-"}"; rm y', "shells differ on a quote inside ${ }", "echo …", "rm y"],
    ['echo "`a \\"b\\"`"', 'shells differ on \\" inside ` `', 'a "b"', "echo …"],
    ["a[0]=1 rm x", "an element of an array: its index can run commands", "rm x"],
    ["a[1 + 2]=3 rm x", "an element of an array: its index can run commands", "+ 2]=3 rm x"],
    ["a=b(rm x)", "a ( among the words of a command", "", "rm x"],
    ["a=(b; rm x", "a list of values without its end", "", "rm x"],
    ["cat <<EOF\na", "a here-document without its end", "cat"],
    ["cat <<EOF", "a here-document without its text", "cat"],
    ["cat <<\nrm x\n", "a here-document without a delimiter", "cat"],
    ["cat <<$x\nrm y\n$x\nls", "a here-document with an unusual delimiter", "cat", "ls"],
    ["cat <<`x`\nrm y\n`x`\nls", "a here-document with an unusual delimiter", "cat", "ls"],
    [
      "cat <<EOF\na\\\nEOF\nrm x",
      "a here-document whose end is joined to the line before",
      "cat",
      "rm x",
    ],
    [
      "echo $(cat <<EOF)\na\nEOF\nls",
      "a here-document across a substitution",
      "cat",
      "echo …",
      "ls",
    ],
    ["cat <<EOF $(a\nb\nEOF\n)\nls", "a here-document across a substitution", "a", "cat …", "ls"],
    [
      "echo `cat <<EOF`\nrm x\nEOF",
      "a here-document without its text",
      "cat",
      "echo …",
      "rm x",
      "EOF",
    ],
    ["a >", "a redirection without its file", "a"],
    ["a > ; rm x", "a redirection without its file", "a", "rm x"],
    ["&> b rm x", "shells differ on words after &>", "rm x"],
    ["a &> b rm x", "shells differ on words after &>", "a rm x"],
    ["a &>> b >c rm x", "shells differ on words after &>", "a rm x"],
    ["{ rm x }", "shells differ on a brace among the words of a command", "rm x }"],
    ["while a { rm x; }", "shells differ on a brace among the words of a command", "a { rm x"],
    ["a b (c)", "a ( among the words of a command", "a b", "c"],
    ["a=1 b (c)", "a ( among the words of a command", "b", "c"],
    [">a b (c)", "a ( among the words of a command", "b", "c"],
    ["a (rm x)", "a ( among the words of a command", "rm x", "a"],
    ["@(rm|a) x", "a ( among the words of a command", "rm", "a", "@", "x"],
    ["function f (rm x) ls", "a ( among the words of a command", "rm x", "ls"],
    ["coproc X { rm x; }", "a coprocess", "X { rm x"],
    ["for x (a b) rm c", "an unusual loop", "", "a b", "rm c"],
    ["for x { rm c; }", "an unusual loop", "", "rm c"],
    ["case x of a) rm y;; esac", "an unusual case", "a", "rm y"],
    ["case x in a b) rm y;; esac", "an unusual pattern in a case", "b", "y"],
    ["case x in a) rm y", "a case without its esac", "rm y"],
    ["case x in a) rm y;;", "a case without its esac", "rm y"],
    ["case", "an unusual case"],
    ["case x in", "an unusual pattern in a case"],
    ["case x in a) b) rm y;; esac", "a case without its esac", "b", "y"],
    [
      "sudo --unheard rm x",
      "the option --unheard is not known here",
      "sudo --unheard rm x",
      "rm x",
    ],
    ["env --=x rm", "the option -- is not known here", "env --=x rm", "rm"],
    ["nohup -w rm x", "the option -w is not known here", "nohup -w rm x", "rm x"],
    ["nice -z rm x", "the option -z is not known here", "nice -z rm x", "rm x"],
    ["sudo -$y rm x", "the option -… is not known here", "sudo -… rm x", "rm x"],
    ["timeout -z", "the option -z is not known here", "timeout -z"],
    [
      "git -c alias.p=push",
      "an alias changes what later commands mean",
      "git -c alias.p=push",
      "git",
    ],
    ["sudo -u $y rm x", "it is not known which word is the program", "sudo -u … rm x", "rm x"],
    ["timeout $t rm x", "it is not known which word is the program", "timeout … rm x", "rm x"],
    [
      "alias ls='rm -rf'; ls x",
      "an alias changes what later commands mean",
      "alias ls=rm -rf",
      "rm -rf",
      "ls x",
    ],
    [
      "git -c alias.p=push p",
      "an alias changes what later commands mean",
      "git -c alias.p=push p",
      "git p",
    ],
    [
      "git -calias.p=push p",
      "an alias changes what later commands mean",
      "git -calias.p=push p",
      "git p",
    ],
    ["find . -exec rm {}", "a find whose command does not end", "find . -exec rm {}"],
    ["echo rm x | sh", "a shell that reads commands from its input", "echo rm x", "sh"],
    ["echo rm x | sh -", "a shell that reads commands from its input", "echo rm x", "sh -"],
    ["bash -s a < f", "a shell that reads commands from its input", "bash -s a"],
    ["bash <(echo rm)", "a script that is not known", "echo rm", "bash /dev/fd/63…"],
    ["bash /dev/stdin", "a script that is not known", "bash /dev/stdin"],
    ["bash /dev/fd/3", "a script that is not known", "bash /dev/fd/3"],
    ["bash /proc/self/fd/0", "a script that is not known", "bash /proc/self/fd/0"],
    ["source <(a)", "a script that is not known", "a", "source /dev/fd/63…"],
    [". /dev/stdin", "a script that is not known", ". /dev/stdin"],
    ["xargs sh", "a script that is not known", "xargs sh", "sh …"],
    ["bash -$x --version", "the options of a shell are not known", "bash -… --version"],
    ["bash -$x 'rm y'", "the options of a shell are not known", "bash -… rm y"],
    [
      "bash -oc posix 'rm y'",
      "the options of a shell are not known",
      "bash -oc posix rm y",
      "posix",
    ],
    [
      "bash -Oc extglob 'rm y'",
      "the options of a shell are not known",
      "bash -Oc extglob rm y",
      "extglob",
    ],
    ["sh +oc posix 'rm y'", "the options of a shell are not known", "sh +oc posix rm y"],
    [". -- /dev/stdin", "a script that is not known", ". -- /dev/stdin"],
    ["source -- <(a)", "a script that is not known", "a", "source -- /dev/fd/63…"],
    ["env -S 'rm\\_x'", "env reads a backslash in its own way", "env -S rm\\_x", "rm_x"],
    [
      "env --split-string='rm\\_x' y",
      "env reads a backslash in its own way",
      "env --split-string=rm\\_x y",
      "rm_x y",
    ],
    ['sh -c "rm $x"', "a shell gets a text that is not known", "sh -c rm …", "rm …"],
    ["eval $x", "a shell gets a text that is not known", "eval …", "…"],
    ["xargs sh -c", "a shell gets a text that is not known", "xargs sh -c", "sh -c …", "…"],
    ["fish -c 'rm x'", "the language of fish", "fish -c rm x", "rm x"],
    ["pwsh -Command 'rm x'", "the language of pwsh", "pwsh -Command rm x", "rm x"],
    ["eval rm$'x'", "shells differ on $' and $\"", "eval rmx", "rmx"],
    ['sh -c rm$"x"', "shells differ on $' and $\"", "sh -c rmx", "rmx"],
    ["a\r\nrm x", "it contains a control character that shells differ on", "a\r", "rm x"],
    ["a \u0000", "it contains a control character that shells differ on", "a …"],
    ["a \u0001", "it contains a control character that shells differ on", "a \u0001"],
  ])("%j: %s", (command, why, ...commands) => {
    expect({ why: parseCommand(command).unparsed, commands: found(command) }).toEqual({
      why,
      commands,
    });
  });
});

test("an element of an array assigns to its array what is not known", () => {
  expect(parseCommand("ab[0]=1 rm").commands).toEqual([
    {
      words: [{ text: "rm", known: true }],
      assignments: [{ name: "ab", value: { text: "\u0000", known: false } }],
      redirections: [],
      ownWords: 1,
      pipeline: 0,
      isPiped: false,
    },
  ]);
});

test("a variable is a number where an option says so, and not by its name", () => {
  expect(parseCommand("declare list=x").unparsed).toBeNull();
  expect(parseCommand("declare -i list=x").unparsed).toBe(
    "arithmetic evaluates list, which can run commands",
  );
});

describe("bounds", () => {
  const nested = (depth: number): string => `${"$(".repeat(depth)}rm x${")".repeat(depth)}`;

  test.each<[name: string, command: string]>([
    ["substitutions", nested(51)],
    ["subshells", `${"( ".repeat(51)}rm x${")".repeat(51)}`],
    ["expansions", `echo ${"${x:-".repeat(51)}${"}".repeat(51)}`],
    ["cases", `${"case a in b) ".repeat(51)}rm x`],
    ["wrappers", `${"sudo ".repeat(51)}rm x`],
    ["evals", `${"eval ".repeat(52)}rm x`],
  ])("%s nested deeper than 50 are not read", (_name, command) => {
    expect(parseCommand(command).unparsed).toBe("it is nested deeper than 50");
  });

  test.each<[name: string, command: string]>([
    ["subshells", `ls; ${"( ".repeat(51)}rm x${")".repeat(51)}; rm y`],
    ["cases", `ls; ${"case a in b) ".repeat(51)}rm x; rm y`],
    ["expansions", `ls; ${"${x:-".repeat(51)}${"}".repeat(51)}; rm y`],
  ])("reading ends at %s that are nested too deep", (_name, command) => {
    expect(found(command)[0]).toBe("ls");
    expect(found(command)).not.toContain("rm x");
    expect(found(command)).not.toContain("rm y");
  });

  test("50 levels are read", () => {
    expect(parseCommand(nested(50)).unparsed).toBeNull();
    expect(found(nested(50))[0]).toBe("rm x");
    expect(found(`${"sudo ".repeat(50)}rm x`).at(-1)).toBe("rm x");
    expect(parseCommand(`${"sudo ".repeat(50)}rm x`).unparsed).toBeNull();
  });

  test("levels next to each other are not added up", () => {
    expect(parseCommand("$(a); ".repeat(200)).unparsed).toBeNull();
    expect(parseCommand("echo ${x:-a}; ".repeat(200)).unparsed).toBeNull();
  });

  test("texts that a shell reads again are read up to 200,000 characters in all", () => {
    const long = (length: number): string => `eval eval eval ${"a".repeat(length)}`;
    expect(parseCommand(long(70_000)).unparsed).toBe("the texts for shells in it are too long");
    expect(parseCommand(long(66_000)).unparsed).toBeNull();
  });

  test("commands over 100,000 characters are not read", () => {
    expect(parseCommand(`a ${"b".repeat(99_999)}`)).toEqual({
      commands: [],
      loose: [],
      hasFunctions: false,
      unparsed: "it is longer than 100000 characters",
      unseen: null,
    });
    expect(parseCommand(`a ${"b".repeat(99_998)}`).unparsed).toBeNull();
  });
});

describe("what is a wrapper's own", () => {
  test.each<[command: string, ownWords: number]>([
    ["sudo -u root rm x", 3],
    ["sh -c 'rm x' a", 2],
    ["watch -n1 rm x", 2],
    ["rm x", 2],
    ["git -C d push", 3],
    ["find . -exec rm {} \\;", 6],
  ])("%s", (command, ownWords) => {
    expect(parseCommand(command).commands[0]?.ownWords).toBe(ownWords);
  });
});
