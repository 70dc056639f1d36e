import { expect, test } from "vitest";
import { endingOf } from "./endings.js";

test.each<[number | null, string | null, object]>([
  [0, null, { exit: 0 }],
  [2, null, { exit: 2 }],
  [255, null, { exit: 255 }],
  [null, "SIGSEGV", { signal: "SIGSEGV" }],
  [null, null, { signal: "SIGKILL" }],
  // Cut to eight bits the next five would be 0 or 2.
  [256, null, { exit: 255 }],
  [258, null, { exit: 255 }],
  [-254, null, { exit: 255 }],
  [4_294_967_042, null, { exit: 255 }],
  [0x80000002, null, { signal: "0x80000002" }],
  [-1, null, { exit: 255 }],
  [4_294_967_295, null, { exit: 255 }],
  [3_221_225_477, null, { signal: "0xC0000005" }],
  [-1_073_741_510, null, { signal: "0xC000013A" }],
  [1.5, null, { exit: 255 }],
])("a process with code %s and signal %s ended as %j", (code, signal, ending) => {
  expect(endingOf(code, signal)).toEqual(ending);
});
