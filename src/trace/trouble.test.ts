import { expect, test } from "vitest";
import { troubleOf, LedgerTroubles, type LedgerTrouble, type Trouble } from "./trouble.js";

const failed = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

test.each<[string, unknown, Trouble]>([
  ["a full disk", failed("ENOSPC"), { kind: "full", message: "ENOSPC: no", code: "ENOSPC" }],
  ["a quota", failed("EDQUOT"), { kind: "full", message: "EDQUOT: no", code: "EDQUOT" }],
  ["a limit of the file", failed("EFBIG"), { kind: "full", message: "EFBIG: no", code: "EFBIG" }],
  ["a link", failed("ELOOP"), { kind: "refused", message: "ELOOP: no", code: "ELOOP" }],
  ["any other error", failed("EIO"), { kind: "unwritten", message: "EIO: no", code: "EIO" }],
  ["an error without a code", new Error("no"), { kind: "unwritten", message: "no" }],
  ["what is no error", "no", { kind: "unwritten", message: "no" }],
])("what %s means", (_name, error, trouble) => {
  expect(troubleOf(error, "unwritten")).toEqual(trouble);
});

test("each kind is reported once, and again after something has worked", () => {
  const reported: LedgerTrouble[] = [];
  const troubles = new LedgerTroubles("/ledger", (trouble) => reported.push(trouble));
  troubles.report({ kind: "full", message: "1" });
  troubles.report({ kind: "full", message: "2" });
  troubles.report({ kind: "unwritten", message: "3", code: "EIO" });
  troubles.worksAgain();
  troubles.report({ kind: "full", message: "4" });
  expect(reported).toEqual([
    { kind: "full", message: "1", file: "/ledger" },
    { kind: "unwritten", message: "3", code: "EIO", file: "/ledger" },
    { kind: "full", message: "4", file: "/ledger" },
  ]);
});

test("a listener that throws is given no more of the same, and none is no trouble", () => {
  const reported: string[] = [];
  const troubles = new LedgerTroubles("/ledger", ({ kind }) => {
    reported.push(kind);
    throw new Error("mine");
  });
  troubles.report({ kind: "full", message: "1" });
  troubles.report({ kind: "full", message: "2" });
  troubles.report({ kind: "closed", message: "3" });
  expect(reported).toEqual(["full", "closed"]);
  expect(() =>
    new LedgerTroubles("/l", undefined).report({ kind: "full", message: "" }),
  ).not.toThrow();
});
