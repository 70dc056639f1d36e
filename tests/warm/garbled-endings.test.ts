import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLongerDeadlines } from "../deadlines.js";
import { WorkerWorkspace, texts } from "../worker/worker-workspace.js";

const deny = '{"decision":"block"}';
const notAnObject = "a line that is not a JSON object";
const unknownField = 'a field that is not known: "x"';

/** A worker that, for its first event, does what the text says; `id` is the event's. */
const worker = (does: string): { args: string[] } => ({
  args: [
    "-e",
    `const say = (text) => process.stdout.write(text);
     const { createInterface } = require("node:readline");
     createInterface({ input: process.stdin }).once("line", (line) => {
       const { id } = JSON.parse(line);
       ${does}
     });`,
  ],
});
const garbledBlock = String.raw`say(JSON.stringify({ id, exit: 2, stderr: "no", x: 1 }) + "\n");`;
const garbledDeny = String.raw`say('{"id":"' + id + '","answer":${deny},"x":1}\n');`;
const properDeny = String.raw`say('{"id":"' + id + '","answer":${deny}}\n');`;

let workspace: WorkerWorkspace;
beforeEach(async () => {
  workspace = await WorkerWorkspace.open("in place");
});
afterEach(async () => {
  await workspace.end();
});

describe("what restricts in a garbled line counts, whatever comes behind it", () => {
  test.each([
    [
      "a block by exit code, and the process fails",
      `${garbledBlock} setTimeout(() => process.exit(1), 20);`,
      {},
      { exit: 2, stderr: "no", garbled: unknownField },
    ],
    [
      "a block by exit code, and the process is killed",
      `${garbledBlock} setTimeout(() => process.kill(process.pid, "SIGKILL"), 20);`,
      {},
      { exit: 2, stderr: "no", garbled: unknownField },
    ],
    [
      "a block by exit code, and the process ends as if all were well",
      `${garbledBlock} setTimeout(() => process.exit(0), 20);`,
      {},
      { exit: 2, stderr: "no", garbled: unknownField },
    ],
    [
      "a block by exit code, and a line without an end",
      `${garbledBlock} setTimeout(() => say(id + "x".repeat(300_000)), 20);`,
      { outputBytes: 1000 },
      { exit: 2, stderr: "no", garbled: unknownField, cut: true },
    ],
  ])("%s", async (_what, does, given, expected) => {
    expect(await workspace.said({}, { ...worker(does), ...given })).toMatchObject(expected);
  });

  test("a block by exit code, and the deadline comes before a proper answer could", async () => {
    const does = `${garbledBlock} setInterval(() => {}, 1000);`;
    await withLongerDeadlines(200, async (timeoutMs) => {
      const result = await workspace.said({}, { key: `${timeoutMs}`, ...worker(does), timeoutMs });
      expect(result).toMatchObject({ exit: 2, stderr: "no", garbled: unknownField });
    });
  });

  test("a deny, and a line without an end", async () => {
    const does = `${garbledDeny} setTimeout(() => say(id + "x".repeat(300_000)), 20);`;
    const result = await workspace.run({}, { ...worker(does), outputBytes: 1000 });
    expect(texts(result)).toMatchObject({ signal: "SIGKILL", garbled: unknownField, cut: true });
    expect(Buffer.from(result.stdout).toString().split("\n")[0]).toBe(deny);
  });

  test("a proper deny, behind more noise than is kept", async () => {
    const does = String.raw`say(("noise ".repeat(20) + "\n").repeat(50)); ${properDeny}`;
    const result = await workspace.run({}, { ...worker(does), outputBytes: 1000 });
    expect(texts(result)).toMatchObject({ exit: 0, garbled: notAnObject, cut: true });
    expect(Buffer.from(result.stdout).toString().split("\n")).toContain(deny);
  });
});

describe("a stray print does not end an event", () => {
  test("a deny that comes long after it counts", async () => {
    const does = String.raw`say("loading the rules\n"); setTimeout(() => { ${properDeny} }, 700);`;
    const result = await workspace.run({}, worker(does));
    expect(texts(result)).toMatchObject({ exit: 0, garbled: notAnObject });
    expect(Buffer.from(result.stdout).toString().split("\n")).toContain(deny);
  });

  test("a blank line is nothing at all", async () => {
    const does = String.raw`say("\n\n"); ${properDeny}`;
    expect(await workspace.said({}, worker(does))).toEqual({ exit: 0, stdout: deny });
  });

  test("where no answer comes it is a timeout, with what was printed", async () => {
    const does = String.raw`say("hello\n"); setInterval(() => {}, 1000);`;
    await withLongerDeadlines(300, async (timeoutMs) => {
      const result = await workspace.said({}, { key: `${timeoutMs}`, ...worker(does), timeoutMs });
      expect(result).toEqual({ timedOut: true, stdout: "hello", garbled: notAnObject });
    });
  });
});
