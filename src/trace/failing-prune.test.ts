import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  done,
  fail,
  left,
  repair,
  useFailingDisk,
  type Call,
} from "./failing-disk.test-support.js";
import { openLedger, pruneLedger } from "./index.js";

useFailingDisk();

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "ledger.jsonl");
});

const event = (eventId: string): { readonly type: string; readonly eventId: string } => ({
  type: "event",
  eventId,
});

describe("a prune that the disk stops", () => {
  const prune = (): ReturnType<typeof pruneLedger> => {
    const before = new Date(Date.now() + 60_000);
    return pruneLedger(file, { before, agree: () => true, graceMs: 0 });
  };
  beforeEach(() => {
    const ledger = openLedger({ file });
    for (const id of ["a", "b", "c"]) ledger.append(event(id));
    ledger.close();
    done.length = 0;
  });

  test.each<[string, () => void, string]>([
    // The first write is that of the lock.
    ["as it has no room", () => fail("writeSync", null, "ENOSPC"), "ENOSPC: no, writeSync"],
    ["in the middle of a write", () => fail("writeSync", null, 10), "only 10 of "],
    ["as it cannot be waited for", () => fail("fsyncSync", "EIO"), "EIO: no, fsyncSync"],
    ["as it cannot be read", () => fail("readSync", null, "EIO"), "EIO: no, readSync"],
    ["as no file can be made", () => fail("openSync", null, null, "EROFS"), "EROFS: no, openSync"],
  ])("%s leaves the ledger as it was, and nothing else", async (_name, plan, why) => {
    const files = readdirSync(dirname(file));
    const before = readFileSync(file, "utf8");
    done.length = 0;
    plan();
    const pruned = await prune();
    expect(pruned).toEqual({
      type: "failed",
      message: expect.stringMatching(new RegExp(`^The ledger .* is unchanged: ${why}`)) as string,
    });
    expect(left()).toBe(0);
    repair();
    expect([readFileSync(file, "utf8"), readdirSync(dirname(file))]).toEqual([before, files]);
  });

  test("does not hold much of it at once: each megabyte is written", async () => {
    const ledger = openLedger({ file });
    for (let at = 0; at < 16; at++)
      ledger.append({ ...event(`f${at}`), text: "x".repeat(200_000) });
    ledger.close();
    const sizes = readFileSync(file, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => line.length + 1);
    done.length = 0;
    const pruned = await pruneLedger(file, { before: new Date(0), agree: () => true, graceMs: 0 });
    expect(pruned.type).toBe("pruned");
    // What is new comes first, and is short.
    const after = readFileSync(file, "utf8");
    let rest = after.length - sizes.reduce((sum, size) => sum + size, 0);
    let writes = 0;
    for (const size of sizes) {
      rest += size;
      if (rest < 1_048_576) continue;
      writes++;
      rest = 0;
    }
    // The lock is one more, and so is what is left.
    expect(done.filter(([call]) => call === "writeSync")).toHaveLength(1 + writes + 1);
  });

  test("after the new file is there says so, and what may be lost", async () => {
    // The new file, its folder, and what was still written to the old one.
    fail("fsyncSync", null, null, "EIO");
    const files = readdirSync(dirname(file));
    const pruned = await prune();
    expect(pruned).toEqual({
      type: "failed",
      message: `${file} was pruned, but records that other processes wrote meanwhile may be lost: EIO: no, fsyncSync`,
    });
    expect([left(), readdirSync(dirname(file))]).toEqual([0, files]);
  });

  test.each<[Call, string, (string | null)[]]>([
    ["openSync", "EROFS", [null, "EROFS"]],
    ["writeSync", "ENOSPC", ["ENOSPC"]],
  ])(
    "by %s, %s does not begin where no lock can be made, and leaves none",
    async (call, code, plan) => {
      const files = readdirSync(dirname(file));
      fail(call, ...plan);
      expect(await prune()).toEqual({
        type: "failed",
        message: `${file}.prune-lock cannot be made: Error: ${code}: no, ${call}`,
      });
      expect([left(), readdirSync(dirname(file))]).toEqual([0, files]);
      expect((await prune()).type).toBe("pruned");
    },
  );
});
