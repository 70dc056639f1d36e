import { homedir } from "node:os";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { projectHooks, type HostHooks } from "../../host-run/index.js";
import { findBridgedHost } from "../../hosts/index.js";
import { configuredHosts } from "../../hosts/settings.js";
import { isProjectLayer } from "../../layer/index.js";
import type { Subject } from "../../lint/index.js";
import { catalogue } from "../../problem/index.js";
import { toJsonText } from "../../show/index.js";
import type { Trust } from "../../trust/index.js";
import { doctor as spec } from "../command-spec.js";
import { bridgeFindings } from "../doctor/bridge-findings.js";
import { programFindings, ruleFindings } from "../doctor/command-findings.js";
import { configFindings, hookText } from "../doctor/config-findings.js";
import { doctorText, type Examination } from "../doctor/doctor-text.js";
import type { Finding } from "../doctor/finding.js";
import { healthFindings, keeperStarts, modeOf, type Health } from "../doctor/health.js";
import { ledgerFindings, lookAtLedger } from "../doctor/ledger-look.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { collect } from "../lint/collect.js";
import { machineSettings } from "../policy/machine-policy.js";
import { paintForStdout, prepare } from "../prepare.js";
import { commandPlace, openProjectHosts } from "../open-project-hosts.js";
import { UsageError } from "../usage-error.js";

/** Put in by the build. */
declare const VERSION: string;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  if (given.positionals.length > 0)
    throw new UsageError(
      `doctor takes no words, not ${given.positionals.join(" ")}; see --cwd and --host`,
    );
  const wanted = given.text("host") ?? null;
  checkHost(wanted);
  // While files are read.
  const keeper = keeperStarts();
  const { trust } = openProjectHosts("snaphook", false);
  const { subjects } = await collect(
    { projectDir: trust.project, home: homedir() },
    wanted?.split("@", 1)[0],
  );
  const examination = examine(wanted, trust, subjects);
  const mined = given.flag("mine")
    ? (await import("../doctor/mine.js")).mine(homedir(), wanted)
    : null;
  const health: Health = { ...examination.health, keeper: await keeper };
  const findings = [
    ...examination.findings,
    ...(mined?.findings ?? []),
    ...healthFindings(health, trust),
  ];
  trust.close();
  const all: Examination = { ...examination, health, findings, transcripts: mined?.files ?? null };
  if (given.flag("json")) writeAll(1, `${toJsonText(dataOf(all))}\n`);
  else say(1, doctorText(all, paintForStdout()));
  return findings.some(({ severity }) => severity !== "info") ? 1 : 0;
}

function checkHost(wanted: string | null): void {
  const known = ["snaphook", ...configuredHosts];
  const [name] = wanted?.split("@") ?? [];
  const isKnown = name === "snaphook" ? wanted === name : findBridgedHost(wanted ?? "") !== null;
  if (wanted !== null && !(isKnown && known.includes(name ?? "")))
    throw new UsageError(`--host ${wanted}: known are ${known.join(", ")}`);
}

function examine(wanted: string | null, trust: Trust, subjects: readonly Subject[]): Examination {
  const places = { projectDir: trust.project, home: defaultHome(), userHome: homedir() };
  const hosts = projectHooks(places, wanted).map((one) =>
    one.host === "snaphook" ? { ...one, version: VERSION } : one,
  );
  const place = commandPlace(trust.project);
  const ledger = lookAtLedger(join(places.home, "ledger.jsonl"), trust.project);
  const findings = [
    ...hosts.flatMap((host) => [
      ...configFindings(host),
      ...bridgeFindings(host, trust.project, places.home),
      ...host.hooks.flatMap((hook) => programFindings(hook, place)),
    ]),
    ...ruleFindings(subjects),
    ...hosts.filter(({ host }) => host === "snaphook").flatMap((own) => unapproved(own, trust)),
    ...(ledger === null ? [] : ledgerFindings(ledger)),
  ];
  const health = {
    version: VERSION,
    node: process.versions.node,
    home: places.home,
    homeMode: modeOf(places.home),
    keeper: false,
    policy: policyOf(),
  };
  return { hosts, findings, health, ledger, transcripts: null };
}

function policyOf(): Health["policy"] {
  const { policy } = machineSettings();
  if (policy === null) return null;
  const { enforced, observed, fault } = policy;
  return { enforced, observed, fault };
}

/** Hooks of the project that do not run before someone has approved them. */
function unapproved({ hooks }: HostHooks, trust: Trust): readonly Finding[] {
  return hooks.flatMap((shown): Finding[] => {
    const { hook } = shown;
    if (hook === null || hook.disabled || !isProjectLayer(hook.source.layer)) return [];
    const { runs, why, state } = trust.of(hook);
    if (runs) return [];
    const code = state === "drifted" ? "lock-drift" : "hook-unapproved";
    const { severity, fix } = catalogue[code];
    const { file, line, name } = shown;
    return [
      {
        code,
        severity,
        confidence: "proven",
        host: "snaphook",
        file,
        line,
        hook: name,
        message: why,
        cause: why,
        detail: hookText(shown),
        fix: { safety: "unsafe", description: fix },
      },
    ];
  });
}

function dataOf({ hosts, findings, health, ledger, transcripts }: Examination): object {
  return {
    findings: findings.map(({ cause: _cause, detail: _detail, ...finding }) => finding),
    hosts: hosts.map(({ host, version, files, hooks }) => ({
      host,
      version,
      files,
      hooks: hooks.map(({ id, name, event, file, line, never }) => ({
        id,
        name,
        event,
        file,
        line,
        never,
      })),
    })),
    health: {
      ...health,
      ledger:
        ledger === null
          ? null
          : {
              file: ledger.file,
              bytes: ledger.bytes,
              isWhole: ledger.isWhole,
              faults: ledger.faults,
            },
    },
    timings: ledger?.timings ?? [],
    ...(transcripts !== null && { transcripts }),
  };
}
