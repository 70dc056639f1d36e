import { describe, expect, test } from "vitest";
import { decide, ruling } from "./command-rulings.test-support.js";

const rules = [
  "allow Bash(npm test:*)",
  "allow Bash(git status)",
  "allow Bash(git log:*)",
  "allow Bash(./run.sh)",
  "allow Bash(node tools/x.js *)",
];

describe("harmless helpers need no rule next to an allowed part", () => {
  test.each([
    "npm test 2>&1 | tail -20",
    "npm test | head",
    "npm test | tail -n 20 | wc -l",
    "npm test | tail +3",
    "npm test | grep -v '^ok' | sort -rn -k2,2 -t: | uniq -c | cut -d ' ' -f 1 | tr a-z A-Z",
    "npm test | grep -E 'a|b' -A 3",
    "npm test | grep -f /p/patterns",
    "npm test | grep -f patterns",
    "npm test | grep -fpatterns --include=*.ts -r .",
    "npm test | grep -rn x src test",
    "npm test | sort --reverse --key=2 --field-separator=, -u -S 10",
    "npm test | sort -t, -k1",
    "npm test | uniq -f 1",
    "npm test | uniq in",
    "npm test || true",
    'npm test; echo "done: $?"',
    "npm test && echo $(git log -1)",
    "pwd && git status",
    "cd src && git status",
    "cd /p && ./run.sh",
    "cd /p/src && npm test",
    "cd -- src && npm test",
    "cd . && ./run.sh",
    "(cd src; npm test)",
    "npm test; head -5 README.md src/*.ts /p/x",
    "npm test; head < README.md",
    "npm test; head <<< text",
    "npm test | head > /dev/null",
    "timeout 60 npm test",
    "timeout -k 5 60 npm test | tail -5",
    "time npm test",
    "time -p npm test",
    "nice -n 5 npm test",
    "stdbuf -oL npm test",
    "timeout 60 nice npm test",
    "git log | xargs -n 1 npm test",
    "git log | xargs -I{} git log {}",
    "git --no-pager log -3",
    "git -C src log",
    "git -C src --no-pager log",
    "git -P -C /p log",
  ])("%s", (command) => {
    expect(decide(rules, command)).toBe("allow");
  });

  test.each([
    ["npm test; head ~/.ssh/id_rsa", "head ~/.ssh/id_rsa"],
    ["npm test; head /etc/passwd", "head /etc/passwd"],
    ["npm test; tail ../x", "tail ../x"],
    ["npm test; tail src/../../x", "tail src/../../x"],
    ["npm test; wc ../*", "wc ../*"],
    ["npm test; wc */../../x", "wc */../../x"],
    ["npm test; wc /h/*.ts", "wc /h/*.ts"],
    ["npm test; head $x", "head …"],
    ["npm test; head a${x}b", "head a…"],
    ["npm test; head < /etc/passwd", "head < /etc/passwd"],
    ["npm test; head < $x", "head < …"],
    ["npm test; sort -o x y", "sort -o x y"],
    ["npm test; sort -nox y", "sort -nox y"],
    ["npm test; sort y -ox", "sort y -ox"],
    ["npm test; sort --output=x", "sort --output=x"],
    ["npm test; sort --out x", "sort --out x"],
    ["npm test; sort --compress-program=./x y", "sort --compress-program=./x y"],
    ["npm test; sort --compress-prog ./x y", "sort --compress-prog ./x y"],
    ["npm test; sort -T x y", "sort -T x y"],
    ["npm test; sort --files0-from=x", "sort --files0-from=x"],
    ["npm test; uniq in out", "uniq in out"],
    ["npm test; uniq -c in out", "uniq -c in out"],
    ["npm test; grep -f /etc/passwd x", "grep -f /etc/passwd x"],
    ["npm test; grep -f/etc/passwd x", "grep -f/etc/passwd x"],
    ["npm test; grep --file=/etc/passwd x", "grep --file=/etc/passwd x"],
    ["npm test; grep --file=$x y", "grep --file=… y"],
    ["npm test; /tmp/head x", "/tmp/head x"],
    ["npm test; ./head x", "./head x"],
    ["npm test; HEAD x", "HEAD x"],
    ["npm test; A=1 head x", "A=1 head x"],
    ["npm test; cat x", "cat x"],
    ["cd /tmp && npm test", "cd /tmp"],
    ["cd .. && npm test", "cd .."],
    ["cd && npm test", "cd"],
    ["cd ~ && npm test", "cd ~"],
    ["cd - && npm test", "cd -"],
    ["cd $x && npm test", "cd …"],
    ["cd s* && npm test", "cd s*"],
    ["cd a b && npm test", "cd a b"],
    ["cd src && ./run.sh", "./run.sh"],
    ["cd src && node tools/x.js a", "node tools/x.js a"],
    ["timeout 60 rm x", "rm x"],
    ["time -o x npm test", "time -o x npm test"],
    ["time -po x npm test", "time -po x npm test"],
    ["time --output=x npm test", "time --output=x npm test"],
    ["nohup npm test", "nohup npm test"],
    ["sudo npm test", "sudo npm test"],
    ["env A=1 npm test", "env A=1 npm test"],
    ["git log | xargs -a x npm test", "xargs -a x npm test"],
    ["git log | xargs --arg-file=x npm test", "xargs --arg-file=x npm test"],
    ["git log | xargs head", "head …"],
    ["git log | xargs git status", "git status …"],
    ["git -C /tmp log", "git -C /tmp log"],
    ["git -C $x log", "git -C … log"],
    ["git -c core.pager=./x log", "git -c core.pager=./x log"],
    ["git --exec-path=x log", "git --exec-path=x log"],
    ["git --git-dir=x log", "git --git-dir=x log"],
    ["echo a", "echo a"],
    ["echo a | head", "echo a"],
    ["cd src", "cd src"],
  ])("%s: %s", (command, part) => {
    const { decision, considered } = ruling(rules, { command });
    expect(decision).toBe("none");
    expect(considered[0]?.why).toBe(`no allow rule covers ${JSON.stringify(part)}`);
  });

  test("how long a command may run must be known", () => {
    expect(decide(rules, "timeout $x npm test")).toBe("none");
  });

  test("what a helper writes by a redirection takes a rule for Write", () => {
    const command = "npm test | tail > out.txt";
    expect(ruling(rules, { command }).considered[0]?.why).toBe(
      'no allow rule for Write covers the file of "tail > out.txt"',
    );
    expect(decide([...rules, "allow Write(out.txt)"], command)).toBe("allow");
  });

  test("a rule of one's own for cd permits what it says", () => {
    const own = [...rules, "allow Bash(cd:*)"];
    expect(decide(own, "cd src && ./run.sh")).toBe("allow");
    expect(decide(own, "cd /tmp && npm test")).toBe("allow");
    expect(decide(own, "cd /tmp && npm test | grep x")).toBe("allow");
    expect(decide(own, "cd /tmp && npm test; grep x y")).toBe("none");
    expect(decide(own, "cd /tmp && npm test; grep -r x")).toBe("none");
    expect(decide(own, "cd $x && npm test; head y")).toBe("none");
    expect(decide(own, "cd $x && npm test; head /p/y")).toBe("allow");
  });
});

describe("where the project is behind a link", () => {
  const canonical = (path: string): string =>
    path.startsWith("/p/out") ? `/elsewhere${path.slice(6)}` : path.replace(/^\/l\b/, "/p");

  test.each([
    ["cd /l/src && npm test", "allow"],
    ["cd out && npm test", "none"],
    ["npm test; head out/x", "none"],
    ["npm test; head src/../out/x", "none"],
    ["npm test; head out*/x", "allow"],
    ["cd out/../src && npm test", "none"],
    ["cd broken && npm test", "none"],
  ])("%s: %s", (command, decision) => {
    const world = {
      canonical: (path: string): string => {
        if (path.includes("broken")) throw new Error("ELOOP");
        return canonical(path);
      },
    };
    expect(ruling(rules, { command }, "Bash", world).decision).toBe(decision);
  });
});

describe("a subscript that the shell evaluates passes no narrow rule", () => {
  test.each([
    "test -v 'a[$(rm x)]'",
    "[ -v 'a[$(rm x)]' ]",
    "[[ 'a[$(rm x)]' -eq 1 ]]",
    "[[ -v 'a[`rm x`]' ]]",
    "printf %d 'a[$(rm x)]'",
    "wait -p 'a[$(rm x)]'",
    "[[ $x -eq 1 ]]",
    "test 1 -gt $x",
    "[ -v $x ]",
    "[ -R $x ]",
    "[ $x 1 ]",
  ])("%s", (command) => {
    expect(decide(["allow Bash(*)"], command)).toBe("none");
  });

  test.each([
    "unset 'a[$(rm x)]'",
    "read 'a[$(rm x)]'",
    "declare 'a[$(rm x)]=1'",
    "printf -v 'a[$(rm x)]' y",
  ])("%s, where the builtin is named", (command) => {
    const [builtin] = command.split(" ");
    expect(decide([`allow Bash(${builtin} *)`], command)).toBe("none");
  });

  test.each([
    "test -n 'a[1]'",
    '[ -n "$x" ]',
    "[[ $x == a* ]]",
    "[ -d x ]",
    "[ 1 -gt 2 ]",
    "printf '[%s]\\n' \"$x\"",
    "grep 'a[$(x)]' y",
  ])("%s is none of them", (command) => {
    expect(decide(["allow Bash(*)"], command)).toBe("allow");
  });
});

describe("Bash(npm run test:*) is a prefix that ends with a word", () => {
  test.each([
    ["npm run test:*", "npm run test", "allow"],
    ["npm run test:*", "npm run test -- x", "allow"],
    ["npm run test:*", "npm run test:unit", "none"],
    ["npm run test:*", "npm run tests", "none"],
    ["npm run test:*", "npm run", "none"],
    ["git:*", "git log -1", "allow"],
    ["git:*", "gitk", "none"],
    ['git commit -m "wip":*', "git commit -m wip -a", "allow"],
    ["npm run test:unit", "npm run test:unit", "allow"],
    ["npm run test:u*", "npm run test:unit", "allow"],
    ["A=1 ls:*", "A=1 ls x", "allow"],
    ["export A=1:*", "export A=1", "allow"],
  ])("%s: %s: %s", (pattern, command, decision) => {
    expect(decide([`allow Bash(${pattern})`], command)).toBe(decision);
  });
});
