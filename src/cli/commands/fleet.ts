import { FleetFault, migrateFleet } from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { fleet as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { fleetUrl } from "../fleet/fleet-settings.js";
import { anchorHere } from "../fleet/anchor-here.js";
import { fleetStatus } from "../fleet/fleet-status.js";
import { tryFleet } from "../fleet/try-fleet.js";
import { interruptible } from "../interruptible.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const NOT_DONE = 1;

const subcommands: Readonly<Record<string, (given: Arguments) => Promise<number>>> = {
  migrate,
  try: (given) => interruptible((signal) => tryFleet(given.flag("json"), signal)),
  anchor: (given) => anchorHere(fleetUrl(given), given.flag("json")),
  status: (given) => fleetStatus(fleetUrl(given), given.flag("json")),
};

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name, ...more] = given.positionals;
  const names = Object.keys(subcommands).join(", ");
  if (name === undefined) throw new UsageError(`give one of: ${names}; see snaphook fleet --help`);
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined)
    throw new UsageError(`there is no fleet ${name}; there is ${names}`);
  if (more.length > 0) throw new UsageError(`fleet ${name}: unexpected ${more.join(" ")}`);
  try {
    return await subcommand(given);
  } catch (error) {
    if (!(error instanceof FleetFault)) throw error;
    say(2, `snaphook: ${forTerminalLine(error.message)}\n`);
    return NOT_DONE;
  }
}

async function migrate(given: Arguments): Promise<number> {
  const { done, newest } = await migrateFleet(fleetUrl(given));
  if (given.flag("json")) writeAll(1, `${toJsonText({ done, newest })}\n`);
  else if (done.length === 0) say(1, `The tables are up to date (${newest}).\n`);
  else for (const { number, name } of done) say(1, `done: ${number} ${name}\n`);
  return 0;
}
