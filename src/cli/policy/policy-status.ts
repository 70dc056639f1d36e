import {
  connectFleet,
  FleetFault,
  fleetMachines,
  publishedRevisions,
  type Machine,
} from "../../fleet/index.js";
import { PolicyFault, readManifest } from "../../policy/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { machineSettings, readLastPull } from "./machine-policy.js";
import { addCounts, type TeamCount } from "./team-counts.js";

/** A revision with who has it. */
interface RevisionRow {
  readonly revision: number;
  /** Null where its manifest cannot be read. */
  readonly share: number | null;
  readonly observes: boolean;
  readonly publishedBy: string;
  readonly publishedAt: string;
  readonly machines: number;
  /** What its hooks would have done, where they observe. */
  readonly counts: readonly TeamCount[];
}

/** What this machine has, what is published, and who has it. The exit code is 1 where this machine has a fault. */
export async function policyStatus(url: string, isJson: boolean): Promise<number> {
  const { policy } = machineSettings();
  const here =
    policy === null
      ? null
      : {
          enforced: policy.enforced,
          observed: policy.observed,
          fault: policy.fault,
          folder: policy.folder,
          lastPull: readLastPull(policy.folder),
        };
  let revisions: readonly RevisionRow[] | null = null;
  let unreachable: string | null = null;
  try {
    revisions = await published(url);
  } catch (error) {
    if (!(error instanceof FleetFault)) throw error;
    unreachable = error.message;
  }
  if (isJson) writeAll(1, `${toJsonText({ here, revisions, unreachable })}\n`);
  else {
    say(1, hereText(here));
    if (revisions !== null) say(1, revisions.map(rowText).join("") || "Nothing is published.\n");
    if (unreachable !== null) say(2, `snaphook: ${forTerminalLine(unreachable)}\n`);
  }
  return unreachable !== null || (here !== null && here.fault !== null) ? 1 : 0;
}

const SHOWN = 20;

async function published(url: string): Promise<readonly RevisionRow[]> {
  const fleet = await connectFleet(url);
  try {
    const rows = await publishedRevisions(fleet, undefined, SHOWN);
    const machines = await fleetMachines(fleet);
    return rows.map(({ revision, manifest, publishedBy, publishedAt }) => {
      const stated = statedIn(manifest);
      const having = machines.filter((machine) => hasIt(machine, revision));
      return {
        revision,
        share: stated?.share ?? null,
        observes: stated !== null && stated.observeOver !== null,
        publishedBy,
        publishedAt: publishedAt.toISOString(),
        machines: having.length,
        counts: addCounts(having.filter(({ observed }) => observed === revision)),
      };
    });
  } finally {
    await fleet.close();
  }
}

function hasIt({ enforced, observed }: Machine, revision: number): boolean {
  return enforced === revision || observed === revision;
}

function statedIn(manifest: Buffer): ReturnType<typeof readManifest> | null {
  try {
    return readManifest(manifest);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

function hereText(
  here: {
    readonly enforced: { readonly revision: number; readonly address: string } | null;
    readonly observed: { readonly revision: number } | null;
    readonly fault: string | null;
    readonly lastPull: ReturnType<typeof readLastPull>;
  } | null,
): string {
  if (here === null) return "This machine: the settings name no policy.\n";
  const { enforced, observed, fault, lastPull } = here;
  const what =
    fault !== null
      ? `FAULT, so that every event halts: ${fault}`
      : [
          enforced === null
            ? "no revision in force"
            : `revision ${enforced.revision} in force (${enforced.address.slice(0, 12)})`,
          ...(observed === null ? [] : [`revision ${observed.revision} observes`]),
        ].join(", ");
  const pulled = lastPull === null ? "never pulled" : `last pulled ${lastPull.at}`;
  const refused =
    lastPull?.refused.map((text) => `  refused then: ${forTerminalLine(text)}\n`) ?? [];
  return `This machine: ${forTerminalLine(what)}; ${forTerminalLine(pulled)}\n${refused.join("")}`;
}

function rowText(row: RevisionRow): string {
  const { revision, share, observes, publishedBy, publishedAt, machines, counts } = row;
  const stage =
    share === null ? "cannot be read" : `${observes ? "observes" : "in force"}, ${share}%`;
  const head = `  ${String(revision).padStart(5)}  ${stage.padEnd(16)}  ${machines} machine${machines === 1 ? "" : "s"}  ${publishedAt} by ${publishedBy}`;
  const lines = counts.map(
    ({ hook, runs, blocks, asks, failures }) =>
      `         ${hook}: would have denied ${blocks} and asked ${asks} of ${runs}, failed ${failures}`,
  );
  return [head, ...lines].map((line) => `${forTerminalLine(line)}\n`).join("");
}
