import { describe, expect, test } from "vitest";
import { hears } from "./matcher.js";

describe("matchers", () => {
  test.each<[string, string, string, boolean]>([
    ["PreToolUse", "", "Bash", true],
    ["PreToolUse", "*", "Bash", true],
    ["PreToolUse", "Bash", "Bash", true],
    ["PreToolUse", "bash", "Bash", false],
    ["PreToolUse", "Bas", "Bash", false],
    ["PreToolUse", "Write|Bash", "Bash", true],
    ["PreToolUse", "Write, Bash", "Bash", true],
    ["PreToolUse", " Bash ", "Bash", true],
    ["PreToolUse", "Bash|", "Bash", true],
    ["PreToolUse", "Bas*", "Bash", true],
    ["PreToolUse", "^as", "Bash", false],
    ["PreToolUse", "Bash(sh *)", "Bash", false],
    ["PreToolUse", "(", "Bash", false],
    ["PreToolUse", "(?!Ba)", "Bash", true],
    ["PreToolUse", "mcp__h", "mcp__h__echo", false],
    ["PreToolUse", "mcp__h__.*", "mcp__h__echo", true],
    ["SessionStart", "startup", "resume", false],
    ["Stop", "nope", "anything", true],
    ["UserPromptSubmit", "nope", "anything", true],
    ["FileChanged", "a-b", "a-b", true],
    ["FileChanged", "a-b", "xa-bx", true],
    ["PreToolUse", "a-b", "xa-bx", false],
    ["PreToolUse", "(?i)bash", "Bash", false],
    ["PreToolUse", "(?P<name>Bash)", "Bash", false],
    ["PreToolUse", "Bash\\z", "Bash", false],
    ["PreToolUse", "\\ABash", "Bash", false],
    ["PreToolUse", "[[:alpha:]]+", "Bash", false],
    ["PreToolUse", "^(?!Bash$|Write$).*", "Bash", false],
    ["PreToolUse", "^(?!Bash$|Write$).*", "Read", true],
    ["BeforeTool", "", "Bash", false],
  ])("on %s %j and %j: %s", (event, matcher, subject, matches) => {
    expect(hears({ event, matcher, subject }).matches).toBe(matches);
  });

  test.each([
    "(?!x)(a+)+$",
    "(?!x)(a|a)*b",
    `(?!x)${"a?".repeat(30)}${"a".repeat(30)}`,
    `(?!x)${"(a|a)".repeat(30)}b`,
    "(?!x)a*a*a*a*b",
  ])("no matcher makes anyone wait: %s counts as fitting", (matcher) => {
    const request = { event: "PreToolUse", matcher, toolName: `${"a".repeat(200)}!` };
    expect(hears(request)).toEqual({
      matches: true,
      why: `what cannot be tested in linear time counts as fitting: ${matcher} fits "${request.toolName}"`,
    });
  });

  test("says which of the two kept the hook from hearing", () => {
    const call = { event: "PreToolUse", toolName: "Bash", toolInput: { command: "ls" } };
    expect(hears({ ...call, matcher: "Read" })).toEqual({
      matches: false,
      why: 'the list Read does not fit "Bash"',
      by: "matcher",
    });
    expect(hears({ ...call, if: "Bash(rm *)" })).toEqual({
      matches: false,
      why: "the rule Bash(rm *) does not fit the call",
      by: "if",
    });
    expect(hears({ ...call, if: "Bash" }).why).toBe(
      "no matcher: it hears every such event; the rule Bash fits the call",
    );
  });
});

describe("if", () => {
  test.each<[string, string, boolean]>([
    ["Bash", "ls", true],
    ["Read", "ls", false],
    ["Bash(", "ls", false],
    ["Bash(git *)", "git status", true],
    ["Bash(git *)", "git", true],
    ["Bash(git *)", "gitk", false],
    ["Bash(git:*)", "git status", true],
    ["Bash(git *)", "FOO=bar git status", true],
    ["Bash(git *)", "env git status", false],
    ["Bash(git *)", "/usr/bin/git status", false],
    ["Bash(git *)", 'bash -c "git status"', false],
    ["Bash(git *)", "ls; git push", true],
    ["Bash(git *)", "ls && (cd x; git push)", true],
    ["Bash(git *)", "ls | git apply", true],
    ["Bash(git *)", 'echo "$(git log)"', true],
    ["Bash(git *)", "echo '$(git log)'", false],
    ["Bash(git *)", "echo `git log`", true],
    ["Bash(git *)", "echo git push", false],
    ["Bash(git *)", '"git" push', true],
    ["Bash(git *)", "if true; then git push; fi", true],
    ["Bash(git *)", "# git push\nls", false],
    ["Bash(git *)", "cat <<X\ngit push\nX\nls", false],
    ["Bash(git *)", "cat <<X\nhi\nX\ngit push", true],
    ["Bash(git *)", "cat <<X\nhi\nX", false],
    ["Bash(git *)", "echo $(echo ')'; git push)", true],
    ["Bash(git *)", 'echo $(echo ")"; git push)', true],
    ["Bash(git *)", "echo $(ls)", false],
    ["Bash(git *)", "echo $(echo ')'; ls)", false],
    ["Bash(git *)", 'echo $(echo ")"; ls)', false],
    ["Bash(git *)", "ls > git", false],
    ["Bash(git *)", "diff <(git log) a", true],
    ["Bash(git *)", "$UNSET push", true],
    ["Bash(git *)", "echo $UNSET", false],
    ["Bash(git *)", "echo 'open", true],
    ["Bash(git push *)", "git pull", false],
    ["Bash(git push *)", "git push origin 2>&1", true],
    ["Bash(git push *)", "echo $UNSET", true],
    ["Bash(git push *)", "echo $HOME", false],
    ["Bash(git push *)", "echo ${HOME}", false],
    ["Bash(git push *)", "cat <<X\nhi\nX", true],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git push origin dev", false],
    ["Bash(ls)", "ls -l", false],
    ["Bash(ls)", "ls", true],
  ])("%s and %j: %s", (rule, command, matches) => {
    const call = { event: "PreToolUse", toolName: "Bash", toolInput: { command } };
    expect(hears({ ...call, if: rule }).matches).toBe(matches);
  });

  test("a hook with an if never runs where there is no tool, an empty one is none", () => {
    expect(hears({ event: "UserPromptSubmit", if: "Bash" }).matches).toBe(false);
    expect(hears({ event: "UserPromptSubmit", if: "" }).matches).toBe(true);
  });

  test.each<[string, string, object, boolean]>([
    ["Read(*.env)", "Read", { file_path: "/a/.env" }, true],
    ["Read(*.env)", "Read", { file_path: "/a/b.ts" }, false],
    ["mcp__h", "mcp__h__echo", {}, true],
    ["WebFetch(domain:a.b)", "WebFetch", { url: "https://a.b/c" }, true],
    ["WebFetch(domain:a.b)", "WebFetch", { url: "https://x/a.b" }, false],
  ])("%s and %s %j: %s", (rule, toolName, toolInput, matches) => {
    expect(hears({ event: "PreToolUse", toolName, toolInput, if: rule }).matches).toBe(matches);
  });
});
