import { bundleSettings } from "../../config/index.js";
import {
  addressOf,
  highestKnown,
  install,
  openBundle,
  openManifest,
  PolicyFault,
  readBundle,
  SETTINGS,
  type Bundle,
  type BundleName,
  type Manifest,
  type Wanted,
} from "../../policy/index.js";
import type { FleetConnection } from "../connection.js";
import { faultOf } from "../fleet-fault.js";
import { isInShare } from "./in-share.js";
import { publishedRevisions, type PublishedRevision } from "./publish-policy.js";

/** Whose policy it is, and where it is kept. */
export interface PullPlace {
  readonly folder: string;
  readonly keys: readonly string[];
  readonly machine: string;
}

/** What a pull has come to. Whatever was refused, what counted before still does. */
export interface Pulled {
  readonly enforced: number | null;
  readonly observed: number | null;
  /** Whether other bundles count now. */
  readonly isChanged: boolean;
  /** What the database had that must not be taken, and why. */
  readonly refused: readonly string[];
}

/** A revision whose signature holds and that is for this machine. */
interface Candidate {
  readonly name: BundleName;
  readonly stated: Manifest;
  readonly row: PublishedRevision;
}

/** No query of a pull takes longer. */
const LONGEST_QUERY_MS = 30_000;

/** Takes the newest revisions that are for this machine. Throws a FleetFault where the database cannot be asked. */
export async function pullPolicy(fleet: FleetConnection, place: PullPlace): Promise<Pulled> {
  const { folder, keys } = place;
  const before = highestKnown(folder, keys);
  const refused: string[] = [];
  await limitQueries(fleet);
  const { enforced, observed, newest } = await candidates(fleet, place, refused);
  const counts = { enforced: before.enforced, observed: before.observed };
  if (newest < before.highest) {
    refused.push(
      `the newest revision in the database is ${newest}, and this machine has had ${before.highest}: the database was set back`,
    );
    return { ...revisionsOf(counts), isChanged: false, refused };
  }
  const names = {
    enforced: enforced?.name ?? before.enforced,
    observed: observed?.name ?? keptObserved(before.observed, enforced?.name ?? before.enforced),
  };
  let taken: Wanted = counts;
  try {
    const fetched: Bundle[] = [];
    for (const candidate of [enforced, observed])
      if (candidate !== null && !isWhole(place, candidate.name))
        fetched.push(await fetchBundle(fleet, candidate, keys));
    const isSame =
      names.enforced?.address === counts.enforced?.address &&
      names.observed?.address === counts.observed?.address;
    if ((!isSame || fetched.length > 0) && (names.enforced !== null || names.observed !== null))
      install(folder, names, fetched, keys);
    taken = names;
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    refused.push(error.message);
  }
  const isChanged =
    taken.enforced?.address !== counts.enforced?.address ||
    taken.observed?.address !== counts.observed?.address;
  return { ...revisionsOf(taken), isChanged, refused };
}

async function limitQueries({ sql }: FleetConnection): Promise<void> {
  try {
    await sql.unsafe(`set statement_timeout to ${LONGEST_QUERY_MS}`);
  } catch (error) {
    throw faultOf(error);
  }
}

function revisionsOf({ enforced, observed }: Wanted): Pick<Pulled, "enforced" | "observed"> {
  return { enforced: enforced?.revision ?? null, observed: observed?.revision ?? null };
}

/** One that observes is over as soon as a newer one is in force. */
function keptObserved(observed: BundleName | null, enforced: BundleName | null): BundleName | null {
  return observed !== null && observed.revision > (enforced?.revision ?? 0) ? observed : null;
}

/** From the newest down to one that is in force for this machine. */
async function candidates(
  fleet: FleetConnection,
  { keys, machine }: PullPlace,
  refused: string[],
): Promise<{ enforced: Candidate | null; observed: Candidate | null; newest: number }> {
  let observed: Candidate | null = null;
  let newest: number | null = null;
  let below: number | undefined;
  for (;;) {
    const rows = await publishedRevisions(fleet, below);
    for (const row of rows) {
      newest ??= row.revision;
      const candidate = readCandidate(row, keys, refused);
      if (candidate === null || !isInShare(machine, candidate.stated)) continue;
      if (candidate.stated.observeOver === null) {
        const isOver = (observed?.stated.observeOver ?? 0) > candidate.name.revision;
        return { enforced: candidate, observed: isOver ? null : observed, newest };
      }
      observed ??= candidate;
    }
    below = rows.at(-1)?.revision;
    if (below === undefined) break;
  }
  const isFirst = observed?.stated.observeOver === 0;
  return { enforced: null, observed: isFirst ? observed : null, newest: newest ?? 0 };
}

function readCandidate(
  row: PublishedRevision,
  keys: readonly string[],
  refused: string[],
): Candidate | null {
  try {
    const stated = openManifest(row.manifest, row.signature, keys);
    if (stated.revision !== row.revision)
      throw new PolicyFault(`it was signed as revision ${stated.revision}`);
    return { name: { revision: row.revision, address: addressOf(row.manifest) }, stated, row };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    refused.push(`revision ${row.revision}: ${error.message}`);
    return null;
  }
}

function isWhole({ folder, keys }: PullPlace, name: BundleName): boolean {
  try {
    readBundle(folder, name, keys);
    return true;
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

async function fetchBundle(
  { sql }: FleetConnection,
  { stated, row, name }: Candidate,
  keys: readonly string[],
): Promise<Bundle> {
  const wanted = [...new Set(stated.files.map(({ sha256 }) => sha256))];
  let rows: readonly { sha256: Buffer; content: Buffer }[];
  try {
    rows = await sql<{ sha256: Buffer; content: Buffer }[]>`
      select sha256, content from snaphook_fleet.policy_files
      where sha256 in (
        select decode(value, 'hex') from jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb))`;
  } catch (error) {
    throw faultOf(error);
  }
  const contents = new Map(rows.map(({ sha256, content }) => [sha256.toString("hex"), content]));
  const { manifest, signature } = row;
  try {
    const bundle = openBundle({ manifest, signature, contents }, keys);
    checkSettings(bundle);
    return bundle;
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    throw new PolicyFault(`revision ${name.revision}: ${error.message}`);
  }
}

/** What this program cannot read would be missing: rather the revision before it. */
export function checkSettings({ stated, contents, address }: Bundle): void {
  const sha256 = stated.files.find(({ path }) => path === SETTINGS)?.sha256 ?? "";
  const place = { path: SETTINGS, files: "/", address };
  const { problems } = bundleSettings(contents.get(sha256) ?? new Uint8Array(), place);
  const wrong = problems.find(({ severity }) => severity === "error");
  if (wrong === undefined) return;
  const where = [wrong.line === null ? SETTINGS : `${SETTINGS}:${wrong.line}`, wrong.path];
  const allowed = wrong.allowed === undefined ? "" : `; allowed: ${wrong.allowed.join(", ")}`;
  throw new PolicyFault(
    `${where.filter((text) => text !== "").join(" ")}: found ${wrong.found}${allowed}`,
  );
}
