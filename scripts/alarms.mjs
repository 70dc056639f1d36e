// How often permission rules ask without a reason: npm run alarms -- FILE.json [--list asked|protected|uncovered]
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "snaphook/engine";
import { narrowAllows, usualDenies } from "./alarms-rules.mjs";

/**
 * A command line that somebody ran; `@P@` in it is the project's folder and `@H@` the home folder.
 * @typedef {{ cmd: string, kind?: string }} Line
 * @typedef {ReturnType<ReturnType<typeof createEngine>["judge"]>} Ruling
 * @typedef {{ cmd: string, kind: string, denied: Ruling, asked: Ruling, covered: Ruling, ms: number }} Judged
 */

/** The shortest of several times counts: the others are the machine's. */
const ROUNDS = 3;
const SLOWEST = 10;
const LONGEST_SHOWN = 150;

/** @type {Readonly<Record<string, (line: Judged) => Ruling | null>>} What `--list` shows, each with its reason. */
const lists = {
  asked: ({ denied }) => (denied.decision === "ask" ? denied : null),
  protected: ({ asked }) => (asked.bySelfProtection ? asked : null),
  uncovered: ({ covered }) => (covered.decision === "allow" ? null : covered),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "string" } },
});
const [file] = positionals;
if (file === undefined || (values.list !== undefined && !Object.hasOwn(lists, values.list))) {
  console.error(`Usage: npm run alarms -- FILE.json [--list ${Object.keys(lists).join("|")}]`);
  process.exitCode = 2;
} else {
  const judged = judgeAll(JSON.parse(readFileSync(file, "utf8")));
  console.log(values.list === undefined ? summaryOf(judged) : listOf(judged, values.list));
}

/**
 * Judges every line in an empty project by three sets of rules.
 * @param {readonly Line[]} lines
 */
function judgeAll(lines) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-alarms-")));
  const projectDir = join(root, "home/project");
  mkdirSync(join(projectDir, "scripts"), { recursive: true });
  writeFileSync(join(projectDir, "scripts/guard.sh"), "exit 0\n");
  process.env["HOME"] = join(root, "home");
  process.env["USERPROFILE"] = join(root, "home");
  /** @param {{ allow: readonly string[], deny?: readonly string[] }} permissions */
  const open = (permissions) =>
    createEngine({
      projectDir,
      home: join(root, "home/.snaphook"),
      managedFile: join(root, "none.json"),
      keeper: false,
      program: {
        permissions: { allow: [...permissions.allow], deny: [...(permissions.deny ?? [])] },
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "./scripts/guard.sh" }] }] },
      },
    });
  const denying = open({ allow: ["Bash"], deny: usualDenies });
  const allowing = open({ allow: ["Bash"] });
  const narrow = open({ allow: narrowAllows });
  /** @param {Line} line @returns {Judged} */
  const judge = ({ cmd, kind = "" }) => {
    const command = cmd.replaceAll("@P@", projectDir).replaceAll("@H@", join(root, "home"));
    const call = { tool: "Bash", input: { command } };
    const begin = performance.now();
    const denied = denying.judge(call);
    const ms = performance.now() - begin;
    return { cmd, kind, ms, denied, asked: allowing.judge(call), covered: narrow.judge(call) };
  };
  try {
    const rounds = Array.from({ length: ROUNDS }, () => lines.map(judge));
    return rounds.reduce((best, round) =>
      round.map((line, at) => ({ ...line, ms: Math.min(line.ms, best[at]?.ms ?? line.ms) })),
    );
  } finally {
    for (const engine of [denying, allowing, narrow]) engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** @param {readonly Judged[]} judged */
function summaryOf(judged) {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const groups = [...kinds.map((kind) => judged.filter((one) => one.kind === kind)), judged];
  const names = [...kinds, "all"];
  const rows = groups.map((group, at) =>
    [
      names[at],
      group.length,
      share(group, ({ denied }) => denied.decision === "ask"),
      share(group, ({ denied }) => denied.decision === "deny"),
      share(group, ({ asked }) => asked.bySelfProtection),
      share(group, ({ covered }) => covered.decision === "allow"),
    ].join(" | "),
  );
  const sorted = judged.toSorted((one, other) => other.ms - one.ms);
  /** @param {number} part */
  const time = (part) => sorted[Math.floor((1 - part) * (sorted.length - 1))]?.ms.toFixed(3);
  return [
    `| kind | lines | asked by ${usualDenies.length} deny rules | denied by them | asked by self-protection alone | covered by ${narrowAllows.length} narrow allow rules |`,
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map((row) => `| ${row} |`),
    "",
    `ms a line, with the deny rules: p50 ${time(0.5)}, p99 ${time(0.99)}, max ${time(1)}`,
    "",
    `The ${SLOWEST} slowest:`,
    ...sorted.slice(0, SLOWEST).map(({ ms, cmd }) => `${ms.toFixed(3)}  ${shown(cmd)}`),
  ].join("\n");
}

/** @param {readonly Judged[]} group @param {(line: Judged) => boolean} isCounted */
function share(group, isCounted) {
  return `${((100 * group.filter(isCounted).length) / group.length).toFixed(1)}%`;
}

/** @param {readonly Judged[]} judged @param {string} name */
function listOf(judged, name) {
  return judged
    .flatMap((line) => {
      const ruling = lists[name]?.(line) ?? null;
      if (ruling === null) return [];
      const why = ruling.decision === "none" ? ruling.considered[0]?.why : ruling.why;
      return [`${line.kind}: ${shown(line.cmd)}\n    ${why}`];
    })
    .join("\n");
}

/** @param {string} text */
function shown(text) {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}
