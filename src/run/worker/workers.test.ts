import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Guardian } from "../guardian.js";
import type { Keeper } from "../keeper.js";
import type { ProcessResult } from "../process-spec.js";
import { connectLine, type Line, type LineAddress } from "./direct-line.js";
import type {
  WorkerCommand,
  WorkerListener,
  Workers,
  WorkerSpec,
  WorkerStop,
} from "./worker-spec.js";
import { createWorkers } from "./workers.js";

/** A process that a keeper was asked to start. */
interface Served {
  readonly command: WorkerCommand;
  readonly address: LineAddress;
  readonly listener: WorkerListener;
  readonly stops: WorkerStop[];
}

let served: Served[];
let lines: Line[];
/** Logs, and the word that all have ended. */
let reported: string[];
let workers: Workers;
beforeEach(() => {
  [served, lines, reported] = [[], [], []];
  let count = 0;
  workers = createWorkers({
    keeper: {
      isReady: true,
      serve: (command: WorkerCommand, address: LineAddress, listener: WorkerListener) =>
        served.push({ command, address, listener, stops: [] }),
      stop: (runId: string, how: WorkerStop) =>
        served.find(({ command }) => command.runId === runId)?.stops.push(how),
    } as unknown as Keeper,
    guardian: {} as Guardian,
    base: () => ({ OF: "the host" }),
    newRunId: () => `run${++count}`,
    onLog: (key, text) => reported.push(`${key}: ${text}`),
    onEmpty: () => reported.push("empty"),
  });
});
afterEach(() => {
  workers.close();
  for (const one of served) ends(one);
  for (const { input, output } of lines) for (const socket of [input, output]) socket.destroy();
});

const spec = (key: string, more: Partial<WorkerSpec> = {}): WorkerSpec => ({
  key,
  file: "/bin/worker",
  args: ["-x"],
  cwd: "/work",
  env: { OWN: "variable" },
  event: '{"a":1}',
  timeoutMs: 240_000,
  outputBytes: 100,
  canCancel: false,
  ...more,
});

const run = (key: string, more?: Partial<WorkerSpec>): Promise<ProcessResult> =>
  workers.run(spec(key, more), new AbortController().signal);

function ends({ listener }: Served, code = 1): void {
  listener.onEnd({
    ending: { type: "exited", code },
    stderr: new Uint8Array(),
    stderrCut: false,
  });
}

/** The worker's process connects; gives back what it reads of it. */
async function connected({ address }: Served): Promise<Line> {
  const line = await connectLine(address);
  lines.push(line);
  return line;
}

const read = (line: Line): Promise<string> =>
  new Promise((resolve) => {
    line.input.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    line.input.resume();
  });

const endingOf = async (result: Promise<ProcessResult>): Promise<object> => (await result).ending;

const only = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error("there is none");
  return item;
};

describe("events of one key", () => {
  test("go to one process, which is started for the first of them", async () => {
    const results = [run("a"), run("a", { event: "{}" })];
    const { command, address } = only(served);
    expect(command).toEqual({
      runId: "run1",
      file: "/bin/worker",
      args: ["-x"],
      cwd: "/work",
      env: { OWN: "variable", SNAPHOOK_OUTPUT_BYTES: "100", SNAPHOOK_RUN_ID: "run1" },
    });
    const line = await connected(only(served));
    expect(await read(line)).toBe('{"id":"1","event":{"a":1}}\n{"id":"2","event":{}}\n');
    expect(existsSync(dirname(address.path))).toBe(false);
    line.output.write('{"id":"2","exit":2}\n{"id":"1"}\n');
    expect(await Promise.all(results.map(endingOf))).toEqual([
      { type: "exited", code: 0 },
      { type: "exited", code: 2 },
    ]);
  });

  test("go to another process than those of another key", () => {
    void run("a");
    void run("b");
    expect(served.map(({ command }) => command.runId)).toEqual(["run1", "run2"]);
  });

  test("go to a new process once it is retired, and the old one is ended", async () => {
    const first = run("a");
    workers.retire("a");
    workers.retire("unknown");
    void run("a");
    expect([served.length, only(served).stops]).toEqual([2, []]);
    const line = await connected(only(served));
    line.output.write('{"id":"1"}\n');
    expect(await endingOf(first)).toEqual({ type: "exited", code: 0 });
    expect(served.map(({ stops }) => stops)).toEqual([["ask"], []]);
    // The old one's end says nothing of the new one.
    ends(only(served));
    void run("a");
    expect(served).toHaveLength(2);
  });

  test("that nobody waits for start nothing", async () => {
    const { ending } = await workers.run(spec("a"), AbortSignal.abort());
    expect([ending, served]).toEqual([{ type: "cancelled" }, []]);
  });
});

test("what a process says on stderr is reported with its key", () => {
  void run("a");
  only(served).listener.onLog("hello");
  expect(reported).toEqual(["a: hello"]);
});

describe("a process that ends", () => {
  test("before its first good answer three times in a row is not started again at once", async () => {
    const endings = [];
    for (let time = 0; time < 4; time++) {
      const result = run("a");
      if (served.length > time) ends(served[time] as Served);
      endings.push(await endingOf(result));
    }
    const ended = { type: "exited", code: 1 };
    expect(endings).toEqual([
      ended,
      ended,
      ended,
      { type: "not-started", error: "it ended 3 times in a row; next try in 1 s" },
    ]);
    // Another key is another matter.
    void run("b");
    expect(served).toHaveLength(4);
  });

  test("in the middle of its work is started again, however often it has", async () => {
    for (let time = 0; time < 5; time++) {
      const good = run("a");
      const process = served[time] as Served;
      const line = await connected(process);
      line.output.write('{"id":"1"}\n');
      expect(await endingOf(good)).toEqual({ type: "exited", code: 0 });
      ends(process);
      for (const socket of [line.input, line.output]) socket.destroy();
      await new Promise((wake) => setTimeout(wake, 300));
    }
    expect(served).toHaveLength(5);
  });

  test("because it was retired has not failed", async () => {
    for (let time = 0; time < 4; time++) {
      void run("a");
      workers.retire("a");
      ends(served[time] as Served);
    }
    void run("a");
    expect(served).toHaveLength(5);
  });
});

describe("when all are closed", () => {
  test("and there is none, that is reported at once", () => {
    workers.close();
    expect(reported).toEqual(["empty"]);
  });

  test("who waits is cancelled, nothing is started any more, and it is reported when the last has ended", async () => {
    const results = [run("a"), run("b")];
    workers.close();
    expect(await Promise.all([...results, run("c")].map(endingOf))).toEqual(
      [1, 2, 3].map(() => ({ type: "cancelled" })),
    );
    expect([served.map(({ stops }) => stops), reported]).toEqual([[["ask"], ["ask"]], []]);
    const [first, second] = served as [Served, Served];
    ends(first);
    expect(reported).toEqual([]);
    ends(second);
    expect(reported).toEqual(["empty"]);
    expect(existsSync(dirname(first.address.path))).toBe(false);
  });

  test("an end before is not reported", () => {
    void run("a");
    ends(only(served));
    expect(reported).toEqual([]);
  });
});
