import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";

const unseen = (command: string): string | null => parseCommand(command).unseen;
const WRITES = "the line writes the script or program that it runs";
const PYTHON = "python3 gets code that starts programs or evaluates a text";
const NODE = "node gets code that starts programs or evaluates a text";
const PERL = "perl gets code that starts programs or evaluates a text";
const EXPANDS = "a program that is not known may give to a shell what it is given";

describe("what only a shell without [[ and (( starts", () => {
  const inTest = "some shells start a program in [[ ]]";
  const inArithmetic = "some shells start a program in (( ))";
  test.each<[why: string, command: string]>([
    [inTest, "[[ a =~ b|c${x}d ]]"],
    [inTest, "[[ a || c${x}d ]]"],
    [inTest, "[[ a || true && c${x}d ]]"],
    [inTest, "[[ a || ( c${x}d )\n]]"],
    [inTest, "[[ a\nc${x}d\n]]"],
    [inTest, "[[ a ||\n${x}d ]]"],
    [inArithmetic, "((a|c${x}d))"],
    [inArithmetic, "((a || b$x))"],
    [inArithmetic, "((a\n$1b))"],
    ["PATH says what programs do or start", "((PATH=0))"],
  ])("%s: %j", (why, command) => {
    expect(unseen(command)).toBe(why);
  });

  test.each([
    "[[ a == b && c${x}d == e ]]",
    '[[ -z "$x" || -n "$y" ]]',
    "[[ a -eq\n1 ]]",
    "(( x + $y > 0 ))",
    "(( 10#$x + 0x$y ))",
    "echo $((a$x))",
  ])("but not %j", (command) => {
    expect(unseen(command)).toBeNull();
  });

  test("a name in a new line is a text of the line", () => {
    expect(parseCommand("[[ a\nrm\n]]").loose).toEqual(["rm"]);
  });
});

test.each<[why: string, ...commands: string[]]>([
  [
    "it is not known which program a name means that is put together",
    "e$1val x",
    "bas${q}h <<< x",
    "${x}sh x",
  ],
  ["it is not known which program a descriptor or a process leads to", "/bin/ba$1sh -c x"],
  [
    WRITES,
    "cp a x; git -c core.pager=./x log",
    "cp a x; EDITOR=./x git commit",
    "ln -s a x; fakeroot ./x",
    "ln -s a x; cmake -E env ./x",
    "cp a x; python3 -c 'import os; os.system(\"./x\")'",
    "cp a x; sftp -D ./x",
    "cp -r a x; x/b",
    "mv a x; cd x; ./b",
    'python3 -c \'import os; os.symlink("a", "/b/x")\'; x',
    "node -e 'fs.writeFileSync(\"package.json\", x)'; npm test",
    'python3 -c \'json.dump(x, open("package.json", "w"))\'; npm test',
    "echo x > a/config; git status",
    "echo 'os.system(x)' > random.py; python3 -c 'import tempfile'",
    "echo 'require(\"child_process\").fork(x)' > eslint.config.js; eslint .",
    "echo x > SConstruct; scons",
    "echo x > p.yml; ansible-playbook p.yml",
  ],
  [
    "fakeroot reads commands from its input",
    "a | fakeroot",
    "a | fakeroot -u",
    "a | fakeroot -- sh",
    "a | fakeroot python3",
  ],
  ["octave reads commands from its input", "a | octave"],
  [
    "gcc gets code that starts programs or is not known",
    "a | gcc -x c - -o b",
    "gcc -xc - <<< 'system(x)'",
  ],
  ["as gets code that starts programs or is not known", "a | as -o b", "as <<< 'call x'"],
  ["kubectl may start a program that is not known", "kubectl --kubeconfig=$x get pods"],
  ["fd may start a program that is not known", "fd . -X sh"],
  ["git may start a program that is not known", "git config include.path ../x"],
  [
    PYTHON,
    "python3 -c 'import site; site.addsitedir(x)'",
    "python3 -c 'import _ctypes'",
    "python3 -c 'p.temp_original(x)'",
    "python3 -c 'inspect.signature(f, eval_str=True)'",
    "python3 -c 'pandas.read_pickle(x)'",
    "python3 -c 'yaml.unsafe_load(x)'",
    "python3 -c 'f.write(x); import q'",
    "python3 -c 'shutil.move(a, b)\nfrom q import r'",
  ],
  [
    NODE,
    'node -e \'const {["a".concat("b")]: c} = x\'',
    "node -e 'const {[\"a\" + b]: c} = x'",
    "node -e 'const p = process; p[x]'",
    "node -e 'Object.entries(process)'",
    "node -e 'const p = {...globalThis}'",
    "node -e 'x[1][y](z)'",
    "node -e 'x[y[z]](1)'",
    "node -e 'process.valueOf()'",
  ],
  [
    PERL,
    "perl -e 'open F, sprintf(x)'",
    "perl -e 'open F, lc(x)'",
    "perl -e 'open my $f, $x'",
    "perl -e '$ARGV[0] = x; print <>'",
    "perl -e 'for (@ARGV) { $_ = x }'",
    "perl -e 'IO::Pipe->new->reader(x)'",
    "perl -e 'X->can(y)'",
  ],
  ["deno gets code that is not known", "a | deno run -"],
  [EXPANDS, "x --do 'c$@y'", "x 'c\"\"y'", "gh config set pager 'a $(b)'", "just 'a`b`'"],
])("%s", (why, ...commands) => {
  for (const command of commands) expect([command, unseen(command)]).toEqual([command, why]);
});

test.each([
  "cp a.json b.json; node x.js b.json",
  "cp a x; cat x",
  "mv a x; python3 y.py x",
  "cp a x; git add x",
  "cp a b; cd ..; ./x",
  "echo x > a.yml; kubectl apply -f a.yml",
  "python3 -c 'import json; f.write(x)'",
  "python3 -c 'print(x); import q'",
  "node -e 'for (const k in process.env) console.log(k, process.env[k])'",
  "node -p 'process.argv[1]'",
  "node -p 'require(\"./package.json\").version'; npm test",
  "perl -e 'open F, \"<x\"; print <F>'",
  "perl -e 'print 1 if $ARGV[0] == 1'",
  "echo | gcc -dM -E -",
  "gcc -xc - <<< 'int x;'",
  "a | ssh h bash",
  "a | sudo tee b",
  "a | ts",
  "echo 'x$@y'",
  "grep 'a$(b)' c",
  "git commit -m 'a `b`'",
  "docker run x sh -c 'echo $(y)'",
  "export A='b`c`'",
  "git config --get include.path",
])("but nothing in %j", (command) => {
  expect(unseen(command)).toBeNull();
});

test("without a PATH programs are found in the folder", () => {
  expect(parseCommand("unset PATH; a").unparsed).toBe("PATH says what programs do or start");
  expect(parseCommand("let PATH=0; a").unparsed).toBe("PATH says what programs do or start");
  expect(parseCommand("unset HOME; a").unparsed).toBeNull();
});

test.each([
  "sudo -s",
  "sudo -iu root",
  "sudo --login",
  "doas -s",
  "systemd-run -S",
  "sudo -s 'a$1b'",
  "runuser root",
  "runuser -l root",
])("%s starts a shell that reads its input", (command) => {
  expect(parseCommand(command).unparsed).toBe("a shell that reads commands from its input");
});

test.each(["sudo -v", "sudo -s rm x", "systemd-run a"])("%s does not", (command) => {
  expect(parseCommand(command).unparsed).toBeNull();
});

test("GNU's programs may have a letter before their names", () => {
  expect(unseen("gsed '1e rm' x")).toBe("a script of sed that may run commands or write files");
  expect(
    parseCommand("gtimeout 5 rm x").commands.map(({ words }) => words.map(({ text }) => text)),
  ).toEqual([
    ["gtimeout", "5", "rm", "x"],
    ["rm", "x"],
  ]);
  expect(unseen("gcc x")).toBeNull();
});
