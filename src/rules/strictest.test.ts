import { describe, expect, test } from "vitest";
import { strictest } from "./strictest.js";

const hooks = ["allow", "deny", "ask", "defer", "none"] as const;
const rulings = ["allow", "ask", "deny", "none"] as const;

describe("the stricter of a hook and the rules counts", () => {
  test.each<[hook: (typeof hooks)[number], ruling: (typeof rulings)[number], wins: string]>([
    ["deny", "deny", "deny"],
    ["deny", "ask", "deny"],
    ["deny", "allow", "deny"],
    ["deny", "none", "deny"],
    ["defer", "deny", "deny"],
    ["defer", "ask", "defer"],
    ["defer", "allow", "defer"],
    ["defer", "none", "defer"],
    ["ask", "deny", "deny"],
    ["ask", "ask", "ask"],
    ["ask", "allow", "ask"],
    ["ask", "none", "ask"],
    ["allow", "deny", "deny"],
    ["allow", "ask", "ask"],
    ["allow", "allow", "allow"],
    ["allow", "none", "allow"],
    ["none", "deny", "deny"],
    ["none", "ask", "ask"],
    ["none", "allow", "allow"],
    ["none", "none", "none"],
  ])("%s and %s: %s", (hook, ruling, wins) => {
    expect(strictest(hook, ruling)).toBe(wins);
  });
});

test("several hooks in any order give the same as the strictest of them", () => {
  const order = ["deny", "defer", "ask", "allow", "none"];
  const sequences = hooks.flatMap((a) =>
    hooks.flatMap((b) => hooks.map((c) => [a, b, c] as const)),
  );
  for (const ruling of rulings) {
    for (const sequence of sequences) {
      const expected = order.find((one) => one === ruling || sequence.some((hook) => hook === one));
      const [first, ...rest] = sequence;
      let decision = strictest(first, ruling);
      for (const hook of rest) {
        // What was decided so far is the ruling for the next one, `defer` aside, which only a hook can say.
        decision =
          decision === "defer" ? (hook === "deny" ? "deny" : "defer") : strictest(hook, decision);
      }
      expect(decision).toBe(expected);
    }
  }
});
