// What commands take in a project with 50 hooks of Claude Code, as npm installs them, beside a bare Node: node bench/commands.mjs
// Time of the processor, without that of the hooks: it says more than the clock on a machine that others use too.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackage } from "./installed.mjs";
import { median, most, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const HOOKS = 50;
const ROUNDS = 7;
const MOST_MS = 300;
const events = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"];

/** What a guard checks, once for each word, in three languages: its beginning, one check, its end. */
const languages = [
  {
    file: "sh",
    start: "sh",
    begin:
      "#!/bin/sh\ninput=$(cat)\ncommand=$(printf '%s' \"$input\" | jq -r .tool_input.command)\n",
    check: (/** @type {string} */ word) =>
      `if printf '%s' "$command" | grep -q '${word}'; then\n  echo "Blocked: ${word} is not allowed here" >&2\n  exit 2\nfi\n`,
    end: "exit 0\n",
  },
  {
    file: "py",
    start: "python3",
    begin:
      "import json\nimport sys\n\ndata = json.load(sys.stdin)\ncommand = data.get('tool_input', {}).get('command', '')\n",
    check: (/** @type {string} */ word) =>
      `\n\ndef check_${word}(text):\n    if "${word}" in text:\n        print("Blocked: ${word} is not allowed here", file=sys.stderr)\n        sys.exit(2)\n\n\ncheck_${word}(command)\n`,
    end: "sys.exit(0)\n",
  },
  {
    file: "js",
    start: "node",
    begin:
      'const data = JSON.parse(require("fs").readFileSync(0, "utf8"));\nconst command = data.tool_input?.command ?? "";\n',
    check: (/** @type {string} */ word) =>
      `function check_${word}(text) {\n  if (!text.includes("${word}")) return;\n  console.error("Blocked: ${word} is not allowed here");\n  process.exit(2);\n}\ncheck_${word}(command);\n`,
    end: "process.exit(0);\n",
  },
];

/** @typedef {{ what: string, args: string[], project: string }} Call */

/** @type {Suite} */
export const commands = { name: "commands", unit: "ms", bareName: "bare Node", measure };

await reportIfMain(import.meta, commands);

/** @returns {Row[]} */
function measure() {
  const folder = installPackage();
  try {
    // Optional, and native: it is left out where the package is installed.
    const parser = fileURLToPath(new URL("../node_modules/oxc-parser", import.meta.url));
    symlinkSync(parser, join(folder, "node_modules/oxc-parser"));
    const small = makeProject(join(folder, "small"), HOOKS, [1000, 3000]);
    const large = makeProject(join(folder, "large"), HOOKS, [8000, 20_000]);
    const shared = makeProject(join(folder, "shared"), 5, [3000, 9000]);
    /** @type {Call[]} */
    const calls = [
      ...[
        "",
        "run PreToolUse --tool Bash --dry-run",
        "run PreToolUse --tool Bash --trust-project",
        "why hook-0.sh",
        "doctor",
        "lint",
        "trust",
        "trust review",
        "test --help",
        "hosts --config",
        "verify --help",
        "explain PreToolUse --exit 2",
        "trace",
      ].map((line) => callOf(line, small, "")),
      ...["lint", "doctor"].flatMap((line) => [
        callOf(line, large, ", scripts of 8 to 20 KB"),
        callOf(line, shared, ", which share 5 scripts"),
      ]),
    ];
    const command = join(folder, "node_modules/snaphook/dist/cli/main.js");
    const lines = [
      { args: ["-e", "0"], project: small },
      ...calls.map(({ args, project }) => ({ args: [command, ...args], project })),
    ];
    // What V8 has compiled is kept at the first uses.
    for (let round = 0; round < 3; round++) for (const line of lines) timeOf(folder, line);
    /** @type {number[][]} */
    const times = lines.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, line] of lines.entries()) times[index]?.push(timeOf(folder, line));
    const [bare = Number.NaN, ...medians] = times.map(median);
    return calls.map(({ what }, index) => most(what, medians[index] ?? Number.NaN, bare, MOST_MS));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} line @param {string} project @param {string} which @returns {Call} */
function callOf(line, project, which) {
  const args = line === "" ? [] : line.split(" ");
  return { what: `snaphook ${line}`.trim() + which, args, project };
}

/**
 * 50 hooks on five events, in turn sh, Python and JavaScript, with scripts of sizes between two.
 * @param {string} folder @param {number} scripts @param {[number, number]} sizes
 */
function makeProject(folder, scripts, [least, largest]) {
  mkdirSync(join(folder, ".claude/hooks"), { recursive: true });
  const started = Array.from({ length: scripts }, (_, index) => {
    const { file, start, begin, check, end } = languages[index % languages.length] ?? {};
    const size = least + ((largest - least) * index) / scripts;
    let text = begin ?? "";
    for (let number = 0; text.length < size; number++) text += check?.(`word${index}x${number}`);
    const path = `.claude/hooks/hook-${index}.${file}`;
    writeFileSync(join(folder, path), text + end);
    return `${start} "$CLAUDE_PROJECT_DIR"/${path}`;
  });
  /** @type {Record<string, object[]>} */
  const hooks = {};
  for (let index = 0; index < HOOKS; index++)
    (hooks[events[index % events.length] ?? ""] ??= []).push({
      hooks: [{ type: "command", command: started[index % scripts] }],
    });
  writeFileSync(join(folder, ".claude/settings.json"), JSON.stringify({ hooks }));
  return folder;
}

/**
 * Milliseconds of the processor that a Node process has used when it ends.
 * @param {string} folder @param {{ args: string[], project: string }} line
 */
function timeOf(folder, { args, project }) {
  const [out, preload] = [join(folder, "used.json"), join(folder, "used.cjs")];
  writeFileSync(
    preload,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.resourceUsage())));`,
  );
  const { NODE_OPTIONS: _options, NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ["--require", preload, ...args], {
    cwd: project,
    env: { ...env, HOME: folder, SNAPHOOK_HOME: join(folder, "home") },
    encoding: "utf8",
  });
  // 1 and 3: something was found, or not approved.
  if (status !== 0 && status !== 1 && status !== 3)
    throw new Error(`${args.join(" ")}: exit code ${status} ${stderr}`);
  const { userCPUTime, systemCPUTime } = JSON.parse(readFileSync(out, "utf8"));
  return (userCPUTime + systemCPUTime) / 1000;
}
