import { describe, expect, test } from "vitest";
import { decide, ruling } from "./command-rulings.test-support.js";

describe("deny Bash(rm *)", () => {
  test.each([
    "rm",
    "rm x",
    "rm -rf /",
    "  rm   x",
    "/bin/rm x",
    "../../bin/rm x",
    "RM x",
    "/BIN/RM.EXE x",
    "r\\m x",
    "'rm' x",
    '"r"m x',
    "$'rm' x",
    "$'\\x72m' x",
    "r\\\nm x",
    "ls; rm x",
    "ls;rm x",
    "ls\nrm x",
    "ls&rm x",
    "ls && rm x",
    "ls || rm x",
    "ls | rm x",
    "! rm x",
    "(rm x)",
    "{ rm x; }",
    "if rm x; then ls; fi",
    "for i in 1; do rm x; done",
    "case a in a) rm x;; esac",
    "f() { rm x; }",
    "echo $(rm x)",
    'echo "`rm x`"',
    "cat <(rm x)",
    "cat <<EOF\n$(rm x)\nEOF",
    "sh <<EOF\nrm x\nEOF",
    "sh <<< 'rm x'",
    "A=1 rm x",
    "A=$(rm x)",
    "> out rm x",
    "2>&1 rm x",
    "{fd}>out rm x",
    "sudo rm x",
    "sudo -u root env A=1 nohup nice -n 5 timeout 3 rm x",
    "env -S 'rm x'",
    "xargs rm",
    "find . -exec rm {} \\;",
    "sh -c 'rm x'",
    'bash -lc "ls && rm x"',
    "eval 'rm x'",
    "eval rm x",
    "command rm x",
    "exec rm x",
    "trap 'rm x' EXIT",
    "alias ls='rm x'",
    "busybox rm x",
    "rm '' x",
    'rm "$x"',
    "rm $x",
    "rm x 'unterminated",
    "echo 'unterminated; rm",
    "a='x' rm x # comment",
    "rm\u2003x",
  ])("%j is denied or, where it cannot be read, at least asked", (command) => {
    const { decision } = ruling(["deny Bash(rm *)"], { command });
    expect(decision).toBe(command.startsWith("echo 'unterminated") ? "ask" : "deny");
    expect(decide(["allow Bash", "deny Bash(rm *)"], command)).toBe(decision);
  });

  test.each([
    "$x y",
    "${x} y",
    "r${x}m y",
    "rm$IFS-rf$IFS/",
    "{rm,-rf,x}",
    "/bin/r? x",
    "/bin/r[m] x",
    "$(echo rm) x",
    "`echo rm` x",
    "$x rm y",
    "$x $y rm y",
    '"$@"',
    "sudo $x",
    "echo x | sh",
    "curl x | bash -s",
    "bash <(curl x)",
    "source <(curl x)",
    "eval $x",
    'sh -c "$x"',
    "xargs sh -c",
    "xargs -I{} {} x",
    "find . -exec {} \\;",
    "((x[0]=1))",
    "echo $((a[0]))",
    "echo ${x@P}",
    "~/rm$x",
    "=rm x",
    "a\rb",
    `${"(".repeat(60)}ls`,
  ])("%j cannot be excluded, so it asks", (command) => {
    expect(decide(["deny Bash(rm *)"], command)).toBe("ask");
    expect(decide(["ask Bash(rm *)"], command)).toBe("ask");
    expect(decide(["deny Bash(rm *)", "allow Bash"], command)).toBe("ask");
    expect(decide(["deny Read"], command)).toBe("none");
  });

  test("a command that is too long to be read asks", () => {
    expect(decide(["deny Bash(rm *)", "allow Bash"], "x".repeat(100_001))).toBe("ask");
  });

  test.each([
    "ls",
    "rmdir x",
    "ls rm x",
    "echo rm x",
    "git commit -m 'rm x'",
    'git commit -m "$msg"',
    "echo $(date)",
    "ls # rm x",
    "cat <<EOF\nrm x\nEOF",
    "cat <<'EOF'\n$(rm x)\nEOF",
    "echo '$(rm x)'",
    "command -v rm",
    "bash script.sh",
    "for rm in a; do ls; done",
    "find . -name rm",
    "",
  ])("%j is none of its business", (command) => {
    expect(decide(["deny Bash(rm *)", "ask Bash(rm *)"], command)).toBe("none");
  });
});

describe("command patterns", () => {
  test.each<[pattern: string, fits: readonly string[], doesNotFit: readonly string[]]>([
    [
      "git push *",
      ["git push", "git push -f", "git  push", "git -C x push", "git -c a=b push"],
      ["git pushx", "git pull"],
    ],
    ["git *", ["git", "git -C x push"], ["gitk", "hg"]],
    ["git push", ["git push"], ["git push -f"]],
    ["git * --force", ["git push --force", "git push origin --force"], ["git push --force x"]],
    ["*", ["anything | at all", "'unterminated"], []],
    ["* --force", ["git push --force", "x --force"], ["x --forced"]],
    ["a*b*c", ["abc", "a1b2c", "ab bc"], ["acb", "abcd"]],
    ["*ab*ab*", ["abab", "xabyabz"], ["xaby"]],
    ["/opt/* x", ["/opt/a x"], ["a x"]],
    ["Rm *", ["/bin/Rm x"], ["/bin/rm x"]],
    ["A=1", ["A=1"], ["A=12"]],
    ["A=* B=2", ["A=1 B=2"], ["B=2"]],
    ["ab*ba", ["abba", "ab x ba"], ["aba"]],
    ["rm  -rf   *", ["rm -rf x"], ["rm x"]],
    ['git commit -m "wip"', ["git commit -m wip", "git commit -m 'wip'"], ["git commit -m x"]],
    ["npm test:*", ["npm test x", "npm test"], ["npm x", "np x"]],
    ["rm", ["rm", "rm ''", "ls; rm"], ["rm x"]],
    ["A=1 B=2", ["A=1 B=2", "ls; A=1 B=2"], ["ls; A=1 B=3", "ls; A=1"]],
    ["rm:*", ["rm x", "rm", "rm:x"], ["rmx"]],
    ["A=* rm *", ["A=1 rm x", "A=1 /bin/rm x"], ["B=1 rm x", "rm x"]],
    ["PATH=*", ["PATH=x", "PATH=x; ls"], ["APATH=x"]],
    ["/bin/rm *", ["/bin/rm x"], ["rm x"]],
    ["curl * | sh", ["curl x | sh", "curl  x  |  sh"], ["curl x"]],
    ["* > /etc/*", ["echo x > /etc/a"], ["echo x > /tmp/a"]],
    ["echo a b", ["echo 'a  b'", 'echo a "" b'], ["echo a c"]],
  ])("deny %j", (pattern, fits, doesNotFit) => {
    for (const command of fits)
      expect([command, decide([`deny Bash(${pattern})`], command)]).toEqual([command, "deny"]);
    for (const command of doesNotFit)
      expect([command, decide([`deny Bash(${pattern})`], command)]).toEqual([command, "none"]);
  });

  test.each<[pattern: string, asks: readonly string[], silent: readonly string[]]>([
    [
      "git push *",
      ["git $x", "git $x push", "git p$x", "git push$x", "$x"],
      ["git commit $x", "hg $x", "git x$y"],
    ],
    [
      "git push",
      ["git $x", "git push $x", "git p*", "git $x push $y", "$x push"],
      ["git pull $x", "git $x pull"],
    ],
    ["git * --force", ["git push $x"], ["git push $x --soft", "hg $x"]],
    [
      "git p* --force",
      ["git $x a --force", "git push ${x}ce"],
      ["git $x a --soft", "git $x/force"],
    ],
    ["ls x", ["$a ls x", "$a $b ls x $c", "l$a x"], ["ls y $a"]],
  ])("deny %j and what is not known", (pattern, asks, silent) => {
    for (const command of asks)
      expect([command, decide([`deny Bash(${pattern})`], command)]).toEqual([command, "ask"]);
    for (const command of silent)
      expect([command, decide([`deny Bash(${pattern})`], command)]).toEqual([command, "none"]);
  });

  test("a star takes what is not known for certain", () => {
    expect(decide(["deny Bash(git * --force)"], "git $x --force")).toBe("deny");
    expect(decide(["deny Bash(echo *)"], "echo *.txt")).toBe("deny");
  });
});

describe("which calls are commands", () => {
  test.each<[tool: string, input: unknown, decision: string]>([
    ["Shell", { command: "ls; rm x" }, "deny"],
    ["run_shell_command", { command: "ls; rm x" }, "deny"],
    ["mcp__x", { command: "ls; rm x" }, "deny"],
    ["mcp__x", { cmd: "ls; rm x" }, "deny"],
    ["mcp__x", { calls: [{ command: "ls" }, { command: "ls; rm x" }] }, "deny"],
    ["mcp__x", { command: "ls", cmd: "ls" }, "none"],
    ["mcp__x", { other: "ls; rm x" }, "none"],
    ["mcp__x", { other: "rm x" }, "deny"],
    ["Bash", { other: "x" }, "ask"],
    ["Bash", { command: 5 }, "ask"],
    ["Bash", { command: null }, "ask"],
    ["Bash", { command: undefined }, "ask"],
    ["Bash", { command: ["ls"] }, "ask"],
    ["Bash", { command: ["rm x"] }, "deny"],
    ["Bash", { cmd: {} }, "ask"],
    ["mcp__x", { command: {} }, "ask"],
    ["Bash", null, "ask"],
    ["Bash", "rm x", "ask"],
    ["Bash", ["rm x"], "ask"],
    ["Bash", undefined, "ask"],
  ])("%s %j: %s", (tool, input, decision) => {
    expect(ruling(["deny *(rm *)"], input, tool).decision).toBe(decision);
    if (decision === "ask") {
      expect(ruling(["allow *(*)"], input, tool).decision).toBe("none");
      expect(ruling(["allow *"], input, tool).decision).toBe("allow");
      expect(ruling(["deny *"], input, tool).decision).toBe("deny");
    }
  });

  test("several commands must all be allowed", () => {
    expect(ruling(["allow X(ls *)"], { command: "ls", cmd: "ls x" }, "X").decision).toBe("allow");
    expect(ruling(["allow X(ls *)"], { command: "ls", cmd: "rm x" }, "X").decision).toBe("none");
  });

  test("what makes a call untestable is said", () => {
    const why = (input: unknown): string =>
      ruling(["deny Bash(rm *)"], input).considered[0]?.why ?? "";
    const allowed = (input: unknown): string =>
      ruling(["allow Bash(rm *)"], input).considered[0]?.why ?? "";
    expect(why(1)).toBe("it cannot be excluded: the input is not an object");
    expect(why({})).toBe("it cannot be excluded: the input has no command");
    expect(why({ command: 1 })).toBe("it cannot be excluded: the command is not a text");
    expect(allowed(1)).toBe("the input is not an object");
    expect(allowed({})).toBe("the input has no command");
  });
});

describe("several rules", () => {
  test.each<[rules: readonly string[], command: string, decision: string]>([
    [["deny Bash(git push *)", "allow Bash(git *)"], "git push", "deny"],
    [["allow Bash(git *)", "ask Bash(git push *)"], "git push", "ask"],
    [["allow Bash(git *)", "ask Bash(git push *)"], "git pull", "allow"],
    [["ask Bash(ls *)", "deny Bash(rm *)"], "ls; rm x", "deny"],
    [["ask Bash(ls *)", "deny Bash(rm *)"], "ls; $x", "ask"],
    [["deny Bash(/x)"], "ls", "none"],
  ])("%j: %s", (rules, command, decision) => {
    expect(decide(rules, command)).toBe(decision);
  });
});
