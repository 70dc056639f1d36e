import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  ledgerLater,
  LOOK_MS,
  openLedger,
  readLedger,
  verifyLedger,
  type LedgerOptions,
  type LedgerTrouble,
  type PlainRecord,
} from "./index.js";

let file: string;
let troubles: LedgerTrouble[];
beforeEach(() => {
  file = join(temporaryFolder(), "ledger.jsonl");
  troubles = [];
});
afterEach(() => void vi.useRealTimers());

const options = (): LedgerOptions => ({ file, onTrouble: (trouble) => troubles.push(trouble) });
const event = (eventId: string): { readonly type: string; readonly eventId: string } => ({
  type: "event",
  eventId,
});
const types = (path = file): string[] =>
  [...readLedger(path)].map(
    (entry) => `${entry.type}${"eventId" in entry ? ` ${String(entry["eventId"])}` : ""}`,
  );
const settings = { type: "settings", eventId: "s" };

describe("a ledger that is opened later", () => {
  test("makes its file with its first record", () => {
    const ledger = ledgerLater(options());
    expect([existsSync(file), ledger.path]).toEqual([false, file]);
    ledger.append(event("a"));
    ledger.close();
    expect(types()).toEqual(["open", "event a", "close"]);
  });

  test("makes its file when it is prepared, once", () => {
    const ledger = ledgerLater(options());
    ledger.prepare();
    expect(types()).toEqual(["open"]);
    ledger.prepare();
    ledger.append(event("a"));
    ledger.prepare();
    expect(types()).toEqual(["open", "event a"]);
  });

  test("makes none where it is closed before that, or prepared behind that", () => {
    const ledger = ledgerLater(options());
    ledger.close();
    ledger.prepare();
    expect([existsSync(file), ledger.append(event("a")), ledger.appendOnce("k", settings)]).toEqual(
      [false, false, false],
    );
    expect([existsSync(file), troubles]).toEqual([
      false,
      [{ kind: "closed", message: "The ledger was closed before this record.", file }],
    ]);
  });

  test("does not show anything to a redactor of one's own or to a listener before there is a record", () => {
    const redact = vi.fn<(value: unknown) => unknown>((value) => value);
    const onRecord = vi.fn<(record: PlainRecord) => void>();
    const ledger = ledgerLater({ ...options(), redact, onRecord });
    ledger.prepare();
    expect([redact.mock.calls, onRecord.mock.calls]).toEqual([[], []]);
    ledger.append(event("a"));
    expect([redact.mock.calls, onRecord.mock.calls]).toEqual([
      [[event("a")]],
      [[{ time: expect.any(String) as string, ...event("a") }]],
    ]);
  });

  test("has the path of its file from the root", () => {
    expect(ledgerLater({ file: relative(process.cwd(), file) }).path).toBe(file);
  });
});

describe("a record that is written once", () => {
  const mark = (): string => readFileSync(`${file}.once`, "utf8");

  test("is not written again by anyone, until another one was", () => {
    const [one, other] = [openLedger(options()), openLedger(options())];
    for (const ledger of [one, one, other]) expect(ledger.appendOnce("a", settings)).toBe(true);
    expect(types()).toEqual(["open", "open", "settings s"]);
    expect(mark()).toMatch(/^\d+:\d+ a\n$/);
    expect(other.appendOnce("b", settings)).toBe(true);
    expect(one.appendOnce("b", settings)).toBe(true);
    expect(one.appendOnce("a", settings)).toBe(true);
    expect(types()).toEqual(["open", "open", "settings s", "settings s", "settings s"]);
  });

  test("is not written again by a later process either", () => {
    const first = openLedger(options());
    first.appendOnce("a", settings);
    first.close();
    const second = openLedger(options());
    second.appendOnce("a", settings);
    second.close();
    expect(types()).toEqual(["open", "settings s", "close", "open", "close"]);
  });

  test("is written again in a new file, though that may have the number of the old one", () => {
    openLedger(options()).appendOnce("a", settings);
    const before = mark();
    rmSync(file);
    const ledger = openLedger(options());
    expect(mark()).toBe("");
    writeFileSync(`${file}.once`, before.replace(/^\d+:\d+/, "1:2"));
    ledger.appendOnce("a", settings);
    expect(types()).toEqual(["open", "settings s"]);
  });

  test("is not taken for written where it could not be", () => {
    let isBroken = true;
    const redact = (value: unknown): unknown => {
      if (isBroken) throw new Error("no");
      return value;
    };
    const ledger = openLedger({ ...options(), redact });
    expect(ledger.appendOnce("a", settings)).toBe(false);
    isBroken = false;
    expect([ledger.appendOnce("a", settings), types()]).toEqual([true, ["open", "settings s"]]);
  });

  test("is none after the ledger was closed", () => {
    const ledger = openLedger(options());
    ledger.appendOnce("a", settings);
    ledger.close();
    expect([ledger.appendOnce("a", settings), types()]).toEqual([
      false,
      ["open", "settings s", "close"],
    ]);
  });
});

describe("whether the file is still there", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  const gone = (): boolean => {
    if (!existsSync(file)) return true;
    renameSync(file, `${file}.1`);
    return false;
  };

  test("is looked at once a second, and at a gate, and at the end", () => {
    expect(LOOK_MS).toBe(1000);
    const ledger = openLedger(options());
    const seen: [string, boolean][] = [];
    const append = (name: string, gate = false): void => {
      gone();
      ledger.append(event(name), { gate });
      seen.push([name, existsSync(file)]);
    };
    append("at once");
    pass(999);
    append("before a second");
    pass(1);
    append("after a second");
    append("once more at once");
    pass(999);
    append("before the next second");
    append("at a gate", true);
    pass(1);
    append("a millisecond behind a gate");
    pass(-1001);
    append("a second earlier, as the clock was set");
    expect(seen).toEqual([
      ["at once", false],
      ["before a second", false],
      ["after a second", true],
      ["once more at once", false],
      ["before the next second", false],
      ["at a gate", true],
      ["a millisecond behind a gate", false],
      ["a second earlier, as the clock was set", true],
    ]);
    gone();
    ledger.close();
    expect(types()).toEqual(["open", "close"]);
    expect(troubles.every(({ kind }) => kind === "replaced")).toBe(true);
  });

  test("is not looked at by a record that is there already, within a second", () => {
    const ledger = openLedger(options());
    ledger.appendOnce("a", settings);
    gone();
    expect([ledger.appendOnce("a", settings), existsSync(file)]).toEqual([true, false]);
    pass(1000);
    expect([ledger.appendOnce("a", settings), types()]).toEqual([true, ["open", "settings s"]]);
  });

  test("is looked at a second after it was made, and not after the ledger was", () => {
    const ledger = ledgerLater(options());
    pass(10_000);
    ledger.append(event("a"));
    pass(999);
    gone();
    ledger.append(event("b"));
    expect([existsSync(file), types(`${file}.1`)]).toEqual([false, ["open", "event a", "event b"]]);
  });

  test("has each record the time at which it was written, also one of several", () => {
    vi.setSystemTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
    const ledger = openLedger(options());
    vi.setSystemTime(Date.UTC(2026, 0, 2, 3, 4, 6));
    ledger.appendAll([event("a"), event("b")]);
    expect([...readLedger(file)].map((entry) => "time" in entry && entry.time)).toEqual([
      "2026-01-02T03:04:05.678Z",
      "2026-01-02T03:04:06.000Z",
      "2026-01-02T03:04:06.000Z",
    ]);
  });
});

describe("several records at once", () => {
  test("are all there, or counted as lost, each of them", () => {
    let isBroken = false;
    const redact = (value: unknown): unknown => {
      if (isBroken && (value as { eventId: string }).eventId === "b") throw Object("no word");
      return value;
    };
    const ledger = openLedger({ ...options(), redact });
    expect(ledger.appendAll([])).toBe(true);
    isBroken = true;
    expect(ledger.appendAll(["a", "b", "c"].map(event))).toBe(false);
    expect(troubles).toEqual([{ kind: "redactor", message: "The redactor failed: no word", file }]);
    isBroken = false;
    expect(ledger.appendAll(["d", "e"].map(event))).toBe(true);
    ledger.close();
    expect(types()).toEqual(["open", "event d", "event e", "close"]);
    expect(verifyLedger(file)).toEqual({ ok: true, records: 4, faults: [], unfinished: 0 });
  });
});
