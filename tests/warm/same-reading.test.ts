import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCases } from "../../src/conform/index.js";
import { allDialects } from "../../src/dialects/index.js";
import { interpret, wireEnding, type Reading, type WireRun } from "../../src/interpret/index.js";
import type { HttpRunner, ProcessResult, Runner } from "../../src/run/index.js";
import { builtRun } from "../built-run.js";
import { rowsOfThisRun } from "../turns.js";
import { temporaryFolder } from "../workspace.js";

// Takes no turns: it takes a share of its rows by itself.

/** One run of a case that a program could have made: an exit code and two texts. */
type Printed = Pick<WireRun, "exit" | "stdout" | "stderr">;
type Channel = (run: Printed) => Promise<WireRun>;

const folder = temporaryFolder();
const never = new AbortController().signal;
const bounds = { timeoutMs: 240_000, outputBytes: 102_400 };
let runner: Runner;
let http: HttpRunner;
let server: Server;
const { moduleProgram } = builtRun;

/** The event of these tests says what to answer; a module, a worker and a server do what it says. */
const moduleText = `export default ($, e, next) =>
  "answer" in e ? e.answer : $.exit(e.exit, { stdout: e.stdout, stderr: e.stderr });`;
const workerText = `import { eachLine } from "${pathToFileURL("examples/workers/snaphook-worker.mjs").href}";
eachLine(process.stdin, (line) => {
  const { id, event } = JSON.parse(line);
  console.log(JSON.stringify({ id, ...event }));
});`;

beforeAll(async () => {
  runner = builtRun.createRunner({ keeper: true, base: { PATH: process.env["PATH"] ?? "" } });
  http = builtRun.createHttpRunner();
  writeFileSync(join(folder, "hook.mjs"), moduleText);
  writeFileSync(join(folder, "worker.mjs"), workerText);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { stdout } = JSON.parse(Buffer.concat(chunks).toString()) as { stdout: string };
      response.end(stdout);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});

afterAll(() => {
  runner.close();
  http.close();
  server.closeAllConnections();
  server.close();
});

/** Without what says nothing about the answer. */
function wireOf({ ms: _ms, ending, ...result }: ProcessResult): WireRun {
  return { ...wireEnding(ending), ...result };
}

async function stay(
  key: string,
  program: { file: string; args: readonly string[] },
  event: object,
): Promise<WireRun> {
  const spec = { key, ...program, cwd: folder, env: {}, event: JSON.stringify(event) };
  return wireOf(await runner.workers.run({ ...spec, canCancel: false, ...bounds }, never));
}

/** Many cases are of the same run, in another dialect or on another event: that is made once. */
function once(channel: Channel): Channel {
  const made = new Map<string, Promise<WireRun>>();
  return (run) => {
    const key = JSON.stringify(run);
    const result = made.get(key) ?? channel(run);
    made.set(key, result);
    return result;
  };
}

let count = 0;
const command = once(async ({ exit = 0, stdout = "", stderr = "" }) => {
  const texts = [stdout, stderr].map(String);
  // To start `cat` for each text takes three times as long.
  const [print, words] = texts.every(isArgument)
    ? ["printf %s", texts]
    : ["cat", texts.map(written)];
  const script = `${print} "$1"; ${print} "$2" >&2; exit ${exit}`;
  const spec = { file: "/bin/sh", args: ["-c", script, "sh", ...words], cwd: folder, env: {} };
  return wireOf(await runner.run({ ...spec, stdin: "", ...bounds }, never));
});

/** An argument has a limit and holds no NUL. */
function isArgument(text: string): boolean {
  return !text.includes("\0") && Buffer.byteLength(text) < 100_000;
}

function written(text: string): string {
  const file = join(folder, `${count++}`);
  writeFileSync(file, text);
  return file;
}
const asWorker: Channel = (run) =>
  stay("worker", { file: process.execPath, args: [join(folder, "worker.mjs")] }, run);
const asModule: Channel = (run) =>
  stay("module", moduleProgram(join(folder, "hook.mjs"), 128), run);
const asHttp: Channel = async ({ stdout }) => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const spec = { url, headers: {}, variables: {}, hosts: ["127.0.0.1"], ...bounds };
  return wireOf(await http.run({ ...spec, body: JSON.stringify({ stdout }) }, never));
};
const answered =
  (channel: typeof asModule): Channel =>
  ({ stdout }) =>
    channel({ answer: JSON.parse(String(stdout)) as unknown } as Printed);
const asJson: Channel = async ({ exit = 0, stdout }) => ({
  exit,
  json: JSON.parse(String(stdout)) as unknown,
});

const files = readdirSync("conformance").filter((name) => name.endsWith(".json"));
const cases = files.flatMap((file) => {
  const read = readCases(JSON.parse(readFileSync(`conformance/${file}`, "utf8")));
  if ("error" in read) throw new Error(read.error);
  return read.flatMap((one) =>
    "runs" in one && one.runs.length > 0 && one.runs.every(isPrinted) ? [one] : [],
  );
});

function isPrinted(run: WireRun): boolean {
  const texts = [run.stdout ?? "", run.stderr ?? ""];
  const isPlain = run.json === undefined && run.cut !== true && run.stderrCut !== true;
  // A lone surrogate is no text that a program could print.
  return (
    isPlain &&
    run.exit !== undefined &&
    texts.every(
      (text) =>
        typeof text === "string" && Buffer.from(text).toString() === text && text.length < 50_000,
    )
  );
}

/** One JSON object and nothing else, which means the same once it was parsed and written again. */
function isObject({ stdout }: WireRun): boolean {
  try {
    const value: unknown = JSON.parse(String(stdout));
    return (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      JSON.stringify(value).length === String(stdout).replaceAll(/\s/g, "").length
    );
  } catch {
    return false;
  }
}

/** Written as JSON is written when it was parsed. */
const rewritten =
  (channel: Channel): Channel =>
  (run) =>
    channel({ ...run, stdout: JSON.stringify(JSON.parse(String(run.stdout))) });

const isQuiet = ({ exit, stderr }: WireRun): boolean => exit === 0 && (stderr ?? "") === "";
const isSilentOrObject = (run: WireRun): boolean =>
  isQuiet(run) && (run.stdout === "" || isObject(run));

async function through(channel: Channel, example: (typeof cases)[number]): Promise<Reading> {
  const runs: WireRun[] = [];
  for (const { exit, stdout, stderr, ...settings } of example.runs)
    runs.push({
      ...settings,
      ...(await channel({ exit: exit ?? 0, stdout: stdout ?? "", stderr: stderr ?? "" })),
    });
  return interpret({ ...example, runs });
}

describe("the same answer means the same, whatever way it takes", () => {
  const anything = (): boolean => true;
  const isAnswer = (run: WireRun): boolean => isQuiet(run) && isObject(run);
  const isJson = (run: WireRun): boolean => (run.stderr ?? "") === "" && isObject(run);
  const everywhere = cases.map(({ dialect }) => dialect);
  const own = allDialects.map(({ name }) => name);
  test.concurrent.each<
    [string, Channel, Channel, (run: WireRun) => boolean, readonly string[], number]
  >([
    ["worker", asWorker, command, anything, everywhere, 1000],
    ["module", asModule, command, anything, everywhere, 1000],
    ["http", asHttp, command, isSilentOrObject, everywhere, 300],
    ["worker, as an object", answered(asWorker), rewritten(command), isAnswer, everywhere, 300],
    ["module, as an object", answered(asModule), rewritten(command), isAnswer, everywhere, 300],
    // Other hosts have no such type.
    ["json", asJson, rewritten(command), isJson, own, 200],
  ])(
    "%s",
    async (_way, channel, plain, canSay, dialects, least) => {
      const said = cases.filter(
        ({ runs, dialect }) => runs.every(canSay) && dialects.includes(dialect),
      );
      expect(said.length).toBeGreaterThan(least);
      const made = once(channel);
      for (const example of rowsOfThisRun(said)) {
        const printed = { id: example.id, ...meant(await through(plain, example)) };
        const other = { id: example.id, ...meant(await through(made, example)) };
        // A matcher takes ten times as long to say the same.
        if (!isDeepStrictEqual(other, printed)) expect(other).toEqual(printed);
      }
    },
    300_000,
  );
});

/** A Reading without where in the text a problem was found: an answer that is no text has no places. */
function meant({ problems, ...reading }: Reading): object {
  return { ...reading, problems: problems.map(({ code, hook }) => ({ code, hook })) };
}
