import { describe, expect, test } from "vitest";
import { matches as hostMatches } from "./matcher.js";

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
    expect(hostMatches({ event, matcher, subject }).matches).toBe(matches);
  });

  test.each([
    "(?!x)(a+)+$",
    "(?!x)(a|a)*b",
    `(?!x)${"a?".repeat(30)}${"a".repeat(30)}`,
    `(?!x)${"(a|a)".repeat(30)}b`,
    "(?!x)a*a*a*a*b",
  ])("no matcher makes anyone wait: %s counts as fitting", (matcher) => {
    const request = { event: "PreToolUse", matcher, toolName: `${"a".repeat(200)}!` };
    expect(hostMatches(request)).toEqual({
      matches: true,
      why: `what cannot be tested in linear time counts as fitting: ${matcher} matches "${request.toolName}"`,
    });
  });

  test("says which of the two kept the hook from matching", () => {
    const call = { event: "PreToolUse", toolName: "Bash", toolInput: { command: "ls" } };
    expect(hostMatches({ ...call, matcher: "Read" })).toEqual({
      matches: false,
      why: 'the list Read does not match "Bash"',
      by: "matcher",
    });
    expect(hostMatches({ ...call, if: "Bash(rm *)" })).toEqual({
      matches: false,
      why: "the rule Bash(rm *) does not match the call",
      by: "if",
    });
    expect(hostMatches({ ...call, if: "Bash" }).why).toBe(
      "no matcher: it matches every such event; the rule Bash matches the call",
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
    // A program that runs its arguments, and one of them known only when it runs.
    ["Bash(git *)", "zsh -c $X", true],
    ["Bash(git *)", "node $(which x)", true],
    ["Bash(git *)", "python3.12 a.py `x`", true],
    ["Bash(git *)", "perl $X", true],
    ["Bash(git *)", "timeout 5 $X", true],
    ["Bash(git *)", "command $X", true],
    ["Bash(git *)", ". $X", true],
    ["Bash(git *)", "env A=$X ls", true],
    ["Bash(git *)", "bash $HOME/a.sh", false],
    ["Bash(git *)", "sh ./a.sh '$X'", false],
    ["Bash(git *)", "awk '{print $NF}' a", false],
    ["Bash(git *)", "sh ./a.sh \\$X", false],
    ["Bash(git *)", 'sed -i "s/a/$X/" a', false],
    ["Bash(git *)", "ls | sh ./a.sh $X", true],
    ["Bash(git *)", "echo $(sh ./a.sh $X)", true],
    ["Bash(git *)", "A=$(date) python3 a.py", false],
    ["Bash(git *)", "./python3 $X", false],
    ["Bash(git *)", "git$X push", true],
    ["Bash(git *)", "echo $X after", false],
    ["Bash(git *)", "echo {a,b}", false],
    ["Bash(git *)", "ls *.ts [ab]", false],
    // What starts another program is not looked through, but for a plain xargs.
    ["Bash(git *)", "time git status", false],
    ["Bash(git *)", "ls; time -p git status", false],
    ["Bash(git *)", "timeout 5 git push", false],
    ["Bash(git *)", "command git push", false],
    ["Bash(git *)", "find . -exec git add {} +", false],
    ["Bash(git *)", "ls | xargs git add", true],
    ["Bash(git *)", "ls | xargs -n1 git add", false],
    ["Bash(git *)", "ls | xargs rm", false],
    ["Bash(git push *)", "ls | xargs git push", true],
    // Redirections.
    ["Bash(git *)", "echo a > $OUT", true],
    ["Bash(git *)", "echo a 2>>`date`", true],
    ["Bash(git *)", "cat < $(ls)", true],
    ["Bash(git *)", "cat <<< $(ls)", false],
    ["Bash(git *)", "> $OUT", true],
    ["Bash(git *)", "echo a > $HOME/b 2>&1", false],
    ["Bash(git *)", "echo a > git", false],
    // Nested.
    ["Bash(git *)", 'echo "${X:-$(git status)}"', true],
    ["Bash(git *)", 'echo "${X:-$(ls)}"', false],
    ["Bash(git *)", "cat <<X\n$(git log)\nX", true],
    ["Bash(git *)", "cat <<'X'\n$(git log)\nX", false],
    ["Bash(git *)", "f() { git push; }", true],
    ["Bash(git *)", "case a in b) git push;; esac", true],
    ["Bash(git *)", "while read x; do git push; done", true],
    ["Bash(git *)", "A=$(git log) ls", true],
    ["Bash(git *)", "A=$(git log)", true],
    ["Bash(git *)", "((i++))", true],
    ["Bash(git *)", "echo $((1 + 1))", false],
    ["Bash(git push *)", "A=$(date)", true],
    ["Bash(git push *)", "for f in a; do echo $f; done", true],
    ["Bash(git push *)", "FOO=bar git push", true],
    ["Bash(git push:*)", "git push", true],
    ["Bash(git push:*)", "git pushx", false],
    ["Bash(git commit -m *)", "git commit -m 'a; b'", true],
    ["Bash(npm run test:*)", "npm run test", true],
    ["Bash(* --force)", "git push --force", true],
    ["Bash(* --force)", "git push", false],
    ["Bash(*)", "ls", true],
    ["Bash(description:x*)", "ls", false],
    ["Bash(git*)", "gitk", true],
  ])("%s and %j: %s", (rule, command, matches) => {
    const call = { event: "PreToolUse", toolName: "Bash", toolInput: { command } };
    expect(hostMatches({ ...call, if: rule }).matches).toBe(matches);
  });

  test("a hook with an if never runs where there is no tool, an empty one is none", () => {
    expect(hostMatches({ event: "UserPromptSubmit", if: "Bash" }).matches).toBe(false);
    expect(hostMatches({ event: "UserPromptSubmit", if: "" }).matches).toBe(true);
  });

  test.each<[string, string, boolean]>([
    ["*.env", "/a/.env", true],
    ["*.env", "/a/b.ts", false],
    [".env", "/a/b/.env", true],
    [".env", "/a/.env.ts", false],
    ["src/**", "/a/src/b/c.ts", true],
    ["src/**", "/a/srcs/b.ts", false],
    ["src/**", "src/b.ts", true],
    ["src/**", "a/src/b.ts", false],
    ["**/src/**", "a/src/b.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.{ts,js}", "src/b/c/a.js", true],
    ["./src/a.ts", "src/a.ts", true],
    ["./src/a.ts", "/x/src/a.ts", true],
    ["/src/a.ts", "/x/src/a.ts", true],
    ["secrets", "/x/secrets/a/b", true],
    ["secrets/", "/x/secrets/a", true],
    ["secrets/", "/x/secrets", false],
    ["//etc/**", "/etc/passwd", true],
    ["//etc/**", "/x/etc/passwd", false],
    ["//etc/passwd", "etc/passwd", false],
    ["//tmp/a.txt", "/tmp/x/../a.txt", true],
    ["~/.ssh/**", "/home/me/.ssh/id", true],
    ["~/.ssh/**", "/root/.ssh/id", true],
    ["~/.ssh/**", "/Users/me/.ssh/id", true],
    ["~/.ssh/**", "/srv/.ssh/id", false],
    ["a[", "/x/a[", false],
    [`${"**/a/".repeat(50)}b`, `/${"a/".repeat(200)}c`, false],
  ])("Read(%s) and %s: %s", (pattern, file_path, matches) => {
    const call = { event: "PreToolUse", toolName: "Read", toolInput: { file_path } };
    expect(hostMatches({ ...call, if: `Read(${pattern})` }).matches).toBe(matches);
  });

  test.each<[string, string, object, boolean]>([
    ["Edit(*.ts)", "Edit", { file_path: "/a/b.ts" }, true],
    ["Edit(*.ts)", "Write", { file_path: "/a/b.ts" }, false],
    ["Edit(*.ts)", "Edit", {}, false],
    ["NotebookEdit(*.ipynb)", "NotebookEdit", { notebook_path: "/a/b.ipynb" }, true],
    ["Grep(src/**)", "Grep", { path: "src/a", pattern: "x" }, true],
    ["PowerShell(git push*)", "PowerShell", { command: "git push origin" }, true],
    ["PowerShell(git push*)", "PowerShell", { command: "git pull" }, false],
    ["PowerShell(git *)", "Bash", { command: "git pull" }, false],
    ["Agent(model:opus)", "Agent", { model: "opus" }, true],
    ["Agent(model:op*)", "Agent", { model: "sonnet" }, false],
    ["Agent(model:*)", "Agent", { model: { a: 1 } }, false],
    ["Bash(run_in_background:true)", "Bash", { command: "ls", run_in_background: true }, true],
    ["mcp__h__*", "mcp__h__echo", {}, true],
    ["mcp__h__e*", "mcp__h__list", {}, false],
    ["mcp__h", "mcp__hx__echo", {}, false],
    ["WebFetch(domain:*.b)", "WebFetch", { url: "https://x.y.b" }, true],
    ["WebFetch(domain:*.b)", "WebFetch", { url: "https://b/" }, false],
    ["WebFetch(domain:*)", "WebFetch", { url: "https://b:8/" }, true],
    ["WebFetch(domain:a.b)", "WebFetch", { url: "HTTPS://u@A.B?c" }, true],
    ["mcp__h", "mcp__h__echo", {}, true],
    ["WebFetch(domain:a.b)", "WebFetch", { url: "https://a.b/c" }, true],
    ["WebFetch(domain:a.b)", "WebFetch", { url: "https://x/a.b" }, false],
  ])("%s and %s %j: %s", (rule, toolName, toolInput, matches) => {
    expect(hostMatches({ event: "PreToolUse", toolName, toolInput, if: rule }).matches).toBe(
      matches,
    );
  });
});

describe("what differs by version", () => {
  test.each<[string, string, boolean, boolean]>([
    ["Bash(cat *)", "echo before $(date) after", true, false],
    ["Bash(cat *)", "echo before $(date)", false, false],
    ["Bash(cat *)", "echo before $X after", false, false],
    ["Bash(cat *)", "$TOOL git push", true, true],
  ])("%s and %j: %s, then %s", (rule, command, older, newest) => {
    const call = { event: "PreToolUse", toolName: "Bash", toolInput: { command }, if: rule };
    expect(hostMatches(call, "2.1.240").matches).toBe(older);
    expect(hostMatches(call, "2.1.325").matches).toBe(newest);
  });

  test("an event that came later", () => {
    expect(hostMatches({ event: "PreModelSwitch" }, "2.1.325").matches).toBe(true);
    expect(hostMatches({ event: "PreModelSwitch" }, "2.1.240")).toEqual({
      matches: false,
      why: "Claude Code 2.1.240 has no event PreModelSwitch",
      by: "matcher",
    });
  });
});
