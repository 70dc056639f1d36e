import { homedir } from "node:os";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultHome, loadSettings } from "../../config/index.js";
import { toJsonText } from "../../show/index.js";
import {
  ask,
  isRunning,
  makePlace,
  placeOf,
  placesIn,
  readState,
  serve,
  type Place,
} from "../../serve/index.js";
import type { Arguments } from "../arguments.js";
import { serve as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { mainFile } from "../main-file.js";
import { prepare } from "../prepare.js";
import { engineText, logText, type Engine } from "../serve/texts.js";
import { UsageError } from "../usage-error.js";

/** Put in by the build. */
declare const VERSION: string;
declare const BUILD: string;

const NOT_THERE = 1;
const INTERRUPTED = 130;
/** Hooks that run get this long when it is stopped; the command does not wait longer. */
const STOP_MS = 10_000;
const LOOK_MS = 50;

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name, ...more] = given.positionals;
  if (more.length > 0) throw new UsageError(`serve ${name}: unexpected ${more.join(" ")}`);
  if (name === undefined) {
    makePlaceOrRefuse();
    return listen(given);
  }
  // By a client: whoever has removed the folder since does not want it back.
  if (name === "started") return listen(given);
  if (name === "status") return status(given);
  if (name === "stop") return stop(given);
  // Only a server starts it so.
  if (name === "worker" && process.connected) {
    const { work } = await import("./serve-worker.js");
    return work();
  }
  throw new UsageError(
    `there is no ${name}; give status, stop or nothing; see snaphook serve --help`,
  );
}

function makePlaceOrRefuse(): void {
  try {
    makePlace(placeOf(defaultHome(), BUILD));
  } catch (error) {
    throw notServed(error);
  }
}

function notServed(error: unknown): UsageError {
  return new UsageError(`nothing is served: ${(error as Error).message}`);
}

async function listen(given: Arguments): Promise<number> {
  const home = defaultHome();
  const place = placeOf(home, BUILD);
  const idleMs = idleMinutes(given, home) * 60_000;
  const there = await ask(place, "status");
  if (there !== null) {
    say(2, `snaphook: it runs already (pid ${there.pid}); end it with snaphook serve stop\n`);
    return NOT_THERE;
  }
  const isJson = given.flag("json");
  const abort = new AbortController();
  let interrupted = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      // Who asks twice does not want to wait for hooks that run.
      if (abort.signal.aborted) process.exit(INTERRUPTED);
      if (signal === "SIGINT") interrupted = INTERRUPTED;
      abort.abort();
    });
  const { answerCall } = await import("./serve-worker.js");
  try {
    await serve(
      {
        answerCall,
        place,
        main: mainFile,
        version: VERSION,
        build: BUILD,
        idleMs,
        onLog: (entry) =>
          isJson
            ? writeAll(1, `${toJsonText({ time: new Date().toISOString(), ...entry }, 0)}\n`)
            : say(2, logText(entry)),
      },
      abort.signal,
    );
  } catch (error) {
    throw notServed(error);
  }
  return interrupted;
}

function idleMinutes(given: Arguments, home: string): number {
  const said = given.text("idle");
  if (said === undefined) {
    // No project: only the user and the administrator have a say.
    const places = { projectDir: home, home, userHome: homedir(), wave: false };
    return loadSettings({ ...places, trustProject: false }).serveIdleMinutes;
  }
  const minutes = Number(said);
  if (!(minutes > 0 && minutes <= 10_080))
    throw new UsageError(`--idle ${said}: minutes, more than 0 and at most 10080`);
  return minutes;
}

async function engineAt(place: Place): Promise<Engine | null> {
  const there = await ask(place, "status");
  if (there !== null) return { answers: true, ...there };
  const state = readState(place.state);
  if (state === null || !isRunning(state)) return null;
  return { answers: false, pid: state.pid, socket: place.socket };
}

async function engines(): Promise<readonly { readonly place: Place; readonly engine: Engine }[]> {
  const found = await Promise.all(
    placesIn(defaultHome()).map(async (place) => ({ place, engine: await engineAt(place) })),
  );
  return found.flatMap(({ place, engine }) => (engine === null ? [] : [{ place, engine }]));
}

async function status(given: Arguments): Promise<number> {
  const found = (await engines()).map(({ engine }) => engine);
  if (given.flag("json")) writeAll(1, `${toJsonText({ engines: found })}\n`);
  else if (found.length === 0)
    say(1, "not running; the next event of a host that uses it starts it\n");
  else say(1, found.map((engine) => engineText(engine, BUILD)).join("\n"));
  return found.some(({ answers }) => answers) ? 0 : NOT_THERE;
}

async function stop(given: Arguments): Promise<number> {
  const found = await engines();
  const stopped: { pid: number; how: "ended" | "ending" | "killed" }[] = [];
  for (const { place, engine } of found)
    stopped.push({ pid: engine.pid, how: await end(place, engine) });
  if (given.flag("json")) writeAll(1, `${toJsonText({ stopped })}\n`);
  else if (stopped.length === 0) say(1, "not running\n");
  else for (const { pid, how } of stopped) say(1, `pid ${pid}: ${ends[how]}\n`);
  return 0;
}

const ends = {
  ended: "ended",
  ending: "ends when the hooks that it runs have ended",
  killed: "did not answer, and was killed",
} as const;

async function end(place: Place, { pid, answers }: Engine): Promise<keyof typeof ends> {
  const state = readState(place.state);
  if (answers && (await ask(place, "stop")) !== null) {
    for (let waited = 0; waited < STOP_MS; waited += LOOK_MS) {
      if (state === null || !isRunning(state)) return "ended";
      await sleep(LOOK_MS);
    }
    return "ending";
  }
  // Looked at once more: it may have ended meanwhile, and its number be someone else's.
  if (state !== null && isRunning(state)) process.kill(pid, "SIGKILL");
  for (const path of [place.socket, place.state]) rmSync(path, { force: true });
  return "killed";
}
