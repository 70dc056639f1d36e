import { once } from "node:events";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import {
  answerKeyFile,
  connectFleet,
  makeAnswerKey,
  migrateFleet,
  readAnswerKey,
  startLocalServer,
  type LocalServer,
} from "../../fleet/index.js";
import { makeFolder } from "../../io/index.js";
import { forTerminal, toJsonText } from "../../show/index.js";
import { publicKeyText } from "../../signing/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { INTERRUPTED } from "../interruptible.js";
import { ownName } from "./own-name.js";

const roles = { asker: "snaphook_asker", answerer: "snaphook_answerer" };

/** What the embedded model of the agent does. */
const script = {
  turns: [
    {
      say: "I will look which system this is.",
      calls: [{ tool: "Bash", input: { command: "uname -a" } }],
    },
  ],
  otherwise: "That is all.",
};

/** Runs a fleet for trying out, all of it in one temporary folder, until it is aborted. */
export async function tryFleet(isJson: boolean, signal: AbortSignal): Promise<number> {
  say(2, "Starting a PostgreSQL server …\n");
  const server = await startLocalServer({ signal });
  try {
    const fleet = await setUp(server);
    writeAll(1, isJson ? `${toJsonText(fleet)}\n` : textOf(fleet));
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    await server.stop();
  }
  say(2, "The server and its folder are removed.\n");
  return INTERRUPTED;
}

interface TriedFleet {
  readonly folder: string;
  readonly asker: { readonly home: string; readonly script: string; readonly settings: object };
  readonly answerer: { readonly home: string; readonly url: string };
}

async function setUp(server: LocalServer): Promise<TriedFleet> {
  await migrateFleet(server.url());
  const fleet = await connectFleet(server.url());
  for (const [role, group] of Object.entries(roles))
    await fleet.sql.unsafe(`create role ${role} login in role ${group}`);
  await fleet.close();
  const { folder } = server;
  const [asking, answering] = [join(folder, "agent"), join(folder, "person")];
  for (const home of [asking, answering]) makeFolder(home, 0o700);
  makeAnswerKey(answerKeyFile(answering));
  const publicKey = publicKeyText(readAnswerKey(answerKeyFile(answering)));
  const settings = { fleet: { url: server.url("asker"), answerers: { [ownName()]: publicKey } } };
  const write = (name: string, value: object): string => {
    const file = join(asking, name);
    writeFileSync(file, `${toJsonText(value)}\n`, { mode: 0o600 });
    return file;
  };
  write("settings.json", settings);
  return {
    folder,
    asker: { home: asking, script: write("script.json", script), settings },
    answerer: { home: answering, url: server.url("answerer") },
  };
}

function textOf({ folder, asker, answerer }: TriedFleet): string {
  return forTerminal(`A PostgreSQL server for trying out runs in ${folder}.
Ctrl-C stops it and removes all of it, the key too.

In a second terminal an agent asks (its model is a script, and needs no key):

  export SNAPHOOK_HOME=${quoted(asker.home)}
  snaphook agent --model ${quoted(`script:${asker.script}`)} -p "Which system is this?"

In a third one you answer:

  export SNAPHOOK_HOME=${quoted(answerer.home)}
  export SNAPHOOK_FLEET_URL=${quoted(answerer.url)}
  snaphook approvals
  snaphook approvals allow ID

The agent's settings, for ~/.snaphook/settings.json if another agent of yours is to ask:

${toJsonText(asker.settings).replaceAll(/^/gm, "  ")}
`);
}

/** As a word of a shell. */
function quoted(text: string): string {
  return /^[\w/.:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
