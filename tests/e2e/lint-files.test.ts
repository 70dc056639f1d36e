import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

const project = temporaryFolder();
const elsewhere = temporaryFolder();

/** Hooks on PreToolUse, with what lint finds: "code file:line", without hints. */
const cases: Readonly<Record<string, { files: Record<string, string>; found: readonly string[] }>> =
  {
    "sourced.sh": {
      files: {
        "sourced.sh": `#!/bin/bash
SCRIPT_DIR="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
source "$SCRIPT_DIR/lib/deny.sh"
jq -er .tool_input.command | grep -q rm && deny "Blocked: rm"
exit 0
`,
        "lib/deny.sh": `. "$(dirname "\${BASH_SOURCE[0]}")/say.sh"
deny() {
  say "$1"
  exit 1
}
`,
        "lib/say.sh": `say() { echo "$1" >&2; }\n`,
      },
      found: ["exit-1-block hooks/lib/deny.sh:4"],
    },
    "fine.sh": {
      files: {
        "fine.sh": `#!/bin/bash
. "$CLAUDE_PROJECT_DIR/hooks/lib/right.sh"
jq -er .tool_input.command | grep -q rm && deny "Blocked: rm"
exit 0
`,
        "lib/right.sh": `deny() { echo "$1" >&2; exit 2; }\n`,
      },
      found: [],
    },
    "imports.py": {
      files: {
        "imports.py": `import json, sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent / "lib"))
import common
from answers import deny as no
data = common.payload()
if "rm" in data["command"]:
    no("Blocked: rm")
`,
        "lib/common.py": `import json, sys
def payload():
    return json.load(sys.stdin)
`,
        "lib/answers.py": `import sys
def deny(reason):
    print(reason, file=sys.stderr)
    sys.exit(1)
if __name__ == "__main__":
    print("Warning: not a hook", file=sys.stderr)
`,
      },
      found: ["exit-1-block hooks/lib/answers.py:4", "payload-field-unknown hooks/imports.py:7"],
    },
    "requires.js": {
      files: {
        "requires.js": `const lib = require("./lib/answers");
const { warn } = require("./lib/answers.js");
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_input.command.includes("rm")) lib.deny("Blocked: rm");
warn("Please use trash instead");
`,
        "lib/answers.js": `function deny(reason) {
  console.error(reason);
  process.exit(1);
}
exports.warn = (text) => {
  console.error(text);
};
module.exports.deny = deny;
`,
      },
      found: ["exit-1-block hooks/lib/answers.js:3", "stderr-unseen hooks/lib/answers.js:6"],
    },
    "imports.ts": {
      files: {
        "imports.ts": `import { deny } from "./lib/typed.js";
import * as all from "./lib/typed.js";
const data: { tool_name: string } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_name === "Bash") deny("Blocked: Bash");
all.warn();
`,
        "lib/typed.ts": `export function deny(reason: string): never {
  console.error(reason);
  process.exit(1);
}
export const warn = (): void => console.error("You should stop");
`,
      },
      found: ["exit-1-block hooks/lib/typed.ts:3", "stderr-unseen hooks/lib/typed.ts:5"],
    },
    "starts.sh": {
      files: {
        "starts.sh": `#!/bin/bash
DIR=$(dirname "$0")
"$DIR/lib/no-run-bit.sh" || true
[ -x "$DIR/lib/maybe.sh" ] && "$DIR/lib/maybe.sh"
exec python3 "$DIR/lib/last.py"
`,
        "lib/no-run-bit.sh": "exit 0\n",
        "lib/last.py": `import sys
sys.exit("Blocked: no")
`,
      },
      found: ["exit-1-block hooks/lib/last.py:2", "helper-not-executable hooks/starts.sh:3"],
    },
    "circle.sh": {
      files: {
        "circle.sh": `#!/bin/bash
source "$(dirname "$0")/lib/circle-a.sh"
source "$(dirname "$0")/lib/gone.sh"
stop
`,
        "lib/circle-a.sh": `source "$(dirname "\${BASH_SOURCE[0]}")/circle-b.sh"\n`,
        "lib/circle-b.sh": `source "$(dirname "\${BASH_SOURCE[0]}")/circle-a.sh"
stop() { echo "Blocked: circle" >&2; exit 1; }
`,
      },
      found: ["exit-1-block hooks/lib/circle-b.sh:2", "helper-missing hooks/circle.sh:3"],
    },
    // Files of others are not read: what is in them stays unknown.
    "outside.sh": {
      files: {
        "outside.sh": `#!/bin/bash
source "$(dirname "$0")/lib/link.sh"
source ${elsewhere}/lib.sh
deny "Blocked: no"
`,
      },
      found: [],
    },
  };

beforeAll(() => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  for (const { files } of Object.values(cases))
    for (const [name, text] of Object.entries(files)) write(join(project, "hooks", name), text);
  chmodSync(join(project, "hooks/lib/no-run-bit.sh"), 0o644);
  write(join(elsewhere, "lib.sh"), `deny() { echo "$1" >&2; exit 1; }\n`);
  symlinkSync(join(elsewhere, "lib.sh"), join(project, "hooks/lib/link.sh"));
  const programs: Readonly<Record<string, string>> = { py: "python3", js: "node", ts: "tsx" };
  const hooks = Object.keys(cases).map((name) => {
    const program = programs[name.split(".").at(-1) ?? ""];
    const path = `"$CLAUDE_PROJECT_DIR"/hooks/${name}`;
    return { type: "command", command: program === undefined ? path : `${program} ${path}` };
  });
  write(
    join(project, ".claude/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks }] } }),
  );
});

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly hooks: readonly string[];
}

test("lint follows what a script takes from other files of the project, and names the file", () => {
  const { stdout, stderr } = snaphook(["lint", "--json"], { cwd: project });
  const { findings } = JSON.parse(stdout) as { findings: readonly Found[] };
  const shown = (name: string): string[] =>
    findings
      .filter(({ hooks, severity }) => hooks.includes(name) && severity !== "info")
      .map(({ code, file, line }) => `${code} ${file}:${line}`)
      .toSorted();
  expect([stderr, Object.keys(cases).map((name) => [name, shown(name)])]).toEqual([
    "",
    Object.entries(cases).map(([name, { found }]) => [name, found]),
  ]);
});

test("a script that starts another one by its argument stands for that one", () => {
  const folder = temporaryFolder();
  const written = {
    ".claude/settings.json": JSON.stringify({
      hooks: {
        PreToolUse: ["guard", "gone"].map((name) => ({
          matcher: "Bash",
          hooks: [{ type: "command", command: `node "$CLAUDE_PROJECT_DIR"/hooks/run.mjs ${name}` }],
        })),
      },
    }),
    "hooks/run.mjs": `import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
const HERE = dirname(fileURLToPath(import.meta.url));
const name = process.argv[2];
const target = join(HERE, "steps", \`\${name}.mjs\`);
const { status } = spawnSync(process.execPath, [target], { stdio: "inherit" });
process.exit(status ?? 1);
`,
    "hooks/steps/guard.mjs": `console.error("Blocked: no");
process.exit(1);
`,
  };
  for (const [name, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { stdout } = snaphook(["lint", "--json"], { cwd: folder });
  const { findings } = JSON.parse(stdout) as { findings: readonly Found[] };
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
    "exit-1-block hooks/steps/guard.mjs:2",
  ]);
});
