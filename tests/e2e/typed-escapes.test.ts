import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

/** A colour, a title, a C1 code, a character that turns the text round: none may reach the terminal as it is. */
const raw = "\u001b[31m\u001b]0;title\u0007\u009b2J\u202e";
const isRaw = /[^\P{C}\n\t]/u;

const typed: readonly [string[]][] = [
  [[raw]],
  [["help", raw]],
  [["explain", `--${raw}`]],
  [["explain", "Stop", raw]],
  [["explain", "Stop", "--dialect", raw]],
  [["explain", "Stop", "--exit", raw]],
  [["explain", "Stop", "--stdout-file", `/${raw}`]],
  [["run", raw]],
  [["run", "Stop", `--${raw}`]],
  [["run", "Stop", "--input", raw]],
  [["conform", `/${raw}`]],
  [["conform", "--dialect", raw]],
  [["hosts", raw]],
  [["trust", `--${raw}`]],
  [["trust", raw]],
  [["permissions", raw]],
  [["bridge", raw]],
  [["bridge", "run", "--from", raw]],
  [["agent", `--${raw}`]],
  [["agent", "-p", "x", "--model", raw]],
  [["agent", "--resume", raw]],
];

test.each(typed)("what was typed is shown without its escape codes: %j", (args) => {
  const { stdout, stderr } = snaphook(args, { cwd: temporaryFolder() });
  expect([isRaw.test(stdout), isRaw.test(stderr)]).toEqual([false, false]);
});
