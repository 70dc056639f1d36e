import { describe, expect, test, vi } from "vitest";
import type { Frame } from "./read-frame.js";
import { Request } from "./request.js";
import type { WorkerEnd, WorkerSpec } from "./worker-spec.js";

const bytes = (text: string): Buffer => Buffer.from(text);
const answered = (stdout: string, exit = 0, stderr = ""): Frame => ({
  id: "1",
  exit,
  stdout: bytes(stdout),
  stderr: bytes(stderr),
});
const garbled = (stdout: string, more: Partial<Frame> = {}): Frame => ({
  ...answered(stdout),
  garbled: "a line that is not a JSON object",
  ...more,
});
const stray = (stdout: string): Frame => garbled(stdout, { stray: true });
const ended = (ending: object, stderr = "", stderrCut = false): WorkerEnd =>
  ({ ending, stderr: bytes(stderr), stderrCut }) as WorkerEnd;
const exited = (code: number) => ({ type: "exited", code });
const killed = { type: "signalled", signal: "SIGKILL" } as const;
const late = { type: "timed-out" } as const;
const cancelled = { type: "cancelled" } as const;

/** What comes of a request to which this happens, with eight bytes kept of each text; what is as in a silent run is left out. */
async function after(happens: (request: Request) => void): Promise<object> {
  const request = new Request({ outputBytes: 8 } as WorkerSpec);
  happens(request);
  // It is settled once.
  request.answer(answered("later", 0, "later"));
  const { ending, stdout, stderr, cut, stderrCut, garbled: why } = await request.result;
  return {
    ending,
    ...(stdout.length > 0 && { stdout: Buffer.from(stdout).toString() }),
    ...(stderr.length > 0 && { stderr: Buffer.from(stderr).toString() }),
    ...(cut && { cut }),
    ...(stderrCut && { stderrCut }),
    ...(why !== undefined && { garbled: why }),
  };
}

const why = "a line that is not a JSON object";

describe("a request ends", () => {
  test.each<[what: string, happens: (request: Request) => void, end: object]>([
    [
      "with its answer",
      (one) => one.answer(answered("{}", 2, "no")),
      { ending: exited(2), stdout: "{}", stderr: "no" },
    ],
    [
      "with texts as long as is kept",
      (one) => one.answer(answered("12345678")),
      { ending: exited(0), stdout: "12345678" },
    ],
    [
      "with longer texts cut",
      (one) => one.answer(answered("123456789", 0, "abcdefghi")),
      { ending: exited(0), stdout: "12345678", cut: true, stderr: "abcdefgh", stderrCut: true },
    ],
    [
      "garbled where noise was before the answer",
      (one) => {
        one.disturb(garbled("x"));
        one.answer(answered("{}", 0, "said"));
      },
      { ending: exited(0), stdout: "x\n{}", stderr: "said", garbled: why },
    ],
    [
      "garbled by the noise alone, where no answer came behind it",
      (one) => {
        one.disturb(garbled("x", { stderr: bytes("why") }));
        one.disturb(garbled("y", { garbled: "another reason" }));
        one.settleAsDisturbed();
      },
      { ending: exited(0), stdout: "x\ny", stderr: "why", garbled: why },
    ],
    [
      "with the one of several exit codes that blocks",
      (one) => {
        one.disturb(garbled("x", { exit: 2 }));
        one.disturb(garbled("y", { exit: 1 }));
        one.settleAsDisturbed();
      },
      { ending: exited(2), stdout: "x\ny", garbled: why },
    ],
    [
      "with the answer first where there was too much noise before it",
      (one) => {
        one.disturb(garbled("a lot of noise"));
        one.answer(answered("{}"));
      },
      { ending: exited(0), stdout: "{}\na lot", cut: true, garbled: why },
    ],
    ["when the time is over", (one) => one.settle(late), { ending: late }],
    [
      "when the time is over, with what it said until then",
      (one) => {
        one.disturb(garbled("x"));
        one.settle(late);
      },
      { ending: late, stdout: "x", garbled: why },
    ],
    [
      "with a block by exit code, also where the time is over",
      (one) => {
        one.disturb(garbled("x", { exit: 2, stderr: bytes("no") }));
        one.settle(late);
      },
      { ending: exited(2), stdout: "x", stderr: "no", garbled: why },
    ],
    [
      "cancelled, whatever it said",
      (one) => {
        one.disturb(garbled("x", { exit: 2 }));
        one.settle(cancelled);
      },
      { ending: cancelled, stdout: "x", garbled: why },
    ],
    [
      "as its process, with what that said last",
      (one) => one.fail(ended(killed, "oops", true)),
      { ending: killed, stderr: "oops", stderrCut: true },
    ],
    [
      "as its process, with what is kept of that",
      (one) => one.fail(ended(exited(3), "123456789")),
      { ending: exited(3), stderr: "12345678", stderrCut: true },
    ],
    [
      "as a failure where its process ended well without an answer",
      (one) => one.fail(ended(exited(0))),
      { ending: exited(1), stderr: "The work", stderrCut: true },
    ],
    [
      "as its process, with noise before",
      (one) => {
        one.disturb(garbled("x"));
        one.fail(ended(killed));
      },
      { ending: killed, stdout: "x", garbled: why },
    ],
    [
      "killed where a line has no end",
      (one) => one.flood(bytes("123456789")),
      { ending: killed, stdout: "12345678", cut: true },
    ],
    [
      "killed where a line behind noise has no end",
      (one) => {
        one.disturb(garbled("x"));
        one.flood(bytes("123"));
      },
      { ending: killed, stdout: "x\n123", cut: true, garbled: why },
    ],
  ])("%s", async (_what, happens, end) => {
    expect(await after(happens)).toEqual(end);
  });

  test("with words of its own where a quiet process ended well", async () => {
    const request = new Request({ outputBytes: 100 } as WorkerSpec);
    request.fail(ended(exited(0), "bye. "));
    const { stderr } = await request.result;
    expect(Buffer.from(stderr).toString()).toBe(
      "bye. The worker ended with exit code 0 before it had answered.\n",
    );
  });
});

test("a result says how long it took", async () => {
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(100);
  try {
    const request = new Request({ outputBytes: 8 } as WorkerSpec);
    uptime.mockReturnValue(100.25);
    request.answer(answered("{}"));
    expect((await request.result).ms).toBe(250);
  } finally {
    uptime.mockRestore();
  }
});

test("the first line that could be meant as an answer is told apart from stray ones", () => {
  const request = new Request({ outputBytes: 8 } as WorkerSpec);
  const lines = [stray("log"), garbled("{x"), stray("log"), garbled("{y")];
  expect(lines.map((line) => request.disturb(line))).toEqual([false, true, false, false]);
});
