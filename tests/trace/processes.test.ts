import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporaryFolder } from "../workspace.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLedger, readLedger, verifyLedger, type LedgerTrouble } from "../../src/trace/index.js";

let folder: string;
let writer: string;
let mounted = false;

/** Appends `count` records, or continues for ever, and prints the number of each that was acknowledged. */
const writerSource = `
import { writeSync } from "node:fs";
import { openLedger } from "./trace.mjs";
const [file, name, count, length, report] = process.argv.slice(2);
const kinds = [];
const ledger = openLedger({ file, onTrouble: ({ kind }) => kinds.push(kind) });
let refused = 0;
for (let index = 0; index < Number(count); index++) {
  const note = "so it goes ".repeat(Math.ceil(Number(length) / 11 * ((index % 7) + 1) / 7));
  if (!ledger.append({ type: "event", eventId: name + "-" + index, note })) refused++;
  if (report === "each") writeSync(1, index + "\\n");
}
ledger.close();
if (report === "end") writeSync(1, JSON.stringify({ kinds, refused }));
`;

beforeAll(async () => {
  folder = temporaryFolder();
  writer = join(folder, "writer.mjs");
  writeFileSync(writer, writerSource);
  await build({
    entryPoints: [fileURLToPath(new URL("../../src/trace/index.ts", import.meta.url))],
    outfile: join(folder, "trace.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  const disk = join(folder, "disk");
  mkdirSync(disk, { mode: 0o700 });
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", disk]);
  mounted = mount.status === 0;
});
afterAll(() => {
  if (mounted) execFileSync("umount", [join(folder, "disk")]);
});

const start = (...args: readonly (string | number)[]): ChildProcess =>
  spawn(process.execPath, [writer, ...args.map(String)], { stdio: ["ignore", "pipe", "inherit"] });

const eventIds = (file: string): unknown[] =>
  [...readLedger(file)]
    .filter(({ type }) => type === "event")
    .map((entry) => "eventId" in entry && entry.eventId);

describe("several processes", () => {
  test("four that write at once leave every line whole", async () => {
    const file = join(folder, "four", "ledger.jsonl");
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => once(start(file, name, 2000, 400, "never"), "close")));
    expect(verifyLedger(file)).toEqual({ ok: true, records: 8008, faults: [], unfinished: 0 });
    const wanted = names.flatMap((name) =>
      Array.from({ length: 2000 }, (_, index) => `${name}-${index}`),
    );
    expect(new Set(eventIds(file))).toEqual(new Set(wanted));
    expect(eventIds(file)).toHaveLength(wanted.length);
  });

  test("one that is killed again and again loses nothing it acknowledged, and tears one line at most", async () => {
    const file = join(folder, "killed", "ledger.jsonl");
    const acknowledged: string[] = [];
    for (let round = 0; round < 8; round++) {
      const child = start(file, round, 1e9, 60_000, "each");
      let printed = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.length > 20 + 13 * round) child.kill("SIGKILL");
      });
      await once(child, "close");
      const whole = printed.split("\n").slice(0, -1);
      acknowledged.push(...whole.map((index) => `${round}-${index}`));
    }
    openLedger({ file }).close();
    const damaged = [...readLedger(file)].filter(({ type }) => type === "damage");
    const recovered = [...readLedger(file)].filter(({ type }) => type === "recovered");
    const { faults, unfinished } = verifyLedger(file);
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(faults.map(({ line }) => line)).toEqual(damaged.map(({ line }) => line));
    expect(recovered).toHaveLength(damaged.length);
    expect(unfinished).toBe(8);
    const there = new Set(eventIds(file));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  });
});

describe("no room", () => {
  test("a full disk is reported, and when there is room again the ledger continues", (context) => {
    if (!mounted) context.skip("a tmpfs can be mounted only by root");
    const disk = join(folder, "disk");
    const file = join(disk, "ledger.jsonl");
    writeFileSync(join(disk, "ballast"), Buffer.alloc(24_576));
    const troubles: LedgerTrouble[] = [];
    const ledger = openLedger({ file, onTrouble: (trouble) => troubles.push(trouble) });
    let index = 0;
    while (index < 1000 && ledger.append({ type: "event", eventId: `e${index}` })) index++;
    const refused = [1, 2, 3].map((more) => ledger.append({ type: "event", eventId: `f${more}` }));
    expect(refused).toEqual([false, false, false]);
    expect(troubles.map(({ kind, code }) => [kind, code])).toEqual([
      ["short-write", undefined],
      ["full", "ENOSPC"],
    ]);
    rmSync(join(disk, "ballast"));
    expect(ledger.append({ type: "event", eventId: "again" })).toBe(true);
    ledger.close();

    const torn = index + 2;
    const read = [...readLedger(file)];
    expect(read.slice(torn - 1)).toMatchObject([
      { type: "damage", line: torn },
      { type: "recovered", line: torn + 1, seq: index + 1, lost: 4 },
      { type: "event", line: torn + 2, eventId: "again" },
      { type: "close", line: torn + 3 },
    ]);
    expect(verifyLedger(file)).toEqual({
      ok: false,
      records: read.length - 1,
      faults: [{ line: torn, what: "not a whole record" }],
      unfinished: 0,
    });
  });

  test("of several records in one write, those before the torn one stay in the chain", (context) => {
    if (!mounted) context.skip("a tmpfs can be mounted only by root");
    const disk = join(folder, "disk");
    const file = join(disk, "batches.jsonl");
    writeFileSync(join(disk, "ballast"), Buffer.alloc(4096));
    const ledger = openLedger({ file });
    let batches = 0;
    const batch = (): boolean =>
      ledger.appendAll(Array.from({ length: 9 }, () => ({ type: "run", eventId: `${batches}` })));
    while (batches < 1000 && batch()) batches++;
    rmSync(join(disk, "ballast"));
    expect(batch()).toBe(true);
    ledger.close();
    const { faults, unfinished } = verifyLedger(file);
    expect(faults.map(({ what }) => what)).toEqual(["not a whole record"]);
    expect(unfinished).toBe(0);
    rmSync(file);
  });

  test("a limit on the size of files is the same trouble", () => {
    const file = join(folder, "limited", "ledger.jsonl");
    const command = `ulimit -f 64; exec "$0" "$@"`;
    const args = ["-c", command, process.execPath, writer, file, "a", "300", "200", "end"];
    const { stdout, status } = spawnSync("bash", ["--norc", ...args], { encoding: "utf8" });
    const { records, faults } = verifyLedger(file);
    expect({ status, reported: JSON.parse(stdout) as unknown }).toEqual({
      status: 0,
      reported: { kinds: ["short-write", "full"], refused: 300 - (records - 1) },
    });
    expect(faults).toEqual([{ line: records + 1, what: "torn: it has no line end" }]);
    expect(readFileSync(file).length).toBe(65_536);
  });
});
