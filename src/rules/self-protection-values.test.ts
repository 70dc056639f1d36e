import { describe, expect, test } from "vitest";
import { asks, world } from "./protected-world.test-support.js";

describe("what a line gives a variable is what its commands change", () => {
  test.each([
    `for f in *.go; do sed -i s/a/b/ "$f"; done`,
    `for f in a.ts b.ts; do rm $f; done`,
    `D=/tmp/out; for d in "$D"/K-*; do mv "$d" "$D/old/"; done`,
    `T=$(mktemp); echo x > "$T"; mv "$T" a.txt`,
    `D="$(mktemp -d)" && cp a.ts "$D" && rm -rf "$D"`,
    `F='a b.txt'; rm "$F"`,
    "sed -i s/VERSION/$v/ docs/a.md",
    "rm *.log",
    "rm -rf *.tmp .cache",
    "prettier --check *.json **/*.js",
    "curl http://$host:$port",
    "mkdir -p $x && touch $x",
    "pwsh tests/playwright.ps1 install",
    `python3 -c "import os; print(open(os.environ['X']).read())"`,
    "cat > /tmp/a.py <<'X'\n#!/usr/bin/env python3\nimport os\nprint(open(os.path.expanduser('~/x')).read())\nX\npython3 /tmp/a.py",
  ])("%j is not asked about", (command) => {
    expect([command, asks("Bash", { command }, files)]).toEqual([command, false]);
  });

  test.each([
    `for f in .snaphook a; do rm -rf "$f"; done`,
    `for f in .s*; do rm -rf "$f"; done`,
    "for f in *; do rm -rf $f; done",
    `f=a; [ x ] && f=.snaphook; rm -rf "$f"`,
    `for i in 1 2; do rm -rf "$f"; f=.snaphook; done`,
    `f=a; read f; rm "$f"`,
    `f=a; eval "$x"; rm "$f"`,
    `f=.snap; f+=hook; rm -rf "$f"`,
    "IFS=x; f=axb; rm -rf $f",
    `f="a .snaphook"; rm -rf $f`,
    `r=rm; s=rm; $r "$x"`,
    `r=rm; $r -rf "$x"; cat $y`,
    `o=-i; sed $o s/a/b/ "$x"`,
    `c=cd; $c "$y"; z=a; cd "$z"; rm -r snaphook.lock`,
    `rm "$(find . -name x | head -1)"`,
    `f=$(find . | head -1); rm "$f"`,
    `find . | while read f; do rm "$f"; done`,
    `T=$(mktemp -p .snaphook); echo x > "$T"`,
    `TMPDIR=.snaphook; T=$(mktemp); echo x > "$T"`,
    `T=$(TMPDIR=.snaphook mktemp); echo x > "$T"`,
    `T=$(mktemp $x); echo x > "$T"`,
    "x=a; rm \u{E000}x\u{E001} $y",
    "chmod 600 $x",
    "cp a.ts $x",
    "jq -i . $x",
    "wget https://x/$y",
    "curl -O https://x/$y",
    "curl -O https://x/y/snaphook.lock?z",
    "wget https://x/snaphook.lock",
    "pwsh -c x",
    "pwsh $x.ps1",
  ])("%j is asked about", (command) => {
    expect([command, asks("Bash", { command })]).toEqual([command, true]);
  });
});

describe("a file pattern finds hidden names only where something may have said so", () => {
  test.each([
    "shopt -s dotglob; rm -rf *",
    "shopt -s 'dot'glob; rm -rf *",
    "GLOBIGNORE=x; rm -rf *",
    "export GLOBIGNORE=x; rm -rf *",
    `export "$x"; rm -rf *`,
    `export a=1 "$x"; rm -rf *`,
    `bash -e "$x" -c 'rm -rf *'`,
    ". ./x.sh; rm -rf *",
    "bash -O dotglob -c 'rm -rf *'",
    "zsh -o globdots -c 'rm -rf *'",
    "BASHOPTS=dotglob bash -c 'rm -rf *'",
    "rm -rf .*",
    "rm -rf .[a-z]*",
    "rm -rf ./*/",
  ])("%j is asked about", (command) => {
    const where = command.includes("*/") ? world : hidden;
    expect([command, asks("Bash", { command }, where)]).toEqual([command, true]);
  });

  test("or the environment", () => {
    const command = "rm -rf *";
    expect(asks("Bash", { command }, hidden)).toBe(false);
    expect(asks("Bash", { command }, { ...hidden, findsHidden: true })).toBe(true);
  });
});

/** Only hidden names, and one file, are protected. */
const hidden = { ...world, protectedPaths: () => ["/p/.snaphook"] };
const files = { ...world, protectedPaths: () => ["/p/.snaphook", "/p/hooks/guard.sh"] };
