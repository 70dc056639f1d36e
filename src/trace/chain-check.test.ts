import { describe, expect, test } from "vitest";
import { NO_HASH, type ReadLine } from "./line.js";
import { ChainCheck } from "./verify-ledger.js";

const [A, B] = ["a".repeat(16), "b".repeat(16)];
/** A record of a writer that fits the one before it. */
const line = (seq: number, more: object = {}, writer = A): ReadLine => ({
  writer,
  seq,
  prev: seq === 0 ? NO_HASH : `${writer} ${seq - 1}`,
  hash: `${writer} ${seq}`,
  type: seq === 0 ? "open" : "run",
  ...more,
});
const pruned = (records: number, chains: readonly object[], more: object = {}): ReadLine => {
  const total = { prunes: 1, records, events: 2, bytes: 3, damaged: 4, before: `${records}` };
  return line(1, { type: "pruned", total, chains, ...more }, B);
};
const base = (seq: number, hash = `${A} ${seq}`): object => ({ writer: A, seq, hash });
/** What is left of a line that says so of itself. */
const torn = (seq: number, writer = A, more = ""): Buffer =>
  Buffer.from(`x"seq":${seq},"time":"2026","pid":1,"writer":"${writer}"${more}`);
/** What is wrong with each of these; a buffer is a line that cannot be read. */
function faultsOf(lines: readonly (ReadLine | Buffer)[]): (string | null)[] {
  const checked = new ChainCheck();
  return lines.flatMap((one) => {
    if (!Buffer.isBuffer(one)) return [checked.record(one)];
    checked.damage(one);
    return [];
  });
}
const prevFault = "its prev is not the hash of the record before";

describe("a chain", () => {
  test.each<[string, readonly ReadLine[], readonly (string | null)[]]>([
    ["in its order has no fault", [line(0), line(1), line(2)], [null, null, null]],
    ["does not begin with another hash", [line(0, { prev: "x" })], [prevFault]],
    [
      "does not begin with another type",
      [line(0, { type: "run" })],
      ["a chain without its header"],
    ],
    [
      "does not begin with its second record, and is not reported so twice",
      [line(1), line(2)],
      ["a chain without its header: it begins with record 1", null],
    ],
    [
      "has a hash of what was before",
      [line(0), line(1, { prev: "x" }), line(2)],
      [null, prevFault, null],
    ],
    [
      "lacks one",
      [line(0), line(2, { prev: "x" }), line(3)],
      [null, "1 missing before it: record 2 after 0", null],
    ],
    [
      "lacks three",
      [line(0), line(1), line(5)],
      [null, null, "3 missing before it: record 5 after 1"],
    ],
    [
      "has one again",
      [line(0), line(1), line(1), line(0), line(2)],
      [null, null, "doubled: record 1 was here before", "doubled: record 0 was here before", null],
    ],
    [
      "ends, and nothing is behind that",
      [line(0), line(1, { type: "close" }), line(2), line(3)],
      [null, null, "written after the chain was closed", null],
    ],
    [
      "ends, and more is missing before what is behind that",
      [line(0), line(1, { type: "close" }), line(3)],
      [null, null, "1 missing before it: record 3 after 1"],
    ],
  ])("%s", (_name, lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults);
  });

  test("of ten thousand missing numbers is known which come later, of the next ones not", () => {
    const lines = [0, 1, 20_005, 2, 10_001, 10_002, 2].map((seq) => line(seq));
    expect(faultsOf(lines).slice(2)).toEqual([
      "20003 missing before it: record 20005 after 1",
      "out of order: record 2 after 20005",
      "out of order: record 10001 after 20005",
      "doubled: record 10002 was here before",
      "doubled: record 2 was here before",
    ]);
  });

  test("is one of several, and unfinished until it ends, and where it goes on behind that", () => {
    const checked = new ChainCheck();
    const unfinished: number[] = [];
    for (const one of [
      line(0),
      line(0, {}, B),
      line(1, { type: "close" }),
      line(1, { type: "close" }, B),
      line(0, {}, B),
      line(2),
      line(3, { type: "close" }),
    ]) {
      checked.record(one);
      unfinished.push(checked.unfinished());
    }
    // What was here before changes nothing.
    expect(unfinished).toEqual([1, 2, 1, 0, 0, 1, 0]);
  });
});

describe("a line that cannot be read", () => {
  const two = "2 missing before it: record 3 after 0";
  const one = "1 missing before it: record 3 after 1";
  test.each<[string, readonly (ReadLine | Buffer)[], readonly (string | null)[]]>([
    ["is the one that its frame says", [line(0), torn(1), line(2)], [null, null]],
    ["is several by their frames", [line(0), torn(1), torn(2), line(3)], [null, null]],
    ["is two that became one", [line(0), Buffer.concat([torn(1), torn(2)]), line(3)], [null, null]],
    [
      "is one, and another is missing",
      [line(0), torn(1), line(3)],
      [null, "1 missing before it: record 3 after 0"],
    ],
    ["is none that is not due: any one", [line(0), torn(2), line(2)], [null, null]],
    ["is none of another writer: any one", [line(0), torn(1, B), line(2)], [null, null]],
    [
      "is any one, and not two",
      [line(0), Buffer.from("x"), line(3)],
      [null, one.replace("after 1", "after 0")],
    ],
    ["is any two", [line(0), Buffer.from("x"), Buffer.from("y"), line(3)], [null, null]],
    ["is none that was missing before it", [line(0), line(3), Buffer.from("x")], [null, two]],
    [
      "is none that is missing after the next one of its chain",
      [line(0), Buffer.from("x"), line(1), line(3)],
      [null, null, one],
    ],
    [
      "is one of one chain, and not also one of another",
      [line(0), line(0, {}, B), Buffer.from("x"), line(2), line(2, {}, B)],
      [null, null, null, "1 missing before it: record 2 after 0"],
    ],
    ["is a header", [Buffer.from("x"), line(1), line(2)], [null, null]],
    [
      "is none where a writer has said that it was torn, by its length",
      [line(0), Buffer.from("torn"), line(1, { type: "recovered", damaged: 4 }), line(3)],
      [null, null, one],
    ],
    [
      "is none for a later chain either, where that was said",
      [Buffer.from("torn"), line(0, {}, B), line(1, { type: "recovered", damaged: 4 }, B), line(1)],
      [null, null, "a chain without its header: it begins with record 1"],
    ],
    [
      "is one where a torn one of another length was said",
      [Buffer.from("torn"), line(0, {}, B), line(1, { type: "recovered", damaged: 5 }, B), line(1)],
      [null, null, null],
    ],
    [
      "is the latest one of that length that was torn",
      [
        Buffer.from("torn"),
        line(0),
        Buffer.from("TORN"),
        line(0, {}, B),
        line(1, { type: "recovered", damaged: 4 }, B),
        line(2),
      ],
      [null, null, null, "1 missing before it: record 2 after 0"],
    ],
    [
      "is any where another type says how long it was",
      [Buffer.from("torn"), line(0, {}, B), line(1, { type: "run", damaged: 4 }, B), line(1)],
      [null, null, null],
    ],
  ])("%s", (_name, lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults);
  });

  test.each([
    ["number", torn(1).toString().replace('"seq":1', '"seq":1234567890123456')],
    ["time", torn(1).toString().replace("2026", "2".repeat(41))],
    ["time of two", torn(1).toString().replace("2026", '20"26')],
    ["process", torn(1).toString().replace('"pid":1', '"pid":12345678901')],
    ["process of letters", torn(1).toString().replace('"pid":1', '"pid":x')],
    ["writer", torn(1).toString().replace("aaa", "aa")],
    ["writer of capitals", torn(1).toString().toUpperCase()],
  ])("has no frame where its %s is none: it is any one, and only one of two", (_what, text) => {
    // Where its frame is read, what is missing of the other chain is reported.
    const lines = [line(0), line(0, {}, B), Buffer.from(text), line(2, {}, B), line(2)];
    expect(faultsOf(lines)).toEqual([null, null, null, "1 missing before it: record 2 after 0"]);
    const framed = [line(0), line(0, {}, B), torn(1), line(2, {}, B), line(2)];
    expect(faultsOf(framed)).toEqual([null, null, "1 missing before it: record 2 after 0", null]);
  });

  test("has a frame up to the longest that there can be", () => {
    const long = Buffer.from(
      torn(1)
        .toString()
        .replace("2026", "2".repeat(40))
        .replace('"pid":1', '"pid":1234567890')
        .replace('"seq":1', '"seq":000000000000001'),
    );
    const lines = [line(0), line(0, {}, B), long, line(2, {}, B), line(2)];
    expect(faultsOf(lines)).toEqual([null, null, "1 missing before it: record 2 after 0", null]);
  });
});

describe("a chain whose first records were pruned", () => {
  const begin = line(0, {}, B);
  test.each<[string, readonly ReadLine[], readonly (string | null)[]]>([
    ["begins where the account says", [pruned(9, [base(4)]), line(5), line(6)], [null, null]],
    ["has the hash that the account says", [pruned(9, [base(4, "x")]), line(5)], [prevFault]],
    [
      "does not begin earlier",
      [pruned(9, [base(4)]), line(4)],
      ["doubled: record 4 was here before"],
    ],
    [
      "does not begin later",
      [pruned(9, [base(4)]), line(7)],
      ["2 missing before it: record 7 after 4"],
    ],
    [
      "begins where the furthest account says",
      [pruned(9, [base(4), base(6), base(5)]), line(7)],
      [null],
    ],
    [
      "begins where the later of two alike says",
      [pruned(9, [base(4, "x"), base(4)]), line(5)],
      [null],
    ],
    [
      "begins without a header where no account is about it",
      [pruned(9, [{ ...base(4), writer: "other" }]), line(5)],
      ["a chain without its header: it begins with record 5"],
    ],
    [
      "begins without a header where another type says so",
      [pruned(9, [base(4)], { type: "run" }), line(5)],
      ["a chain without its header: it begins with record 5"],
    ],
  ])("%s", (_name, lines, faults) => {
    expect(faultsOf([begin, ...lines]).slice(2)).toEqual(faults);
  });

  test("of several accounts the one of most records holds, of two alike the later", () => {
    const checked = new ChainCheck();
    const said = [9, 12, 10].map((records, index) => {
      checked.record({ ...pruned(records, []), seq: index + 1 });
      return checked.pruned?.before;
    });
    expect(said).toEqual(["9", "12", "12"]);
    const again = pruned(12, []);
    checked.record({ ...again, total: { ...(again["total"] as object), before: "later" } });
    expect(checked.pruned?.before).toBe("later");
    expect(new ChainCheck().pruned).toBeUndefined();
  });
});
