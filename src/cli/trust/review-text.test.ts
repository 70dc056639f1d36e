import { expect, test } from "vitest";
import type { Paint } from "../../show/index.js";
import type { HookTrust } from "../../trust/index.js";
import { stateLine } from "./review-text.js";

test("colours are put around what was made safe, and are not made safe themselves", () => {
  const paint = {
    yellow: (text: string) => `\u001b[33m${text}\u001b[39m`,
    dim: (text: string) => `\u001b[2m${text}\u001b[22m`,
  } as Paint;
  const looked = {
    hook: { id: "id", name: "a\u001b[2J", source: { file: "/p/\u001b[1m.json", line: 3 } },
    state: "new",
    why: "nobody has approved it",
  } as unknown as HookTrust;
  expect(stateLine(looked, paint)).toBe(
    "\u001b[33mnew     \u001b[39m id  a\\x1b[2J: nobody has approved it  \u001b[2m/p/\\x1b[1m.json:3\u001b[22m",
  );
});
