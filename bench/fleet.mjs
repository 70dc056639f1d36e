// What asking the fleet costs, on a private PostgreSQL server: node bench/fleet.mjs (after npm run build)
//   - an ask that another process answers at once, without that process's own time
//   - 1,000 agents that wait at once, in one process: memory (of the server its PSS, which counts shared memory once), checks
//     and processor time while they wait, and how long until all have their answer
import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  askAboutCall,
  migrateFleet,
  OpenQuestions,
  startLocalServer,
} from "../dist/fleet/index.js";
import { publicKeyText } from "../dist/signing/index.js";
import postgres from "postgres";

const ROUNDS = 200;
const AGENTS = 1000;
const PAUSE_MS = 25;
/** Each agent checks its connection so often, with one read. */
const CHECK_SECONDS = 30;
/** So many connect at once: each takes the server a process, and has ten seconds. */
const AT_ONCE = 20;

if (process.send === undefined) await measure();
else await answerAll();

/** The other process: answers whatever comes, at once. */
async function answerAll() {
  const [, , url = ""] = process.argv;
  const { privateKey } = generateKeyPairSync("ed25519");
  let isHeld = false;
  let isBusy = false;
  let isMore = false;
  const look = async () => {
    isMore = true;
    if (isBusy || isHeld) return;
    isBusy = true;
    while (isMore) {
      isMore = false;
      const begun = performance.now();
      let count = 0;
      for (const { question } of await questions.list()) {
        if ("fault" in question) continue;
        await questions.answer(
          question,
          { decision: "allow", words: null, by: "bench", typed: null },
          privateKey,
        );
        count++;
      }
      if (count > 0) process.send?.({ own: performance.now() - begun });
    }
    isBusy = false;
  };
  const questions = await OpenQuestions.connect(url, () => void look());
  process.on("message", (message) => {
    isHeld = message === "hold";
    if (message === "answer") void look();
    if (message === "end") void questions.close().then(() => process.exit());
  });
  process.once("disconnect", () => process.exit());
  process.send?.({ key: publicKeyText(privateKey) });
}

async function measure() {
  const server = await startLocalServer({
    options: [`max_connections=${AGENTS + 50}`],
    isOnLoopback: true,
  });
  try {
    await measureOn(server);
  } finally {
    await server.stop();
  }
}

/** @param {Awaited<ReturnType<typeof startLocalServer>>} server */
async function measureOn(server) {
  const url = server.url();
  await migrateFleet(url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`update snaphook_fleet.limits set questions_per_minute = 1000000`;
  const other = fork(fileURLToPath(import.meta.url), [url]);
  /** @type {number[]} */
  const own = [];
  const key = await new Promise((resolve) => {
    other.on("message", (/** @type {{ key?: string, own?: number }} */ message) => {
      if (message.key !== undefined) resolve(message.key);
      if (message.own !== undefined) own.push(message.own);
    });
  });
  const settings = {
    url,
    answerers: { bench: key },
    waitSeconds: 600,
    checkSeconds: CHECK_SECONDS,
    webhook: null,
    hosts: [],
    twoPersons: [],
    protectedNames: {},
  };
  const ask = (/** @type {number} */ agent, onNews = noop) =>
    askAboutCall(
      {
        tool: "Bash",
        input: { command: "git push" },
        original: { command: "git push" },
        reasons: [],
        host: "snaphook",
        session: `session-${agent}`,
        project: "/",
      },
      settings,
      { signal: new AbortController().signal, onNews },
    );

  const times = [];
  while (times.length < ROUNDS) {
    const begun = performance.now();
    const { type } = await ask(0);
    if (type !== "allow") throw new Error(`an ask ended as ${type}`);
    times.push(performance.now() - begun);
    // The answerer looks once more when it is told that the answer was taken, and the server ends a process.
    await sleep(PAUSE_MS);
  }
  const total = median(times);
  const others = median(own);

  const before = process.memoryUsage().rss;
  other.send("hold");
  const connectedBefore = memoryOfServer(server.pid() ?? 0);
  /** @type {ReturnType<typeof ask>[]} */
  const asked = [];
  /** @param {number} agent */
  const begin = (agent) =>
    new Promise((resolve) => {
      const end = ask(agent, () => resolve(null));
      asked.push(end);
      void end.then(resolve);
    });
  while (asked.length < AGENTS) {
    const first = asked.length;
    const some = Array.from({ length: AT_ONCE }, (_none, index) => begin(first + index));
    const ended = (await Promise.all(some)).find((one) => one !== null);
    if (ended !== undefined) throw new Error(`an agent does not wait: ${JSON.stringify(ended)}`);
  }
  const waiting = process.memoryUsage().rss;
  const serverBytes = memoryOfServer(server.pid() ?? 0);
  // The server counts what an idle connection did only after ten seconds.
  const queries = async () => {
    const [row] = await sql`
      select (coalesce(idx_scan, 0) + seq_scan)::int as count from pg_stat_user_tables
      where schemaname = 'snaphook_fleet' and relname = 'questions'`;
    return row?.["count"];
  };
  await sleep(12_000);
  const [first, cpuBefore] = [await queries(), cpuOfServer(server.pid() ?? 0)];
  await sleep(CHECK_SECONDS * 1000);
  const [second, cpuAfter] = [await queries(), cpuOfServer(server.pid() ?? 0)];
  const begun = performance.now();
  other.send("answer");
  const ends = await Promise.all(asked);
  const allAnswered = performance.now() - begun;
  const allowed = ends.filter(({ type }) => type === "allow").length;
  process.stdout.write(
    `${JSON.stringify(
      {
        load: loadavg()[0],
        askMs: round(total - others),
        askInAllMs: round(total),
        answerersOwnMs: round(others),
        agents: AGENTS,
        allowed,
        agentsMb: mb(waiting - before),
        processMb: mb(waiting),
        serverMb: serverBytes === null ? null : mb(serverBytes),
        serverMbBefore: connectedBefore === null ? null : mb(connectedBefore),
        checksPerSecondWhileWaiting: round((second - first) / CHECK_SECONDS),
        serverCpuPercentWhileWaiting:
          cpuBefore === null || cpuAfter === null
            ? null
            : round(((cpuAfter - cpuBefore) / CHECK_SECONDS) * 100),
        allAnsweredMs: Math.round(allAnswered),
      },
      null,
      2,
    )}\n`,
  );
  other.send("end");
  await sql.end();
  process.exitCode =
    total - others < 10 && waiting < 200 * 1024 * 1024 && allowed === AGENTS ? 0 : 1;
}

/**
 * The share of memory of a server and of all its processes; null where the system does not say.
 * @param {number} pid
 */
function memoryOfServer(pid) {
  try {
    const kilobytes = processesOf(pid).map((one) =>
      Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, "utf8"))?.[1]),
    );
    return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
  } catch {
    return null;
  }
}

/**
 * Seconds of processor time that a server and its processes have used; null where the system does not say.
 * @param {number} pid
 */
function cpuOfServer(pid) {
  try {
    const ticks = processesOf(pid).map((one) => {
      const fields = readFileSync(`/proc/${one}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, one) => sum + one, 0) / 100;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return [String(pid), ...children];
}

/** @returns {void} */
function noop() {}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {number} bytes */
function mb(bytes) {
  return Math.round(bytes / 1024 / 1024);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
