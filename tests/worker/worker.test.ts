import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WorkerWorkspace, pause, places, stdoutOf, testAt, texts } from "./worker-workspace.js";

const deny = '{"decision":"block","reason":"no"}';

describe.each(places)("%s, line by line", (place) => {
  let workspace: WorkerWorkspace;
  beforeAll(async () => {
    workspace = await WorkerWorkspace.open(place);
  });
  afterAll(() => workspace.end());

  test.each<[string, string, object]>([
    ["an answer", '{"id":"#","answer":{"a":1}}', { exit: 0, stdout: '{"a":1}' }],
    [
      "an answer exactly as it was written",
      ' {"answer" : {"n": 12345678901234567890, "n":1.50,"\\u0061":"\\ud800"} , "id":"#" }\r',
      { exit: 0, stdout: '{"n": 12345678901234567890, "n":1.50,"\\u0061":"\\ud800"}' },
    ],
    [
      "an answer that is no object",
      '{"id":"#","answer": [1, "]}"] }',
      { exit: 0, stdout: '[1, "]}"]' },
    ],
    [
      "a text that is not ASCII",
      '{"id":"#","answer":"grüße ✓\u2028"}',
      { exit: 0, stdout: '"grüße ✓\u2028"' },
    ],
    ["no opinion", '{"id":"#"}', { exit: 0 }],
    [
      "a code with reasons",
      '{"id":"#","exit":2,"stderr":"no","stdout":"so"}',
      { exit: 2, stderr: "no", stdout: "so" },
    ],
    ["a name of a field in escapes", '{"i\\u0064":"#","exit":3}', { exit: 3 }],
  ])("%s is taken as from a process that printed it", async (_, text, expected) => {
    expect(await workspace.said({ do: "raw", text })).toEqual(expected);
  });

  test.each<[string, string, object]>([
    [
      "no JSON, though meant as an answer",
      "{no}",
      { exit: 0, stdout: "{no}", garbled: "a line that is not a JSON object" },
    ],
    [
      "an answer without its frame",
      deny,
      { exit: 0, stdout: deny, garbled: 'a field that is not known: "decision"' },
    ],
    [
      "a frame cut in half",
      '{"id":"#","answer":{"de',
      { exit: 0, stdout: '{"id":"1","answer":{"de', garbled: "a line that is not a JSON object" },
    ],
    [
      "an unknown field; its deny stays",
      `{"id":"#","answer":${deny},"x":1}`,
      { exit: 0, stdout: deny, garbled: 'a field that is not known: "x"' },
    ],
    [
      "a magic field",
      '{"id":"#","__proto__":{"id":"2"}}',
      {
        exit: 0,
        stdout: '{"id":"1","__proto__":{"id":"2"}}',
        garbled: 'a field that is not known: "__proto__"',
      },
    ],
    [
      "both answer and stdout",
      `{"id":"#","answer":{},"stdout":"x"}`,
      { exit: 0, stdout: "{}\nx", garbled: '"answer" and "stdout" at once' },
    ],
    [
      "two answers",
      `{"id":"#","answer":${deny},"answer":{}}`,
      { exit: 0, stdout: `${deny}\n{}`, garbled: '"answer" twice' },
    ],
    [
      "two exit codes; the one that blocks stays",
      '{"id":"#","exit":2,"exit":0}',
      { exit: 2, stdout: '{"id":"1","exit":2,"exit":0}', garbled: '"exit" twice' },
    ],
    [
      "an exit code in quotes; it still blocks",
      '{"id":"#","exit":"2","stderr":"no"}',
      {
        exit: 2,
        stderr: "no",
        stdout: '{"id":"1","exit":"2","stderr":"no"}',
        garbled: '"exit" that is not 0 to 255',
      },
    ],
    [
      "an exit code past 255",
      '{"id":"#","exit":256}',
      { exit: 0, stdout: '{"id":"1","exit":256}', garbled: '"exit" that is not 0 to 255' },
    ],
    [
      "an exit code below 0",
      '{"id":"#","exit":-1}',
      { exit: 0, stdout: '{"id":"1","exit":-1}', garbled: '"exit" that is not 0 to 255' },
    ],
    [
      "half an exit code",
      '{"id":"#","exit":1.5}',
      { exit: 0, stdout: '{"id":"1","exit":1.5}', garbled: '"exit" that is not 0 to 255' },
    ],
    [
      "stderr that is no text",
      '{"id":"#","stderr":null}',
      { exit: 0, stdout: '{"id":"1","stderr":null}', garbled: '"stderr" that is not a text' },
    ],
    [
      "an id that is a number",
      '{"id":#,"answer":{}}',
      { exit: 0, stdout: "{}", garbled: '"id" that is not a text' },
    ],
    ["no id", '{"answer":{}}', { exit: 0, stdout: "{}", garbled: 'a line without "id"' }],
    [
      "a byte order mark",
      '\ufeff{"id":"#"}',
      { exit: 0, stdout: '\ufeff{"id":"1"}', garbled: "a line that is not a JSON object" },
    ],
  ])("a line with %s is garbled output of its event", async (key, text, expected) => {
    expect(await workspace.said({ do: "raw", text }, { key })).toEqual(expected);
    expect(await workspace.said({ do: "count" }, { key })).toEqual({ exit: 0, stdout: "1" });
  });
});

describe.concurrent.each(places)("%s", (place) => {
  const own = testAt(place);

  own("bytes that are not UTF-8 are handed over as they are", async ({ workspace }) => {
    const { stdout, garbled } = await workspace.run({ do: "bytes", bytes: "ff7b7dfe" });
    expect([Buffer.from(stdout).toString("hex"), garbled]).toEqual([
      "ff7b7dfe",
      "a line that is not UTF-8",
    ]);
  });

  own("a deny behind a stray line is handed over with it", async ({ workspace }) => {
    const text = `checking\n{"id":"#","answer":${deny}}`;
    expect(await workspace.said({ do: "raw", text })).toEqual({
      exit: 0,
      stdout: `checking\n${deny}`,
      garbled: "a line that is not a JSON object",
    });
  });

  own("nor is a no lost that comes a moment later", async ({ workspace }) => {
    expect(await workspace.said({ do: "mutter", ms: 20 })).toEqual({
      exit: 2,
      stderr: "no",
      stdout: "checking\n",
      garbled: "a line that is not a JSON object",
    });
  });

  own(
    "a garbled line without an id is of the event that has waited longest, one with an id of its own",
    async ({ workspace }) => {
      const events = [
        { do: "hang" },
        { do: "hang" },
        { do: "raw", text: '{noise\n{"id":"2","x":1}\n{"id":"#"}' },
      ];
      const results = await Promise.all(events.map((event) => workspace.said(event)));
      expect(results).toEqual([
        { exit: 0, stdout: "{noise", garbled: "a line that is not a JSON object" },
        { exit: 0, stdout: '{"id":"2","x":1}', garbled: 'a field that is not known: "x"' },
        { exit: 0 },
      ]);
    },
  );

  own("events at once are answered each by its id, whatever the order", async ({ workspace }) => {
    const [slow, ...quick] = await Promise.all([
      workspace.said({ do: "later", ms: 200 }),
      ...["a", "b", "c"].map((text) => workspace.said({ do: "echo", text })),
    ]);
    expect(slow).toEqual({ exit: 0, stdout: "late" });
    expect(quick).toEqual(
      ["a", "b", "c"].map((text) => ({ exit: 0, stdout: `{"do":"echo","text":"${text}"}` })),
    );
  });

  own("one process takes all events of a key, and each key has its own", async ({ workspace }) => {
    const first = await workspace.pid();
    expect(await workspace.pid()).toBe(first);
    expect(await workspace.pid({ key: "other" })).not.toBe(first);
    expect(workspace.leftovers()).toHaveLength(2);
  });

  own(
    "it is started in its folder with the variables that all share and its own",
    async ({ workspace }) => {
      const env = { OWN: "own" };
      expect([
        await workspace.said({ do: "env", text: "SHARED" }, { env }),
        await workspace.said({ do: "env", text: "OWN" }, { env }),
        await workspace.said({ do: "cwd" }),
      ]).toEqual(["shared", "own", workspace.project].map((stdout) => ({ exit: 0, stdout })));
    },
  );

  own("nothing is started before the first event", async ({ workspace }) => {
    expect(workspace.leftovers()).toEqual([]);
  });

  own("texts past the limit are cut, and the process lives on", async ({ workspace }) => {
    const pid = await workspace.pid();
    const result = await workspace.run({ do: "big", size: 10_001 });
    expect([stdoutOf(result), result.cut, result.ending]).toEqual([
      "x".repeat(10_000),
      true,
      { type: "exited", code: 0 },
    ]);
    expect((await workspace.run({ do: "big", size: 10_000 })).cut).toBe(false);
    expect(await workspace.pid()).toBe(pid);
  });

  own("an event of 5 MB arrives", async ({ workspace }) => {
    const text = "é".repeat(2_500_000);
    const result = await workspace.run({ do: "echo", text }, { outputBytes: 6_000_000 });
    expect(stdoutOf(result)).toBe(JSON.stringify({ do: "echo", text }));
  });

  own("stderr goes to the log and not into the result", async ({ workspace }) => {
    expect(await workspace.said({ do: "log", text: "a word\n" })).toEqual({ exit: 0 });
    for (let tries = 0; tries < 10_000 && workspace.logs.length === 0; tries++) await pause(25);
    expect(workspace.logs).toEqual(["k: a word\n"]);
  });

  own(
    "of a flood on stderr a part goes to the log, and how much did not is said",
    async ({ workspace }) => {
      await workspace.said({ do: "log", text: "0123456789", size: 1_000_000 });
      await pause(1100);
      await workspace.said({ do: "log", text: "end" });
      const rest = /\(\d+ more bytes on stderr\)/;
      for (let tries = 0; tries < 10_000 && !rest.test(workspace.logs.join("")); tries++)
        await pause(25);
      expect(workspace.logs.join("").length).toBeLessThan(1_000_000);
      expect(workspace.logs.join("")).toMatch(rest);
    },
  );

  own("lines that answer nothing go to the log", async ({ workspace }) => {
    await workspace.said({ do: "raw", text: '{"id":"#"}\n{"id":"#"}\n{"id":"77"}\nhello' });
    await workspace.said({ do: "count" });
    for (let tries = 0; tries < 10_000 && workspace.logs.length < 2; tries++) await pause(25);
    expect(workspace.logs.slice(0, 2)).toEqual([
      'k: a line that answers nothing is dropped: {"id":"1"}\n',
      'k: a line that answers nothing is dropped: {"id":"77"}\n',
    ]);
  });

  own(
    "when its files have changed it is replaced, after what it has to answer",
    async ({ workspace }) => {
      const pid = await workspace.pid();
      const slow = workspace.said({ do: "later", ms: 200 });
      workspace.runner.workers.retire("k");
      expect(await workspace.pid()).not.toBe(pid);
      expect(await slow).toEqual({ exit: 0, stdout: "late" });
      for (let tries = 0; tries < 10_000 && workspace.leftovers().length > 1; tries++)
        await pause(25);
      expect(workspace.leftovers()).toHaveLength(1);
    },
  );

  own("an event that is cancelled before it began starts nothing", async ({ workspace }) => {
    const result = await workspace.run({ do: "count" }, {}, AbortSignal.abort());
    expect(texts(result)).toEqual({ cancelled: true });
    expect(workspace.leftovers()).toEqual([]);
  });

  own(
    "a cancelled event is over at once; its late answer is dropped, and the process stays",
    async ({ workspace }) => {
      const pid = await workspace.pid();
      const abort = new AbortController();
      const run = workspace.run({ do: "later", ms: 300 }, {}, abort.signal);
      abort.abort();
      expect(texts(await run)).toEqual({ cancelled: true });
      for (let tries = 0; tries < 10_000 && workspace.logs.length === 0; tries++) await pause(25);
      expect(workspace.logs).toEqual([
        'k: an answer to a cancelled event is dropped: {"id":"2","stdout":"late"}\n',
      ]);
      expect(await workspace.pid()).toBe(pid);
    },
  );

  own(
    "a worker that has not answered a cancelled event by its deadline is replaced",
    async ({ workspace }) => {
      const pid = await workspace.pid();
      const abort = new AbortController();
      const run = workspace.run({ do: "hang" }, { timeoutMs: 300 }, abort.signal);
      abort.abort();
      await run;
      for (let tries = 0; tries < 1000 && (await workspace.pid()) === pid; tries++) await pause(25);
      expect(await workspace.pid()).not.toBe(pid);
    },
  );

  own(
    "a worker that understands cancel, and confirms it, stays past a deadline and a cancel",
    async ({ workspace }) => {
      const given = { canCancel: true, env: { CANCELS: "1" } };
      const pid = await workspace.pid(given);
      expect(await workspace.said({ do: "hang" }, { ...given, timeoutMs: 200 })).toEqual({
        timedOut: true,
      });
      const abort = new AbortController();
      const run = workspace.run({ do: "hang" }, given, abort.signal);
      abort.abort();
      expect(texts(await run)).toEqual({ cancelled: true });
      await pause(1300);
      expect([await workspace.pid(given), workspace.logs]).toEqual([pid, []]);
    },
  );

  own("who does not say so is replaced", async ({ workspace }) => {
    const given = { canCancel: true };
    const pid = await workspace.pid(given);
    expect(await workspace.said({ do: "hang" }, { ...given, timeoutMs: 200 })).toEqual({
      timedOut: true,
    });
    let next = pid;
    for (let tries = 0; tries < 1000 && next === pid; tries++) {
      await pause(25);
      next = await workspace.pid(given);
    }
    expect(next).not.toBe(pid);
  });

  own("whoever waits when all is closed learns that it was cancelled", async ({ workspace }) => {
    const run = workspace.said({ do: "hang" });
    await pause(100);
    workspace.runner.close();
    expect(await run).toEqual({ cancelled: true });
    expect(await workspace.said({ do: "count" })).toEqual({ cancelled: true });
  });

  own("it is asked to end before it is killed", async ({ workspace }) => {
    const file = `${workspace.root}/${place.replaceAll(" ", "-")}`;
    await workspace.said({ do: "tidy", text: file });
    workspace.runner.close();
    await workspace.settled();
    expect(readFileSync(file, "utf8")).toBe("tidied");
  });

  own(
    "closing leaves nothing of a worker that ignores TERM, nor of its children",
    async ({ workspace }) => {
      await workspace.said({ do: "stubborn" });
      expect(workspace.leftovers()).toHaveLength(2);
    },
  );
});
