import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { AskedLedger, BEGIN } from "../../tests/trace/asked-ledger.js";
import { recordsOf } from "../../tests/trace/ledger-lines.js";
import { openLedgerQuery, sidecarOf, type EventFilter } from "./index.js";

let ledger: AskedLedger;
beforeEach(() => {
  ledger = new AskedLedger();
});

const ids = (filter: EventFilter): Promise<readonly string[]> =>
  ledger.ask(async (query) => (await query.page(filter, { limit: 9 })).rows.map(({ id }) => id));

describe("the sidecar", () => {
  const sidecar = (): string => sidecarOf(ledger.file);
  const rowsOf = (isOwn: boolean): Promise<unknown> =>
    ledger.ask(async (query) => {
      const counts = await query.stats({}, String);
      return { counts, page: await query.page({ sessions: ["s-7"] }, { limit: 5 }) };
    }, isOwn);

  test("is kept for a large ledger, is private, grows with it, and says what the ledger says", async () => {
    ledger.fill(1200);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    const first = readFileSync(sidecar());
    expect(statSync(sidecar()).mode & 0o777).toBe(0o600);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(readFileSync(sidecar()).equals(first)).toBe(true);
    ledger.add({ id: "small" });
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(readFileSync(sidecar()).equals(first)).toBe(true);
    ledger.fill(1200, 1200);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    const second = readFileSync(sidecar());
    expect(second.subarray(0, first.length).equals(first)).toBe(true);
    expect(second.length).toBeGreaterThan(1.5 * first.length);
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
  });

  test("an event that is open at its end is completed by what comes later", async () => {
    ledger.fill(1200);
    const [begin, run, verdict] = recordsOf({ id: "open", outcome: "block" });
    ledger.lines.add(BEGIN, [begin ?? {}]);
    // As if a block had ended right there.
    const before = readFileSync(ledger.file).length;
    expect(await ids({ outcomes: ["unfinished"] })).toEqual(["open"]);
    expect(readFileSync(sidecar()).includes(`"to":${before}`)).toBe(true);
    ledger.lines.add(BEGIN + 5, [run ?? {}, verdict ?? {}]);
    expect(await ids({ outcomes: ["unfinished"] })).toEqual([]);
    expect(await ids({ outcomes: ["block"] })).toEqual(["open"]);
    expect(await ledger.ask((query) => Promise.resolve(query.event(1200)?.hooks))).toMatchObject([
      { name: "guard", ran: true, ms: 10 },
    ]);
  });

  test.each<[string, () => void]>([
    ["cut in the middle", () => truncateSync(sidecar(), statSync(sidecar()).size - 100)],
    ["cut in its header", () => truncateSync(sidecar(), 100)],
    ["empty", () => truncateSync(sidecar(), 0)],
    ["garbage", () => writeFileSync(sidecar(), "garbage\n".repeat(1000))],
    ["with something behind it", () => appendFileSync(sidecar(), "torn")],
    [
      "of another version",
      () => {
        const bytes = readFileSync(sidecar());
        writeFileSync(
          sidecar(),
          bytes.toString("latin1").replace('"version":1', '"version":9'),
          "latin1",
        );
      },
    ],
    [
      "with a flipped byte",
      () => {
        const bytes = readFileSync(sidecar());
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(sidecar(), bytes);
      },
    ],
    [
      "of another file with the same content",
      () => {
        copyFileSync(ledger.file, `${ledger.file}.copy`);
        renameSync(`${ledger.file}.copy`, ledger.file);
      },
    ],
    [
      "of a ledger that was cut and written again",
      () => {
        truncateSync(ledger.file, 0);
        ledger.beginAnew();
        ledger.fill(1500, 7000);
      },
    ],
    [
      "of a ledger whose end was written again",
      () => {
        const text = readFileSync(ledger.file, "utf8");
        const lines = text.split("\n").slice(0, -400);
        truncateSync(ledger.file, 0);
        writeFileSync(ledger.file, `${lines.join("\n")}\n`);
        ledger.beginAnew();
        ledger.fill(900, 9000);
      },
    ],
  ])("%s is no harm: it is made anew, or as far as it must", async (_name, damage) => {
    ledger.fill(1200);
    await rowsOf(true);
    damage();
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
  });

  test("two that build it at once, and those that come later, agree", async () => {
    ledger.fill(1200);
    const all = await Promise.all([rowsOf(true), rowsOf(true), rowsOf(true), rowsOf(false)]);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await rowsOf(true)).toEqual(all[0]);
  });

  test.each<[string, () => void]>([
    ["a link", () => symlinkSync(join(ledger.folder, "elsewhere"), sidecar())],
    [
      "a file with a second name",
      () => {
        writeFileSync(join(ledger.folder, "elsewhere"), "mine");
        linkSync(join(ledger.folder, "elsewhere"), sidecar());
      },
    ],
    ["a folder", () => mkdirSync(sidecar())],
  ])("%s in its place is left alone", async (_name, plant) => {
    ledger.fill(1200);
    plant();
    const elsewhere = join(ledger.folder, "elsewhere");
    const before = existsSync(elsewhere) ? readFileSync(elsewhere, "utf8") : null;
    expect(await rowsOf(true)).toEqual(await rowsOf(false));
    expect(existsSync(elsewhere) ? readFileSync(elsewhere, "utf8") : null).toBe(before);
  });

  test("nothing is written next to another's ledger, nor in a folder that anyone can write", async () => {
    ledger.fill(1200);
    await rowsOf(false);
    expect(existsSync(sidecar())).toBe(false);
    chmodSync(ledger.folder, 0o777);
    await rowsOf(true);
    expect(existsSync(sidecar())).toBe(false);
  });
});

describe("a ledger", () => {
  test("that is torn at its end is read up to there, and on from there", async () => {
    ledger.fourEvents();
    const [line = ""] = readFileSync(ledger.file, "utf8").split("\n");
    appendFileSync(ledger.file, line.slice(0, 40));
    await ledger.ask(async (query) => {
      expect(query.events).toBe(4);
      appendFileSync(ledger.file, "\n");
      ledger.add({ id: "e-5" });
      await query.refresh();
      expect([query.events, query.damaged]).toEqual([5, 1]);
    });
  });

  test("with damaged and far too long lines is read around them", async () => {
    ledger.fourEvents();
    appendFileSync(ledger.file, `${"x".repeat(3_000_000)}\n{}\nnull\n[1]\n{"type":"event"}\n\n`);
    ledger.add({ id: "e-5" });
    await ledger.ask(async (query) => {
      expect(query.damaged).toBe(5);
      expect((await query.page({}, { limit: 9 })).rows.map(({ id }) => id)).toEqual([
        "a-1",
        "b-2",
        "c-3",
        "d-4",
        "e-5",
      ]);
      expect((await query.page({ text: "ls" }, { limit: 9 })).rows).toHaveLength(4);
    });
  });

  test("that is replaced or cut is read anew", async () => {
    ledger.fourEvents();
    await ledger.ask(async (query) => {
      renameSync(ledger.file, `${ledger.file}.old`);
      await query.refresh();
      expect(query.events).toBe(4);
      ledger.beginAnew();
      ledger.add({ id: "new" });
      await query.refresh();
      expect((await query.page({}, { limit: 9 })).rows.map(({ id }) => id)).toEqual(["new"]);
      truncateSync(ledger.file, 0);
      await query.refresh();
      expect(query.events).toBe(0);
    });
  });

  test.each<[string, () => void, string]>([
    ["that is not there", () => undefined, "there is no such file"],
    ["that is a folder", () => mkdirSync(ledger.file), "it is a folder"],
    ["that is a pipe", () => void execFileSync("mkfifo", [ledger.file]), "it is not a plain file"],
  ])("%s cannot be read, and says why", async (_name, make, why) => {
    make();
    await expect(openLedgerQuery(ledger.file, { isOwn: true })).rejects.toMatchObject({
      name: "UnreadableLedger",
      why,
    });
  });

  test("that is being read can be given up", async () => {
    ledger.fill(6000);
    ledger.fill(6000, 6000);
    const abort = new AbortController();
    const opening = openLedgerQuery(ledger.file, {
      isOwn: true,
      signal: abort.signal,
      onProgress: () => abort.abort(new Error("enough")),
    });
    await expect(opening).rejects.toThrow("enough");
    expect(await ledger.ask((query) => Promise.resolve(query.events))).toBe(12_000);
  });
});
