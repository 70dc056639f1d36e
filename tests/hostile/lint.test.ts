import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "../e2e/snaphook.js";

const deep = 9000;

/** Scripts that nobody would write but to see what happens. */
const scripts: Readonly<Record<string, string | Uint8Array>> = {
  "binary.sh": Uint8Array.from({ length: 5000 }, (_, index) => index % 256),
  "nul.py": "print(1)\u0000\u0000",
  "deep.sh": `${"(".repeat(deep)}exit 2${")".repeat(deep)}`,
  "deep-if.sh": `${"if true; then ".repeat(deep)}exit 2${"; fi".repeat(deep)}`,
  "substitutions.sh": `echo ${"$(echo ".repeat(deep)}${")".repeat(deep)}`,
  "deep.py": `x = ${"(".repeat(deep)}1${")".repeat(deep)}\n`,
  "minus.py": `x = ${"-".repeat(deep)}1\n`,
  "deep.js": `const x = ${"[".repeat(2 * deep)}${"]".repeat(2 * deep)};`,
  "many-branches.py": `import sys\n${"if sys.argv:\n    print('Warning: x', file=sys.stderr)\n".repeat(1500)}`,
  "many-variables.sh": Array.from({ length: 4000 }, (_, at) => `if a; then v${at}=1; fi`).join(
    "\n",
  ),
  "recursive.sh": "f() { f; g; }\ng() { f; g; }\nf\n",
  "calls.py": `${Array.from({ length: 40 }, (_, at) => `def f${at}():\n    f${at + 1}()\n    f${at + 1}()\n`).join("")}f0()\n`,
  "open-quote.sh": `echo "${"a".repeat(100_000)}`,
  "bad.py": "def (:\n",
  "bad.js": "const = ;",
  "blank.sh": `#!/bin/bash\nif a; then\n  echo "Blocked: no" >&2${" ".repeat(50_000)}\n${"\n".repeat(50_000)}x\nfi\n`,
  "blank-words.sh": `#!/bin/bash\nif a; then echo "Blocked: ${" ".repeat(100_000)}" >&2; exit 1; fi`,
  "blank.py": `import sys\n${"\n".repeat(60_000)}if sys.path:\n    print("Blocked: no", file=sys.stderr)${"\n ".repeat(30_000)}`,
  "piped.sh": `#!/bin/bash\n${" ".repeat(60_000)}x | while read -r y; do\n exit 2\n${" ".repeat(60_000)}done\nexit 0\n`,
  "many-errors.sh": `#!/bin/bash\n${'if a; then\n  echo "Blocked: no"\n  exit 1\nfi\n'.repeat(250)}`,
  "patterns.py": `x = "${"(a+".repeat(30_000)}"`,
};

/** Files that others take in. */
const includes: Readonly<Record<string, string>> = {
  "self.sh": 'source "$(dirname "$0")/self.sh"\nexit 0\n',
  "huge-lib.sh": 'source "$(dirname "$0")/huge.sh"\nsource /dev/zero\nsource /proc/self/mem\n',
  "folder-lib.sh": 'source "$(dirname "$0")/.claude"\nsource "$(dirname "$0")/pipe"\n',
  // Each takes in the next two, twice.
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `tree${at}.py`,
      `from tree${at + 1} import *\nimport tree${at + 2}\nfrom tree${at + 1} import f${at + 1}\ndef f${at}():\n    f${at + 1}()\n    tree${at + 2}.f${at + 2}()\nf${at}()\n`,
    ]),
  ),
  "many.py": Array.from({ length: 3000 }, (_, at) => `import m${at}`).join("\n"),
  "paths.py": "sys.path.append(x)\n".repeat(5000),
  "many.sh": Array.from({ length: 3000 }, (_, at) => `a${at}=$a${at + 1}\n. "$a${at}/x"`).join(
    "\n",
  ),
  "grows.sh": `${Array.from({ length: 30 }, (_, at) => `x${at}="$x${at + 1}$x${at + 1}$x${at + 1}"`).join("\n")}\n. "$x0"\n`,
  "many.js": Array.from({ length: 3000 }, (_, at) => `const m${at} = require("./m${at}");`).join(
    "\n",
  ),
};

const unreadable = ["bad.js", "bad.py", "binary.sh", "deep.js", "deep.py", "huge.sh", "nul.py"];

test(
  "no script makes lint fail or hang, and what cannot be read is said",
  { timeout: 120_000 },
  () => {
    const project = temporaryFolder();
    mkdirSync(join(project, ".claude"));
    const all = { ...scripts, ...includes };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(project, name), text);
    execFileSync("mkfifo", [join(project, "pipe")]);
    writeFileSync(join(project, "huge.sh"), "echo hi\n");
    truncateSync(join(project, "huge.sh"), 100 * 1024 * 1024);
    const names = [...Object.keys(all), "huge.sh"];
    const hooks = names.map((name) => ({
      type: "command",
      command: `bash "$CLAUDE_PROJECT_DIR"/${name}`
        .replace(/^bash(?=.*\.py)/, "python3")
        .replace(/^bash(?=.*\.js)/, "node"),
    }));
    writeFileSync(
      join(project, ".claude/settings.json"),
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks }] } }),
    );
    const { status, stdout, stderr } = snaphook(["lint", "--json"], { cwd: project });
    expect([status === 0 || status === 1, stderr]).toEqual([true, ""]);
    const { findings } = JSON.parse(stdout) as { findings: { code: string; file: string }[] };
    const unread = findings.filter(({ code }) => code === "script-unread").map(({ file }) => file);
    expect(unread).toEqual(expect.arrayContaining(unreadable));
    // Neither does fixing them.
    const fixes = snaphook(["lint", "--diff", "--fix=unsafe"], { cwd: project });
    expect([fixes.status === 0 || fixes.status === 1, fixes.stdout.length > 0]).toEqual([
      true,
      true,
    ]);
  },
);
