import { fileURLToPath } from "node:url";
import { defaultHome } from "../../config/index.js";
import { codeOf } from "../../io/index.js";
import { UnreadableLedger } from "../../ledger-query/index.js";
import {
  openViewer,
  type FleetSource,
  type ProjectReview,
  type Viewer,
} from "../../viewer/index.js";
import type { Arguments } from "../arguments.js";
import { view as spec } from "../command-spec.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { answererName } from "../fleet/answering.js";
import { interruptible } from "../interruptible.js";
import { prepare } from "../prepare.js";
import { progress } from "../progress.js";
import { ledgerOf, percent } from "../trace/open-trace.js";
import { UsageError } from "../usage-error.js";
import { hostsOfEvent } from "../view/hosts-of-event.js";
import { openPage } from "../view/open-page.js";
import { searchFilter } from "../view/read-search.js";

/** Next to the commands, as it was built. */
const page = fileURLToPath(new URL("../view/", import.meta.url));

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [extra] = given.positionals;
  if (extra !== undefined)
    throw new UsageError(`view takes no ${JSON.stringify(extra)}; a ledger is given with --ledger`);
  return interruptible(async (signal) => {
    const viewer = await open(given);
    const forget = announce(viewer, given);
    try {
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    } finally {
      forget();
      await viewer.close();
    }
    return 0;
  });
}

async function open(given: Arguments): Promise<Viewer> {
  const { file, isOwn } = ledgerOf(given);
  const port = readPort(given);
  if (!isOwn && given.text("url") !== undefined)
    throw new UsageError("--url: nothing is answered with somebody else's ledger");
  try {
    return await openViewer({
      ledger: { file, isOwn },
      page,
      port,
      readFilter: (search) => searchFilter(search, Date.now()),
      readInHosts: hostsOfEvent,
      review: lazyReview,
      fleet: isOwn ? await fleetOf(given) : null,
      home: defaultHome(),
      onProgress: (done, size) => progress(`reading the ledger: ${percent(done, size)}`),
    });
  } catch (error) {
    if (error instanceof UnreadableLedger) throw new UsageError(error.message);
    if (codeOf(error) === "EADDRINUSE")
      throw new UsageError(`--port ${port} is in use; leave it out, and one that is free is taken`);
    if (codeOf(error) === "EACCES")
      throw new UsageError(`--port ${port} needs rights that you do not have; give one above 1023`);
    throw error;
  } finally {
    progress("");
  }
}

/** Only where somebody says so: the settings name the database of who asks, and it is loaded only then. */
async function fleetOf(given: Arguments): Promise<FleetSource | null> {
  const url = given.text("url") ?? process.env["SNAPHOOK_FLEET_URL"] ?? "";
  if (url === "") return null;
  const { followedFleet } = await import("./view-fleet.js");
  return followedFleet(url, answererName(given));
}

/** Loaded when somebody reviews hooks: it reads the settings of every host. */
const load = async (): Promise<ProjectReview> =>
  (await import("../view/project-review.js")).projectReview;
const lazyReview: ProjectReview = {
  look: async () => (await load()).look(),
  approve: async (approval) => (await load()).approve(approval),
  revoke: async (version) => (await load()).revoke(version),
};

/** Says where the page is, and opens it where somebody is there. Gives back how to clean up. */
function announce({ address }: Viewer, given: Arguments): () => void {
  if (given.flag("json")) {
    writeAll(1, `${JSON.stringify({ address })}\n`);
    return () => undefined;
  }
  writeAll(1, `${address}\n`);
  say(2, "The address is for you alone: who has it can use the page. Ctrl-C ends it.\n");
  if (given.flag("no-open") || !isTerminal(1)) return () => undefined;
  return openPage(address, defaultHome());
}

function readPort(given: Arguments): number {
  const text = given.text("port") ?? "0";
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`--port ${text}: give a number from 1 to 65535`);
  return Number(text);
}
