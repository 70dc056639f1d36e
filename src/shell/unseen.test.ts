import { describe, expect, test } from "vitest";
import { isHarmlessSed } from "./sed-script.js";
import { parseCommand } from "./parse-command.js";

const unseen = (command: string): string | null => parseCommand(command).unseen;

describe("what a command may start without showing it", () => {
  test.each<[why: string, ...commands: string[]]>([
    [
      "python3 gets code that starts programs or evaluates a text",
      "python3 -c 'import os; os.system(x)'",
      "python3 -Ic 'exec(x)'",
      "python3 -c 'from subprocess import run as r; r(x)'",
      "python3 <<E\n__import__('os')\nE",
      "python3 - <<< 'getattr(a, b)'",
      "python3 -m timeit x",
    ],
    ["python3 gets code that is not known", 'python3 -c "$x"', "a | python3", "a | python3 -"],
    ["python3 gets code that is not known in full", "python3 -c \"print('$x')\""],
    ["python3 loads what is not known", "python3 -m $x"],
    [
      "a script that is not known",
      "python3 $x",
      "node <(a)",
      "awk -f - x".replace("awk -f -", "perl $x"),
    ],
    [
      "node gets code that starts programs or evaluates a text",
      "node -e 'require(x)'",
      "node -pe 'eval(x)'",
      "node --eval='new Function(x)'",
      "node -e 'require(\"child_process\").execSync(x)'",
      "node -e 'import(\"x\")'",
    ],
    [
      "awk gets code that starts programs or evaluates a text",
      "awk '{ system($1) }'",
      "awk '{ print | $1 }'",
      "awk '{ $1 | getline }'",
    ],
    ["awk loads what is not known", "awk -f -", "awk -f <(a)"],
    ["perl starts what it gets as a file", "perl -ne 1 'rm|'"],
    [
      "a script of sed that may run commands or write files",
      "sed '1e rm'",
      "sed s/a/b/e",
      "sed -n 'w x'",
      "sed -e a -e 'e rm'",
    ],
    ["a script of sed that is not known", 'sed "$x"', "sed -f -"],
    ["choom may start a program that is not known", "choom -n 0 -- $x", "choom -n 0 -- 'a b;c'"],
    ["tar may start a program that is not known", "tar xf a --to-command=$x", "tar -I $x -cf a b"],
    ["make may start a program that is not known", "make CC=$x", "make --eval 'x:;rm'"],
    ["npx may start a program that is not known", "npx $x", "npx -c 'a;b'"],
    [
      "git may start a program that is not known",
      "git -c core.pager=$x log",
      "git rebase --exec 'a;b'",
      "git bisect run $x",
      "git --exec-path=x y",
    ],
    ["sqlite3 reads commands from its input", "sqlite3 x '.shell rm'", "a | sqlite3 x"],
    ["vim may run a command of its own language", "vim -c '!rm'", "vim +x"],
    [
      "BASH_ENV says what programs do or start",
      "BASH_ENV=x bash y",
      "export BASH_ENV=x",
      "env BASH_ENV=x a",
    ],
    ["PS4 says what programs do or start", "PS4='$(rm)'; set -x"],
    ["PATH says what programs do or start", "PATH=. a", "PATH=x:$PATH a"],
    ["BASH_FUNC_ls%% says what programs do or start", "env 'BASH_FUNC_ls%%=() { rm; }' bash -c ls"],
    ["it is not known which program a pattern finds", "./a* b"],
    [
      "the line writes the script or program that it runs",
      "a > x; sh x",
      "a | tee x; . ./x",
      "cp a x; ./x",
      "echo x > Makefile; make",
      "echo 'os.system(x)' > a.py; python3 a.py",
      "echo 'os.system(x)' > a.py; python3 -m a",
      'python3 -c \'open("x", "w")\'; sh x',
      "tar xf a; ./x",
      "echo 'system(x)' > a.c; gcc a.c",
    ],
  ])("%s", (why, ...commands) => {
    for (const command of commands) expect([command, unseen(command)]).toEqual([command, why]);
  });

  test.each([
    "python3 -c 'import json, sys; print(json.load(sys.stdin)[0])'",
    "a | python3 -c 'import re; print(re.compile(\"x\"))'",
    "python3 -m json.tool x",
    "python3 x.py a",
    'python3 -c \'import subprocess; subprocess.run(["ls", "-l"], check=True)\'',
    'node -e \'console.log(require("fs").readdirSync("."))\'',
    'node -e \'require("child_process").execSync("ls -l")\'',
    "awk '/a|b/ { print $1 || $2 } END { print | \"sort\" }' x",
    "awk -F: -v a=b '{ print $1 / 2 }' x",
    "perl -pe 's/a/b/g' x",
    "sed -n '1,5p;$!d' x",
    "sed -i 's/a/b;e c/g; /x/d' x",
    'sed "s/a/$b/" x',
    "tar xzf a.tar.gz -C b",
    "make -j$(nproc) test",
    "npx vitest run $x",
    "git -c user.name=$x commit -m y",
    "git rebase -i HEAD~3",
    "sqlite3 x 'select 1' '.tables'",
    "PAGER=cat git log",
    "PATH=/a/bin:$PATH b",
    "NODE_OPTIONS=--max-old-space-size=4096 a",
    "a > x.txt; cat x.txt",
    "cat > x.py <<'E'\nprint(1)\nE\npython3 x.py",
    "go build -o a . && ./a b",
    "chmod +x a && ./a",
    "vim x",
  ])("but not %j", (command) => {
    expect(unseen(command)).toBeNull();
  });

  test("a shell script that the line writes is read", () => {
    const { commands } = parseCommand("cat > x.sh <<'E'\nrm y\nE\nbash x.sh");
    expect(commands.at(-1)?.words.map(({ text }) => text)).toEqual(["rm", "y"]);
  });
});

test.each<[script: string, isHarmless: boolean]>([
  ["s/a/b/", true],
  ["s/a/b/gI;p", true],
  ["s,a,b,2p", true],
  ["/a/,/b/!{s/c/d/;n;p}", true],
  ["1~2d", true],
  ["y/ab/cd/", true],
  ["$a\\\ntext; e x", true],
  ["a text; e x", true],
  [":a;N;$!ba;s/\n/ /g", true],
  ["# e x", true],
  ["\\,a,p", true],
  ["s/[/]/b/", false],
  ["s/a/b/e", false],
  ["s/a/b/w x", false],
  ["e", false],
  ["1e x", false],
  ["/a/e x", false],
  [":a;e x", false],
  ["w x", false],
  ["W x", false],
  ["s/a/b", false],
  ["k", false],
])("sed %j runs nothing: %s", (script, isHarmless) => {
  expect(isHarmlessSed(script)).toBe(isHarmless);
});
