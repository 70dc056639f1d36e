import { describe, expect, test } from "vitest";
import { decide, ruling } from "./command-rulings.test-support.js";

describe("an allow covers a command only part by part", () => {
  const git = ["allow Bash(git *)", "allow Bash(ls *)"];

  test.each<[rules: readonly string[], command: string]>([
    [git, "git status"],
    [git, "git"],
    [git, "git log | ls && git diff; (ls)"],
    [git, 'git commit -m "$msg" *.txt'],
    [git, "git log $(ls)"],
    [git, "git log > /dev/null 2>&1"],
    [git, "git log 2> /dev/stderr > /dev/stdout"],
    [git, "git log < in"],
    [git, "ls # rm x"],
    [git, "git -C x log"],
    [["allow Bash"], "rm 'unterminated"],
    [["allow Bash"], "A=1 $x > out"],
    [["allow *"], "rm x > y"],
    [["allow Bash(export A=*)"], "export A=1"],
    [["allow Bash(export A=*)"], "export A='1 2'"],
    [["allow Bash(export *)"], "export A=1 B=2"],
    [["allow Bash(export *)"], "export"],
    [["allow Bash(A=* ls)"], "A=1 ls"],
    [["allow Bash(A=* ls *)"], "A=1 ls x y"],
    [["allow Bash(A=* B=2 ls *)"], "A=1 B=2 ls"],
    [["allow Bash(A=*)"], "A=1"],
    [["allow Bash(A=*)", ...git], "A=1; ls"],
    [["allow Bash(X=*)", "allow Bash(ls *)"], "for X in a; do ls $X; done"],
    [["allow Bash(printf *)"], "printf x"],
    [["allow Bash(*)"], "printf x -v"],
    [["allow Bash(*)"], "printf"],
    [["allow Bash(*)"], "ls -v"],
    [["allow Bash(A=* l*s *)"], "A=1 ls x"],
    [["allow Bash(printf -v *)"], "printf -v x y"],
    [["allow Bash(sudo ls *)", "allow Bash(ls *)"], "sudo ls x"],
    [["allow Bash(echo *)", "allow Write(out/*)"], "echo a > out/x"],
    [["allow Bash(echo *)", "allow Write(/tmp/**)"], "echo a >> /tmp/a/b"],
    [["allow Bash(echo *)", "allow Write"], "echo a > x"],
    [["allow Bash(echo *)", "allow Bash(cd *)", "allow Write(/p/**)"], "cd a && echo a > x"],
    [["allow Bash(echo *)", "allow Write(out/*)"], "{ echo a; } > out/x"],
    [["allow Bash(command=git *)"], "git status"],
    [git, "git log --output=x"],
    [["allow Bash(git log --output=*)"], "git log --output=x"],
    [["allow Bash(git log:*)"], "git log --pretty=oneline --stat"],
    [["allow Bash(npm test:*)"], "npm test -- --script-shell=x"],
  ])("%j: %s", (rules, command) => {
    expect(decide(rules, command)).toBe("allow");
  });

  test.each<[rules: readonly string[], command: string, why: string]>([
    [git, "rm x", 'no allow rule covers "rm x"'],
    ...["git log --output=x", "git log --stat --output x", "git log --ext-diff"].map(
      (line): [string[], string, string] => [
        ["allow Bash(git log:*)"],
        line,
        `no allow rule covers "${line}"`,
      ],
    ),
    [
      ["allow Bash(npm test:*)"],
      "npm test --script-shell=x",
      'no allow rule covers "npm test --script-shell=x"',
    ],
    [git, "git x; rm x", 'no allow rule covers "rm x"'],
    [git, "git $(rm x)", 'no allow rule covers "rm x"'],
    [git, "git x | sh -c 'ls'", 'no allow rule covers "sh -c ls"'],
    [git, "/tmp/git x", 'no allow rule covers "/tmp/git x"'],
    [git, "./git x", 'no allow rule covers "./git x"'],
    [git, "GIT x", 'no allow rule covers "GIT x"'],
    [git, "'git x' y", 'no allow rule covers "git x y"'],
    [git, "$x", 'no allow rule covers "…"'],
    [git, "gi?", 'no allow rule covers "gi*"'],
    [git, "git 'x", "the command cannot be read in full: a ' without its end"],
    [git, "git log > x", 'no allow rule for Write covers the file of "git log > x"'],
    [git, "git log &> x", 'no allow rule for Write covers the file of "git log &> x"'],
    [git, "git log >& x", 'no allow rule for Write covers the file of "git log >& x"'],
    [git, "git log <> x", 'no allow rule for Write covers the file of "git log <> x"'],
    [git, "git log > $x", 'no allow rule for Write covers the file of "git log > …"'],
    [git, "> /dev/null", "there is no command"],
    [git, "", "there is no command"],
    [git, "LD_PRELOAD=x git status", 'no allow rule covers "LD_PRELOAD=x git status"'],
    [git, "PATH=/tmp; git status", 'no allow rule covers "PATH=/tmp"'],
    [git, "for PATH in /tmp; do git x; done", 'no allow rule covers "PATH=/tmp"'],
    [git, "export PATH=/tmp; git status", 'no allow rule covers "export PATH=/tmp"'],
    [git, "env PATH=/tmp git status", 'no allow rule covers "env PATH=/tmp git status"'],
    [
      ["allow Bash(env *)", ...git],
      "env PATH=/tmp git x",
      'no allow rule covers "PATH=/tmp git x"',
    ],
    [["allow Bash(*)"], "export A=1", 'no allow rule covers "export A=1"'],
    [["allow Bash(*)"], "$x", 'no allow rule covers "…"'],
    [["allow Bash(*)"], "printf -vA x", 'no allow rule covers "printf -vA x"'],
    [["allow Bash(*)"], "A=1", 'no allow rule covers "A=1"'],
    [["allow Bash(A=* ls **)"], "A=1 ls", 'no allow rule covers "A=1 ls"'],
    [["allow Bash(A=* ls x y)"], "A=1 ls x", 'no allow rule covers "A=1 ls x"'],
    [
      ["allow Bash(echo *)", "allow Write"],
      "echo a > $x",
      'no allow rule for Write covers the file of "echo a > …"',
    ],
    [
      ["allow Bash(echo *)", "allow Read(/**)"],
      "echo a > x",
      'no allow rule for Write covers the file of "echo a > x"',
    ],
    [
      ["allow Bash(echo *)", "allow Bash(cd *)", "allow Write(/**)"],
      "cd - && echo a > y",
      'no allow rule for Write covers the file of "echo a > y"',
    ],
    [["allow Bash(*)"], "A=1 ls", 'no allow rule covers "A=1 ls"'],
    [["allow Bash(* A=1)"], "export A=1", 'no allow rule covers "export A=1"'],
    [["allow Bash(e* A=1)"], "export A=1", 'no allow rule covers "export A=1"'],
    [
      ["allow Bash(export A=*)"],
      "export A=1 LD_PRELOAD=x",
      'no allow rule covers "export A=1 LD_PRELOAD=x"',
    ],
    [["allow Bash(A=* ls)"], "A=1 LD_PRELOAD=x ls", 'no allow rule covers "A=1 LD_PRELOAD=x ls"'],
    [["allow Bash(A=* *)"], "A=1 LD_PRELOAD=x ls", 'no allow rule covers "A=1 LD_PRELOAD=x ls"'],
    [["allow Bash(A=* * ls)"], "A=1 B=2 ls", 'no allow rule covers "A=1 B=2 ls"'],
    [["allow Bash(A=* ls x)"], "A=1 ls", 'no allow rule covers "A=1 ls"'],
    [["allow Bash(* -v A x)"], "printf -v A x", 'no allow rule covers "printf -v A x"'],
    [["allow Bash(sudo *)"], "sudo rm x", 'no allow rule covers "rm x"'],
    [["allow Read"], "ls", "it is not about Bash"],
    [
      ["allow Bash(echo *)", "allow Write(out/*)"],
      "echo a > out/../x",
      'no allow rule for Write covers the file of "echo a > out/../x"',
    ],
    [
      ["allow Bash(echo *)", "allow Write(file_path=*)"],
      "echo a > x",
      'no allow rule for Write covers the file of "echo a > x"',
    ],
    [
      ["allow Bash(echo *)", "allow Write(x=*)"],
      "echo a > x=1",
      'no allow rule for Write covers the file of "echo a > x=1"',
    ],
    [
      ["allow Bash(echo *)", "allow Bash(cd *)", "allow Write(out/*)"],
      "cd / && echo a > out/x",
      'no allow rule for Write covers the file of "echo a > out/x"',
    ],
    [
      ["allow Bash(echo *)", "allow Bash(cd *)", "allow Write(/**)"],
      "cd $x && echo a > y",
      'no allow rule for Write covers the file of "echo a > y"',
    ],
    [["allow Bash(git *, description=x)"], "git x; ls", 'no allow rule covers "git x"'],
  ])("%j: %s", (rules, command, why) => {
    const { decision, considered } = ruling(rules, { command });
    expect(decision).toBe("none");
    expect(considered[0]?.why).toBe(why);
  });

  test.each(
    (
      "export declare typeset local readonly alias unalias source . eval set shopt setopt trap unset enable hash bind read mapfile " +
      "readarray getopts let"
    ).split(" "),
  )("%s must be named to be allowed", (builtin) => {
    expect(decide(["allow Bash(*)"], `${builtin} x`)).toBe("none");
    expect(decide(["allow Bash(*)"], "ls x")).toBe("allow");
  });
});

describe("a redirection is a call of Write", () => {
  test.each<[rule: string, command: string, decision: string]>([
    ["deny Write(secret/**)", "echo a > secret/x", "deny"],
    ["deny Write(secret/**)", "cd secret; echo a > x", "deny"],
    ["deny Write(secret/**)", "{ echo a; } >> ./secret/../secret/x", "deny"],
    ["deny Write(secret/**)", "echo a > other", "none"],
    ["deny Write(secret/**)", "cat < secret/x", "none"],
    ["deny Write(secret/**)", "echo a > $x", "ask"],
    ["deny Write(secret/**)", "cd $x; echo a > y", "ask"],
    ["deny Write(file_path=secret/*)", "echo a > secret/x", "deny"],
    ["deny Write(content=x)", "echo a > x", "none"],
    ["deny Write", "echo a > $x", "deny"],
    ["ask Write", "echo a > x", "ask"],
    ["deny Write", "echo a > /dev/null", "none"],
    ["deny Write", "echo a", "none"],
    ["deny Write(", "echo a > x", "ask"],
    ["deny Edit", "echo a > x", "none"],
  ])("%s: %s", (rule, command, decision) => {
    expect(decide([rule, "allow Bash"], command)).toBe(decision === "none" ? "allow" : decision);
  });

  test.each<[rule: string, command: string, why: string]>([
    ["deny Write(secret/**)", "echo a > secret/x", 'it matches "secret/x"'],
    ["deny Write(secret/**)", "echo a > other", "it is not about Bash"],
    [
      "deny Write(secret/**)",
      "echo a > $x",
      'it cannot be excluded: it is not known which file "…" is',
    ],
  ])("%s says why: %s", (rule, command, why) => {
    expect(ruling([rule], { command }).considered.map((one) => one.why)).toEqual([why]);
  });
});

describe("a rule that names more than a program does not cover a word that starts another", () => {
  test.each<[rule: string, command: string]>([
    ["git push *", "git push --receive-pack=x . HEAD"],
    ["git fetch *", "git fetch --upload-pack x ."],
    ["git pull *", "git pull --upload-pack=x ."],
    ["git ls-remote *", "git ls-remote --exec=x ."],
    ["git archive *", "git archive --remote=. --exec=x HEAD"],
    ["git clone *", "git clone -c core.sshCommand=x ssh://a/b"],
    ["git clone *", "git clone --config=core.sshCommand=x ssh://a/b"],
    ["git rebase *", "git rebase -x x --root"],
    ["git difftool *", "git difftool -y --extcmd=x a b"],
    ["make test *", "make test --eval='test:;x'"],
    ["make test *", "make test SHELL=./x"],
    ["tar cf *", "tar cf x.tar -I x a"],
    ["tar cf *", "tar cf /dev/null a --checkpoint=1 --checkpoint-action=exec=x"],
    ["sed -n *", "sed -n '1e x' a"],
    ["sed -n *", "sed -n 's/a/b/e' a"],
    ["sed -n *", "sed -n 'w b' a"],
    ["awk -F *", "awk -F , 'BEGIN { system(\"x\") }'"],
    ["node -v *", 'node -v -e \'require("child_process").execSync("x")\''],
    ["perl -n *", "perl -n -e 'system $_' a"],
    ["sqlite3 x.db *", "sqlite3 x.db '.shell x'"],
    ["rsync -a *", "rsync -a -e x a h:b"],
    ["ssh -T *", "ssh -T -o ProxyCommand=x h"],
    ["scp -q *", "scp -q -S x a h:b"],
    ["socat -u *", "socat -u /dev/null EXEC:x"],
    ["expect -f *", "expect -f a -c 'exec x'"],
    ["parallel echo *", "parallel echo {} '&& x' ::: a"],
    ["rpm -qa *", "rpm -qa --pipe x"],
    ["fd -e *", "fd -e txt -x x"],
    ["split -l *", "split -l 1 --filter=x a"],
    ["gcc -c *", "gcc -c -wrapper x a.c"],
    ["zip -q *", "zip -q x.zip a -T -TT x"],
    ["vim -R *", "vim -R +!x a"],
    ["apt-get update *", "apt-get update -o APT::Update::Pre-Invoke::=x"],
    ["prove -l *", "prove -l -e x a"],
    ["find . -name *", "find . -name a $(echo -exec) x \\;"],
  ])("%s, %s", (rule, command) => {
    expect(decide([`allow Bash(${rule})`], command)).toBe("none");
  });

  test.each<[rule: string, command: string]>([
    ["git clone *", "git clone --recursive https://a/b"],
    ["git cherry-pick *", "git cherry-pick -x abc"],
    ["git rebase -x *", "git rebase -x x --root"],
    ["git push *", "git push -u origin HEAD"],
    ["make *", "make test CC=x"],
    ["make test *", "make test -j 4"],
    ["tar czf *", "tar czf Foo.tgz Foo Images"],
    ["sed -n *", "sed -n '1,20p' a"],
    ["sed *", "sed '1e x' a"],
    ["awk -F *", "awk -F , '{ print $1 }' a"],
    ["node -e *", 'node -e \'require("child_process").execSync("x")\''],
    ["python3 -m pytest *", "python3 -m pytest -x -k a"],
    ["ssh -T *", "ssh -T -o StrictHostKeyChecking=no h ls"],
    ["rsync -a *", "rsync -a --exclude=x a/ b/"],
  ])("%s covers %s", (rule, command) => {
    expect(decide([`allow Bash(${rule})`], command)).toBe("allow");
  });
});
