import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Receiver } from "../telemetry/receiver.js";
import { temporaryFolder } from "../workspace.js";
import { snaphook, type Ran } from "./snaphook.js";
import { Home, SECRET } from "./trace-home.js";

const trace = (...args: string[]): Ran => snaphook(["trace", ...args]);
const idsOf = ({ stdout }: Ran): string[] =>
  (JSON.parse(stdout) as { events: { id: string }[] }).events.map(({ id }) => id);

beforeAll(() => {
  process.env["TZ"] = "UTC";
});

describe("of a ledger of two sessions", () => {
  let home: Home;
  beforeAll(() => {
    home = new Home();
    home.fill();
  });
  beforeEach(() => {
    process.env["SNAPHOOK_HOME"] = home.folder;
  });

  test("the list has a line for each event: who decided, and what a hook would have done that observes", () => {
    const { stdout, stderr, status } = trace();
    expect({ lines: stdout.split("\n"), stderr, status }).toEqual({
      lines: [
        expect.stringMatching(
          /^aaaa-1 {2}2025-06-01 12:00:00 {2}one {7}PreToolUse Bash rm -rf x # \[redacted:\S+\] +block by no-rm · 10 ms$/,
        ),
        expect.stringMatching(/^bbbb-2 .* PreToolUse Bash ls +proceed · 10 ms · new would deny$/),
        expect.stringMatching(
          /^cccc-3 .* PreToolUse Write ls +proceed · 10 ms · a hook failed · exit-code-failure$/,
        ),
        expect.stringMatching(/^dddd-4 .* unfinished$/),
        "",
      ],
      stderr: "",
      status: 0,
    });
    // So little is sooner read again than kept.
    expect(home.names()).toEqual(["ledger.jsonl"]);
  });

  test("filters narrow it, and a name that nothing has is pointed out", () => {
    const filters = "--session tw --outcome deny --outcome unfinished --since 2025-06-02";
    expect(idsOf(trace("list", ...filters.split(" "), "--json"))).toEqual(["dddd-4"]);
    expect(idsOf(trace("--text", "rm -rf", "--hook", "no-*", "--json"))).toEqual(["aaaa-1"]);
    expect(trace("--hook", "no-rn")).toEqual({
      stdout: "",
      stderr:
        'snaphook: no event fits\nsnaphook: no hook "no-rn" in this ledger; did you mean no-rm?\n',
      status: 0,
    });
  });

  test("show has the whole flow of one event, by the beginning of its id or the latest that fits", () => {
    const { stdout, status } = trace("show", "bb");
    expect(status).toBe(0);
    for (const part of [
      "bbbb-2\n  2025-06-01 12:01:00 · session one · /project\n",
      "ran new /project/.snaphook/settings.json:3",
      "exit code 0 in 10 ms · observes: it has no effect",
      "would have said deny",
    ])
      expect(stdout).toContain(part);
    expect(trace("show", "latest", "--hook", "new").stdout).toBe(stdout);
    const { lanes, ...event } = JSON.parse(trace("show", "aaaa", "--json").stdout) as Record<
      string,
      unknown
    >;
    expect(event).toMatchObject({ eventId: "aaaa-1", reading: { outcome: "block" } });
    expect(Object.keys(lanes as object)).toEqual(["user", "model", "log", "nobody"]);
  });

  test("stats count, by hook, event or day, and say what a hook would have done that observes", () => {
    const { stdout } = trace("stats");
    expect(stdout).toContain("events    4 in 2 sessions\n");
    expect(stdout).toContain("outcomes  proceed 2 · block 1 · unfinished 1\n");
    expect(stdout).toMatch(/^no-rm +1 +1 +0 +0 +0 +10 ms +10 ms +10 ms$/m);
    expect(stdout).toMatch(/^1 {2}exit-code-failure {2}/m);
    expect(trace("stats", "--observed").stdout).toBe(
      "hooks that only observe\nnew: would have denied 1 of 1\n",
    );
    expect(trace("stats", "--by", "day", "--session", "one").stdout).toMatch(
      /^2025-06-01 +2 +1 +0 +20 ms$/m,
    );
    expect(JSON.parse(trace("stats", "--json").stdout)).toMatchObject({ events: 4, failures: 1 });
  });

  test("export writes JSON and CSV, and to a file that is whole and private", () => {
    const events = JSON.parse(trace("export", "--format", "json").stdout) as { eventId: string }[];
    expect(events.map(({ eventId }) => eventId)).toEqual(["aaaa-1", "bbbb-2", "cccc-3", "dddd-4"]);
    const out = join(home.folder, "events.csv");
    const { stdout, stderr, status } = trace("export", "--format", "csv", "--out", out);
    expect({ stdout, stderr, status }).toEqual({
      stdout: "",
      stderr: `snaphook: 4 events were written to ${out}\n`,
      status: 0,
    });
    const lines = readFileSync(out, "utf8").split("\r\n");
    expect(lines[0]).toMatch(/^time,id,session,project,event,tool,input,outcome,/);
    expect(lines[2]).toMatch(/^2025-06-01T12:01:00.000Z,bbbb-2,one,.*,new: deny,$/);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(home.names()).toEqual(["events.csv", "ledger.jsonl"]);
  });

  test("report writes one page about the latest session, or another", () => {
    const latest = trace("report", "--out", "-").stdout;
    expect(latest).toContain("<h1>Session two</h1>");
    const { stdout } = trace("report", "--session", "one", "--out", "-");
    expect(stdout).toContain("<h1>Session one</h1>");
    expect(stdout).toContain("<strong>new</strong> would have denied 1 of 1");
    expect(stdout).not.toContain(SECRET);
    expect(stdout).toContain("[redacted:");
    expect(trace("report")).toMatchObject({ status: 2, stdout: "" });
  });

  test("export sends to a collector what has ended, and says what it did not take", async () => {
    const receiver = await Receiver.start();
    try {
      const send = (): Promise<{ status: unknown; stderr: string }> =>
        started("export", "--format", "otlp", "--endpoint", receiver.endpoint);
      expect(await send()).toEqual({
        status: 0,
        stderr:
          "snaphook: 7 spans and log records of 3 events were sent; 1 without an end were left out\n",
      });
      expect(receiver.faults).toEqual([]);
      expect(receiver.spans.map(({ name }) => name).toSorted()).toEqual([
        "hook PreToolUse",
        "hook PreToolUse",
        "hook PreToolUse",
        "run guard",
        "run new",
        "run no-rm",
      ]);
      receiver.otherwise = (_, response) => void response.writeHead(400).end();
      const refused = await send();
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain("were lost");
    } finally {
      await receiver.stop();
    }
  });

  test.each<[string, readonly string[], string]>([
    ["an unknown subcommand", ["shw"], "did you mean show?"],
    ["an id as a subcommand", ["aaaa-1"], "to see one event: snaphook trace show aaaa-1"],
    ["an id that nothing has", ["show", "zzzz"], "has no event zzzz"],
    ["an outcome that there is not", ["--outcome", "blok"], "did you mean block?"],
    ["what is no time", ["--since", "soon"], "--since soon: not a time"],
    ["an empty range", ["--since", "1h..2h"], "the range of time is empty"],
    ["a limit that is no number", ["--limit", "few"], "--limit few: give a number"],
    ["a format that there is not", ["export", "--format", "xml"], "json, csv, html, otlp"],
    ["a place that cannot be written", ["report", "--out", "/nowhere/x.html"], "ENOENT"],
    // It would remove every session.
    ["a filter of prune", ["prune", "--session", "one", "--before", "1d"], "has no --session"],
    ["a filter of verify", ["verify", "--here"], "trace verify has no --here"],
    ["a word too many", ["stats", "now"], 'trace stats takes no "now"'],
    ["a foreign ledger that is not there", ["--ledger", "none.jsonl"], "there is no such file"],
    ["a folder as ledger", ["--ledger", "."], "it is a folder"],
    ["a folder to verify", ["verify", "--ledger", "."], "it is not a plain file"],
    [
      "another's ledger to prune",
      ["prune", "--before", "1d", "--ledger", "x"],
      "only your own ledger",
    ],
  ])("%s is an error of usage that says what to do", (_name, args, part) => {
    const { status, stdout, stderr } = trace(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(part);
  });
});

/** Not synchronously: the collector lives in this process. */
async function started(...args: string[]): Promise<{ status: unknown; stderr: string }> {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), "trace", ...args]);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [status] = (await once(child, "close")) as unknown[];
  return { status, stderr };
}

test("where nothing is recorded yet, it says how to begin", () => {
  const { folder } = new Home();
  const stderr = "Nothing is recorded yet. Fire an event: snaphook run PreToolUse --tool Bash\n";
  expect(trace()).toEqual({ stdout: "", stderr, status: 0 });
  const data: [string, ...string[]][] = [
    ["--json"],
    ["stats", "--json"],
    ["verify", "--json"],
    ["export", "--json"],
    ["export", "--format", "csv"],
  ];
  const before = data.map((args) => trace(...args));
  expect(before[0]).toMatchObject({ status: 0, stderr: expect.stringContaining(stderr) });
  writeFileSync(join(folder, "ledger.jsonl"), "");
  // The same data as of a ledger in which nothing is.
  const after = data.map((args) => trace(...args));
  expect(before.map(({ stdout }) => stdout)).toEqual(after.map(({ stdout }) => stdout));
  expect(after.slice(0, 4).map(({ stdout }) => JSON.parse(stdout) as unknown)).toMatchObject([
    { events: [], more: false },
    { events: 0, hooks: [] },
    { file: join(folder, "ledger.jsonl"), ok: true, records: 0 },
    [],
  ]);
  expect(trace()).toEqual({ stdout: "", stderr: "snaphook: no event fits\n", status: 0 });
  expect(trace("verify").stdout).toMatch(/^intact: 0 records in /);
  expect(trace("stats").stdout).toBe("No event fits.\n");
});

test("follow shows events as they happen, each once, until it is interrupted", async () => {
  const home = new Home();
  home.fill();
  const words = ["trace", "-f", "--json", "--limit", "1", "--outcome", "block"];
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...words]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> =>
    (JSON.parse(((await lines.next()) as { value: string }).value) as { id: string }).id;
  expect(await next()).toBe("aaaa-1");
  home.add({ id: "eeee-5" }, 2000);
  home.add({ id: "ffff-6", outcome: "block" }, 2001);
  expect(await next()).toBe("ffff-6");
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([130, null]);
});

test("a ledger that is damaged or cut is read around that, and verify names the lines", () => {
  const home = new Home();
  home.fill();
  expect(trace("verify")).toMatchObject({ status: 0 });
  const text = readFileSync(home.ledger, "utf8");
  writeFileSync(home.ledger, text.replace('"command":"rm -rf x', '"command":"rm -rf y'));
  appendFileSync(home.ledger, "garbage\n");
  home.add({ id: "eeee-5" }, 2000);
  truncateSync(home.ledger, statSync(home.ledger).size - 20);
  const { stdout, stderr, status } = trace();
  expect({ count: stdout.split("\n").length - 1, status }).toEqual({ count: 5, status: 0 });
  expect(stdout).toContain("damaged: its content does not have its hash");
  expect(stdout).not.toContain("rm -rf y");
  expect(stderr).toBe("snaphook: 1 line is no record; snaphook trace verify names them\n");
  const verified = trace("verify", "--json");
  const { ok, faults } = JSON.parse(verified.stdout) as { ok: boolean; faults: { line: number }[] };
  expect({ status: verified.status, ok, lines: faults.map(({ line }) => line) }).toEqual({
    status: 1,
    ok: false,
    lines: [2, 12, 15],
  });
  expect(trace("verify").stdout).toMatch(/^3 faults in .*\n {2}line 2: /);
  expect(trace("report", "--session", "two", "--out", "-")).toMatchObject({ status: 0 });
});

test("next to a foreign ledger nothing is written, whatever is asked; columns are kept for one's own", () => {
  const home = new Home();
  for (let index = 0; index < 1200; index++)
    home.add({ id: `e-${index}`, input: { command: "x".repeat(300) } }, index);
  const foreign = join(temporaryFolder(), "their ledger.jsonl");
  copyFileSync(home.ledger, foreign);
  const before = readFileSync(foreign);
  const stats = trace("stats", "--json", "--ledger", foreign);
  expect(readdirSync(join(foreign, ".."))).toEqual(["their ledger.jsonl"]);
  expect(readFileSync(foreign).equals(before)).toBe(true);
  expect(home.names()).toEqual(["ledger.jsonl"]);
  expect(trace("stats", "--json").stdout).toBe(stats.stdout);
  expect(home.names()).toEqual(["ledger.jsonl", "ledger.jsonl.columns"]);
  // Those of another ledger do not fit: they are made anew.
  const other = new Home();
  for (let index = 0; index < 1300; index++)
    other.add({ id: `o-${index}`, input: { command: "y".repeat(300) } }, index);
  copyFileSync(join(home.folder, "ledger.jsonl.columns"), `${other.ledger}.columns`);
  expect(JSON.parse(trace("stats", "--json").stdout)).toMatchObject({ events: 1300 });
  expect(JSON.parse(trace("stats", "--json").stdout)).toMatchObject({ events: 1300 });
});

test("prune removes what is old after it was agreed to, and what is left verifies", () => {
  const home = new Home();
  home.fill();
  const before = readFileSync(home.ledger);
  const prune = (...args: string[]): Ran => trace("prune", "--before", "2025-06-02", ...args);
  expect(prune("--dry-run")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^Older than 2025-06-02 00:00:00: 7 records of 2 events, 0\.0 MB; 4 records stay\.\n$/,
    ),
  });
  expect(prune()).toMatchObject({
    status: 3,
    stderr: "snaphook: nothing was removed; --yes agrees without a question\n",
  });
  expect(readFileSync(home.ledger).equals(before)).toBe(true);
  expect(prune("--yes", "--json")).toMatchObject({ status: 0 });
  expect(idsOf(trace("--json"))).toEqual(["cccc-3", "dddd-4"]);
  const verified = trace("verify");
  expect(verified.status).toBe(0);
  expect(verified.stdout).toContain("7 older records were pruned, of 2 events, before");
  expect(readFileSync(home.ledger, "utf8")).not.toContain("rm -rf");
  expect(prune("--yes").stdout).toMatch(/^Nothing is older than /);
});

test("a link in the place of a file to write to is not followed but replaced", () => {
  const home = new Home();
  home.fill();
  const [target, link] = [join(home.folder, "target"), join(home.folder, "out.html")];
  writeFileSync(target, "mine");
  symlinkSync(target, link);
  expect(trace("report", "--out", link)).toMatchObject({ status: 0 });
  expect(readFileSync(target, "utf8")).toBe("mine");
  expect(readFileSync(link, "utf8")).toMatch(/^<!doctype html>/);
  expect(existsSync(`${link}.draft`)).toBe(false);
});

test("what the engine records of a hook that observes says what it would have done", () => {
  const home = new Home();
  const project = join(temporaryFolder(), "project");
  mkdirSync(project);
  const hooks = [
    { type: "json", name: "new guard", json: { decision: "block", reason: "no" }, observe: true },
    { name: "breaks", command: "exit 3", observe: true },
  ];
  writeFileSync(
    join(home.folder, "settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }),
  );
  const words = "run PreToolUse --tool Bash --input command=ls --host snaphook";
  expect(snaphook(words.split(" "), { cwd: project }).status).toBe(0);
  expect(trace().stdout).toMatch(/ PreToolUse Bash ls +proceed · .* · new guard would deny/);
  const shown = trace("show").stdout;
  expect(shown).toContain("· observes: it has no effect");
  expect(shown).toContain("new guard: would have said deny");
  expect(trace("stats", "--observed").stdout).toBe(
    "hooks that only observe\nbreaks: would have denied 0 of 1; it failed 1 times\nnew guard: would have denied 1 of 1\n",
  );
  expect(trace("report", "--out", "-").stdout).toContain("new guard would deny");
});
