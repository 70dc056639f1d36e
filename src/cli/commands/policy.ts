import { statSync, writeFileSync } from "node:fs";
import {
  connectFleet,
  FleetFault,
  publishPolicy,
  type FleetConnection,
} from "../../fleet/index.js";
import { codeOf, readRegularFile } from "../../io/index.js";
import {
  bundleText,
  checkContents,
  MOST_TEXT,
  openBundle,
  PolicyFault,
  readBundleText,
  type Bundle,
} from "../../policy/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { makeKeyFile } from "../../signing/index.js";
import type { Arguments } from "../arguments.js";
import { policy as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { fleetUrl } from "../fleet/fleet-settings.js";
import { interruptible } from "../interruptible.js";
import { buildPolicy, needsDatabase, readStage, whole } from "../policy/build-policy.js";
import { machinePolicy, machineSettings } from "../policy/machine-policy.js";
import { policyStatus } from "../policy/policy-status.js";
import { pullHere, watchPolicy } from "../policy/pull-here.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const NOT_DONE = 1;
const REFUSED = 3;
const DEFAULT_EVERY = 300;

interface Subcommand {
  /** Options that it has, besides those of every command. */
  readonly takes: readonly string[];
  /** What its word is; null where it has none. */
  readonly word: string | null;
  readonly work: (given: Arguments, word: string) => Promise<number>;
}

const stage = ["key", "revision", "share", "observe", "over", "url"];

const subcommands: Readonly<Record<string, Subcommand>> = {
  key: { takes: ["out"], word: null, work: makeKey },
  build: { takes: [...stage, "out"], word: "a folder", work: build },
  publish: { takes: stage, word: "a folder or a bundle", work: publish },
  pull: { takes: ["watch", "every", "url"], word: null, work: pull },
  status: {
    takes: ["url"],
    word: null,
    work: (given) => policyStatus(fleetUrl(given), given.flag("json")),
  },
};

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "status", word, ...more] = given.positionals;
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined)
    throw new UsageError(
      `there is no policy ${name}; there is ${Object.keys(subcommands).join(", ")}`,
    );
  check(name, subcommand, given, word, more);
  try {
    return await subcommand.work(given, word ?? "");
  } catch (error) {
    const isRefused = error instanceof PolicyFault;
    if (!isRefused && !(error instanceof FleetFault)) throw error;
    say(2, `snaphook: ${forTerminalLine(error.message)}\n`);
    return isRefused ? REFUSED : NOT_DONE;
  }
}

function check(
  name: string,
  { takes, word: wanted }: Subcommand,
  given: Arguments,
  word: string | undefined,
  more: readonly string[],
): void {
  if (wanted !== null && word === undefined) throw new UsageError(`policy ${name} needs ${wanted}`);
  const extra = wanted === null ? word : more[0];
  if (extra !== undefined) throw new UsageError(`policy ${name}: unexpected ${extra}`);
  const own = Object.keys(spec.options).map((option) => option.slice(2).split(" ", 1)[0] ?? "");
  const foreign = given.names.find((option) => own.includes(option) && !takes.includes(option));
  if (foreign !== undefined) throw new UsageError(`policy ${name} has no --${foreign}`);
}

function needed(given: Arguments, name: string): string {
  const text = given.text(name);
  if (text === undefined || text === "") throw new UsageError(`--${name} FILE is missing`);
  return text;
}

async function makeKey(given: Arguments): Promise<number> {
  const file = needed(given, "out");
  const publicKey = writtenOut(file, () => makeKeyFile(file));
  if (given.flag("json")) writeAll(1, `${toJsonText({ file, publicKey })}\n`);
  else
    writeAll(
      1,
      `${publicKey}\n\nKeep ${forTerminalLine(file)} secret. On every machine, /etc/snaphook/settings.json has:\n  "policy": { "keys": ["${publicKey}"] }\n`,
    );
  return 0;
}

function writtenOut<Result>(file: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const why =
      codeOf(error) === "EEXIST" ? "is there already" : `cannot be written (${codeOf(error)})`;
    throw new UsageError(`--out ${file} ${why}`);
  }
}

async function build(given: Arguments, folder: string): Promise<number> {
  const file = needed(given, "out");
  const key = needed(given, "key");
  const wanted = readStage(given);
  const bundle = needsDatabase(wanted)
    ? await withFleet(given, (fleet) => buildPolicy(folder, key, wanted, fleet))
    : await buildPolicy(folder, key, wanted, null);
  writtenOut(file, () => writeFileSync(file, bundleText(bundle)));
  report(
    given,
    bundle,
    "built",
    `Built revision ${bundle.stated.revision} (${bundle.address.slice(0, 12)}).`,
  );
  return 0;
}

async function publish(given: Arguments, place: string): Promise<number> {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const wanted = readStage(given);
  const key = isFolder ? needed(given, "key") : "";
  const foreign = given.names.find((name) => stage.includes(name) && name !== "url");
  if (!isFolder && foreign !== undefined)
    throw new UsageError(`--${foreign} is for a folder; a bundle has it signed in`);
  return withFleet(given, async (fleet) => {
    const bundle = checked(
      isFolder ? await buildPolicy(place, key, wanted, fleet) : readBundle(place),
    );
    const { revision } = bundle.stated;
    const outcome = await publishPolicy(fleet, bundle);
    if (outcome === "older")
      throw new PolicyFault(
        `revision ${revision} is not newer than what is published; see snaphook policy status, and build it again on top of that`,
      );
    const again = outcome === "same" ? " was published before" : " is published";
    report(
      given,
      bundle,
      outcome,
      `Revision ${revision} (${bundle.address.slice(0, 12)})${again}.`,
    );
    return 0;
  });
}

function readBundle(file: string): Parameters<typeof openBundle>[0] {
  let bytes: ReturnType<typeof readRegularFile>;
  try {
    bytes = readRegularFile(file, MOST_TEXT);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${codeOf(error)})`);
  }
  if (!Buffer.isBuffer(bytes)) throw new UsageError(`${file}: ${bytes.why}`);
  return readBundleText(bytes.toString());
}

/** Where keys are pinned here, machines of the team have the same ones: what they would refuse is not published. */
function checked(sealed: Parameters<typeof openBundle>[0]): Bundle {
  const { policy } = machineSettings();
  return policy === null ? checkContents(sealed) : openBundle(sealed, policy.keys);
}

function report(given: Arguments, bundle: Bundle, outcome: string, text: string): void {
  const { stated, address } = bundle;
  const { files, ...rest } = stated;
  if (given.flag("json"))
    writeAll(1, `${toJsonText({ outcome, address, ...rest, files: files.length })}\n`);
  else say(1, `${text}\n`);
}

async function pull(given: Arguments): Promise<number> {
  const every = whole(given, "every", 1) ?? DEFAULT_EVERY;
  if (!given.flag("watch") && given.names.includes("every"))
    throw new UsageError("--every needs --watch");
  machinePolicy();
  const url = fleetUrl(given);
  const isJson = given.flag("json");
  if (!given.flag("watch")) return pullHere(url, isJson);
  return interruptible((signal) => watchPolicy(url, every * 1000, isJson, signal));
}

async function withFleet<Result>(
  given: Arguments,
  work: (fleet: FleetConnection) => Promise<Result>,
): Promise<Result> {
  const fleet = await connectFleet(fleetUrl(given));
  try {
    return await work(fleet);
  } finally {
    await fleet.close();
  }
}
