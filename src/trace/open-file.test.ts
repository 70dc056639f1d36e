import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  openLedger,
  readLedger,
  verifyLedger,
  type LedgerEntry,
  type LedgerOptions,
  type LedgerTrouble,
} from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "state", "ledger.jsonl");
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const entries = (): LedgerEntry[] => [...readLedger(file)];
/** What a record said, without what differs from run to run. */
const said = (entry: LedgerEntry | undefined): object =>
  Object.fromEntries(
    Object.entries(entry ?? {}).filter(
      ([key]) =>
        !["v", "time", "pid", "writer", "prev", "hash", "node", "platform", "arch"].includes(key),
    ),
  );

function troubled(): {
  kinds: () => string[];
  troubles: readonly LedgerTrouble[];
  options: LedgerOptions;
} {
  const troubles: LedgerTrouble[] = [];
  return {
    troubles,
    kinds: () => troubles.map(({ kind }) => kind),
    options: { file, onTrouble: (trouble) => troubles.push(trouble) },
  };
}

describe("the file", () => {
  test("is made for its owner alone, and so is its folder", () => {
    openLedger({ file }).close();
    expect([modeOf(dirname(file)), modeOf(file)]).toEqual(["700", "600"]);
  });

  test("is closed to others where it was open to them", () => {
    mkdirSync(dirname(file), { mode: 0o755 });
    writeFileSync(file, "", { mode: 0o644 });
    openLedger({ file }).close();
    expect(modeOf(file)).toBe("600");
  });

  const victim = (): string => join(folder, "victim");
  const plants: readonly (readonly [string, string, () => void])[] = [
    ["a symbolic link", "ELOOP", () => symlinkSync(victim(), file)],
    ["a hard link", "has a second name", () => linkSync(victim(), file)],
    ["a pipe", "is not a plain file", () => execFileSync("mkfifo", [file])],
    ["in an open folder", "can be written by anyone", () => chmodSync(dirname(file), 0o777)],
    [
      "in a folder that is a link",
      "is a symbolic link",
      () => {
        renameSync(dirname(file), join(folder, "real"));
        symlinkSync(join(folder, "real"), dirname(file));
      },
    ],
  ];
  /** Only root can give files away; other users cannot be tested against by anyone else. */
  const foreign: readonly (readonly [string, string, () => void])[] = [
    [
      "another user's file",
      "belongs to user 12345",
      () => {
        writeFileSync(file, "");
        chownSync(file, 12345, 12345);
      },
    ],
    [
      "in another user's folder",
      "belongs to user 12345",
      () => chownSync(dirname(file), 12345, 12345),
    ],
  ];

  function expectRefused(why: string, plant: () => void): void {
    mkdirSync(dirname(file), { mode: 0o700 });
    writeFileSync(victim(), "");
    plant();
    const { kinds, troubles, options } = troubled();
    const ledger = openLedger(options);
    expect(ledger.append({ type: "event", eventId: "e" })).toBe(false);
    ledger.close();
    expect(kinds()).toEqual(["refused"]);
    expect(troubles[0]?.message).toContain(why);
    expect(statSync(victim()).size).toBe(0);
  }

  test.each(plants)("is refused when it is %s: %s", (_, why, plant) => expectRefused(why, plant));
  test.skipIf(process.getuid?.() !== 0).each(foreign)(
    "is refused when it is %s: %s (as root)",
    (_, why, plant) => expectRefused(why, plant),
  );

  test("that cannot be opened is tried again at each record", () => {
    mkdirSync(file, { recursive: true });
    const { kinds, options } = troubled();
    const ledger = openLedger(options);
    expect(ledger.append({ type: "event", eventId: "e1" })).toBe(false);
    expect(ledger.append({ type: "event", eventId: "e2" })).toBe(false);
    expect(kinds()).toEqual(["unopened"]);
    rmSync(file, { recursive: true });
    expect(ledger.append({ type: "event", eventId: "e3" })).toBe(true);
    expect(entries().map(said)).toEqual([
      { line: 1, type: "open", seq: 0 },
      { line: 2, type: "recovered", seq: 1, damaged: 0, lost: 2 },
      { line: 3, type: "event", seq: 2, eventId: "e3" },
    ]);
    renameSync(file, `${file}.1`);
    mkdirSync(file);
    expect(ledger.append({ type: "event", eventId: "e4" }, { gate: true })).toBe(false);
    expect(kinds()).toEqual(["unopened", "replaced", "unopened"]);
  });

  test("that was replaced is reported, and a new chain begins in the new one", () => {
    const { kinds, options } = troubled();
    const ledger = openLedger(options);
    ledger.append({ type: "event", eventId: "e1" });
    renameSync(file, `${file}.1`);
    expect(ledger.append({ type: "event", eventId: "e2" }, { gate: true })).toBe(true);
    ledger.close();
    expect(kinds()).toEqual(["replaced"]);
    expect(verifyLedger(file)).toEqual({ ok: true, records: 3, faults: [], unfinished: 0 });
    expect(verifyLedger(`${file}.1`)).toEqual({ ok: true, records: 2, faults: [], unfinished: 1 });
    expect(lstatSync(file).ino).not.toBe(lstatSync(`${file}.1`).ino);
  });

  test.each([1, 40, 300])("with %i bytes of a torn line gets a line end and a note", (torn) => {
    const first = openLedger({ file });
    first.append({ type: "event", eventId: "e1", text: "x".repeat(300) });
    const { size } = statSync(file);
    first.append({ type: "event", eventId: "e2", text: "x".repeat(300) });
    truncateSync(file, size + torn);
    const second = openLedger({ file });
    second.append({ type: "event", eventId: "e3" });
    second.close();
    expect(entries().map(said).slice(2)).toEqual([
      { type: "damage", line: 3, what: "not a whole record", bytes: torn },
      { line: 4, type: "open", seq: 0 },
      { line: 5, type: "recovered", seq: 1, damaged: torn, lost: 0 },
      { line: 6, type: "event", seq: 2, eventId: "e3" },
      { line: 7, type: "close", seq: 3 },
    ]);
    expect(verifyLedger(file).faults).toEqual([{ line: 3, what: "not a whole record" }]);
  });

  test("with a very long tail of garbage is still written to and read", () => {
    openLedger({ file }).close();
    appendFileSync(file, "z".repeat(3_000_000));
    const ledger = openLedger({ file });
    ledger.append({ type: "event", eventId: "e1" });
    ledger.close();
    expect(verifyLedger(file)).toEqual({
      ok: false,
      records: 6,
      faults: [{ line: 3, what: "longer than any record" }],
      unfinished: 0,
    });
  });

  test("that is missing is one damage, and a listener that throws is nobody's trouble", () => {
    const what = expect.stringMatching(/^unreadable: ENOENT/);
    expect([...readLedger(file)]).toEqual([{ type: "damage", line: 0, what, bytes: 0 }]);
    expect(verifyLedger(file)).toEqual({
      ok: false,
      records: 0,
      faults: [{ line: 0, what }],
      unfinished: 0,
    });
    mkdirSync(file, { recursive: true });
    const ledger = openLedger({
      file,
      onTrouble: () => {
        throw new Error("mine");
      },
    });
    expect(ledger.append({ type: "event", eventId: "e" })).toBe(false);
  });
});

test("a folder that anyone may write to is taken where nobody can replace another's file", () => {
  mkdirSync(dirname(file), { recursive: true });
  chmodSync(dirname(file), 0o1777);
  expect(openLedger({ file }).append({ type: "event", eventId: "e1" })).toBe(true);
});

test("that the file was moved away is noticed a second later, also by a record that is no gate", () => {
  let clock = Date.now();
  const time = vi.spyOn(Date, "now").mockImplementation(() => clock);
  try {
    const troubles: LedgerTrouble[] = [];
    const ledger = openLedger({ file, onTrouble: (trouble) => troubles.push(trouble) });
    const moved = `${file}.1`;
    renameSync(file, moved);
    clock += 999;
    ledger.append({ type: "event", eventId: "old" });
    clock += 1;
    ledger.append({ type: "event", eventId: "new" });
    ledger.close();
    const idsIn = (path: string): unknown[] =>
      [...readLedger(path)].flatMap((entry) => ("eventId" in entry ? [entry["eventId"]] : []));
    expect([idsIn(moved), idsIn(file), troubles.map(({ kind }) => kind)]).toEqual([
      ["old"],
      ["new"],
      ["replaced"],
    ]);
  } finally {
    time.mockRestore();
  }
});
