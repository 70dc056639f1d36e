import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { withoutId } from "../../config/index.js";
import { allHosts, bridgedHosts } from "../../hosts/index.js";
import { nearestName } from "../../problem/index.js";
import { toJsonText } from "../../show/index.js";
import { faultNames, findOtherHost, otherHosts, type Fault } from "../../verify/index.js";
import type { Arguments } from "../arguments.js";
import { verify as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { columnsOfStdout, fold } from "../fold.js";
import { INTERRUPTED, interruptible } from "../interruptible.js";
import { collect } from "../lint/collect.js";
import { asData, formatted } from "../lint/formats.js";
import { paintForStdout, prepare } from "../prepare.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";
import { badge } from "../verify/badge.js";
import { findingsOf, openGates } from "../verify/findings.js";
import { guardsAmong, type Guard } from "../verify/guard.js";
import { verifyText } from "../verify/text.js";
import { verifyHooks, type Verified } from "../verify/verify-hooks.js";

const SECONDS = 300;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [host, version = null] = hostOf(given);
  const faults = faultsOf(given);
  const timeoutMs = secondsOf(given) * 1000;
  const other = findOtherHost(host ?? "") ?? null;
  const places = { projectDir: process.cwd(), home: homedir() };
  const { subjects } = await collect(places, other === null ? host : undefined);
  const guards = named(guardsAmong(subjects), given.positionals);
  const verified = await interruptible(async (signal) => {
    try {
      const found = await verifyHooks(guards, {
        trustProject: given.flag("trust-project"),
        version,
        other,
        faults,
        timeoutMs,
        signal,
        yaml: async () => (await import("./read-yaml.js")).yamlFormat,
        onProgress: (text) => progress(`verifying ${text}`),
      });
      return signal.aborted ? null : found;
    } finally {
      progress("");
    }
  });
  if (verified === null) return INTERRUPTED;
  writeAll(1, shown(verified, given));
  const file = given.text("badge");
  if (file !== undefined) writeBadge(file, badge(verified));
  const isOpen = verified.guards.some((one) => !one.observes && openGates(one).length > 0);
  return isOpen ? 1 : verified.unapproved > 0 ? 3 : 0;
}

function shown(verified: Verified, given: Arguments): string {
  const { guards, sandbox } = verified;
  const findings = guards.flatMap((one) => findingsOf(one));
  if (given.flag("sarif")) return formatted("sarif", findings, guards.length, null, "verify");
  if (given.flag("json")) {
    const all = guards.flatMap((one) => one.gates);
    const hooks = guards.map(({ guard, gates, denied, unsettled, observes, absences }) => {
      const { name: hook, host: own, event } = guard.subjects[0].hook;
      const host = gates[0]?.host ?? own;
      return { hook, host, event, denied, unsettled, observes, absences };
    });
    return `${toJsonText({ findings: findings.map(asData), gates: all, hooks, sandbox })}\n`;
  }
  const text = verifyText(verified, paintForStdout(), { all: given.flag("all") });
  return fold(text, columnsOfStdout());
}

function hostOf(given: Arguments): readonly [host?: string, version?: string] {
  const wanted = given.text("host");
  if (wanted === undefined) return [];
  const [name = "", version] = wanted.split("@");
  const known = [...bridgedHosts(), { name: "snaphook" }, ...otherHosts].map((one) => one.name);
  if (!known.includes(name))
    throw new UsageError(`unknown host ${JSON.stringify(name)}; known are: ${known.join(", ")}`);
  if (version === undefined) return [name];
  const versions = [...allHosts, ...otherHosts]
    .filter((one) => one.name === name)
    .map((one) => one.version);
  if (!versions.includes(version))
    throw new UsageError(
      `--host ${wanted}: known versions of ${name} are: ${versions.join(", ") || "none"}`,
    );
  return [name, version];
}

function faultsOf(given: Arguments): readonly Fault[] {
  const wanted = given.texts("fault");
  for (const name of wanted) {
    if (faultNames.some((one) => one === name)) continue;
    const meant = nearestName(name, faultNames);
    const hint =
      meant === undefined ? `known are: ${faultNames.join(", ")}` : `did you mean ${meant}?`;
    throw new UsageError(`--fault ${name}: there is no such fault; ${hint}`);
  }
  return wanted.length === 0 ? faultNames : faultNames.filter((name) => wanted.includes(name));
}

function secondsOf(given: Arguments): number {
  const text = given.text("timeout");
  if (text === undefined) return SECONDS;
  const seconds = Number(text);
  if (!(seconds > 0) || !Number.isFinite(seconds))
    throw new UsageError(`--timeout ${text}: give a number of seconds above 0`);
  return seconds;
}

/** By the name of a hook, or of a script that several run. One that is not there is an error: nothing would be verified without a word. */
function named(guards: readonly Guard[], names: readonly string[]): readonly Guard[] {
  if (names.length === 0) return guards;
  const all = [...new Set(guards.map(({ subjects }) => subjects[0].hook.name))];
  for (const name of names)
    if (!all.some((one) => isCalled(one, name)))
      throw new UsageError(
        `no guard is called ${JSON.stringify(name)}; there ${all.length === 0 ? "is none" : `are: ${all.join(", ")}`}`,
      );
  return guards.filter(({ subjects }) =>
    names.some((name) => isCalled(subjects[0].hook.name, name)),
  );
}

function isCalled(guard: string, name: string): boolean {
  return guard === name || withoutId(guard) === name;
}

function writeBadge(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--badge ${file}: ${said}`);
  }
}
