import { expect, test } from "vitest";
import { endingOf, isExitCode } from "./endings.js";

test.each<[number | null, string | null, object]>([
  [0, null, { type: "exited", code: 0 }],
  [2, null, { type: "exited", code: 2 }],
  [255, null, { type: "exited", code: 255 }],
  [null, "SIGSEGV", { type: "signalled", signal: "SIGSEGV" }],
  [null, null, { type: "signalled", signal: "SIGKILL" }],
  // Cut to eight bits the next five would be 0 or 2.
  [256, null, { type: "exited", code: 255 }],
  [258, null, { type: "exited", code: 255 }],
  [-254, null, { type: "exited", code: 255 }],
  [4_294_967_042, null, { type: "exited", code: 255 }],
  [0x80000002, null, { type: "signalled", signal: "0x80000002" }],
  [0x7fffffff, null, { type: "exited", code: 255 }],
  [0x80000000, null, { type: "signalled", signal: "0x80000000" }],
  [0xfffffeff, null, { type: "signalled", signal: "0xFFFFFEFF" }],
  [0xffffff00, null, { type: "exited", code: 255 }],
  [-1, null, { type: "exited", code: 255 }],
  [4_294_967_295, null, { type: "exited", code: 255 }],
  [3_221_225_477, null, { type: "signalled", signal: "0xC0000005" }],
  [-1_073_741_510, null, { type: "signalled", signal: "0xC000013A" }],
  [1.5, null, { type: "exited", code: 255 }],
])("a process with code %s and signal %s ended as %j", (code, signal, ending) => {
  expect(endingOf(code, signal)).toEqual(ending);
});

test.each<[unknown, boolean]>([
  [0, true],
  [255, true],
  [-1, false],
  [256, false],
  [0.5, false],
  ["2", false],
  [null, false],
])("%j is an exit code: %s", (value, is) => {
  expect(isExitCode(value)).toBe(is);
});
