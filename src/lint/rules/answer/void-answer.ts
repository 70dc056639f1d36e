import type { Problem } from "../../../problem/index.js";
import type { RawFinding, RawFix } from "../../finding.js";
import type { HookWay } from "../../hook-runs.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";

/** What the host's own reader reports about the answers of a script, once for each place. */
export function* problemsOfWays(
  { ways }: Subject,
  isMeant: (problem: Problem, way: HookWay) => boolean,
  messageOf: (problem: Problem, way: HookWay) => string,
  fixOf: (problem: Problem, at: Span) => RawFix,
): Generator<RawFinding> {
  const seen = new Set<string>();
  for (const way of ways) {
    const { reading, stdout, exit, isCertain } = way;
    if (!isCertain) continue;
    for (const problem of reading.problems) {
      if (!isMeant(problem, way)) continue;
      const printed = stdout.find(({ answer }) => answer !== null) ?? stdout[0] ?? way.stderr[0];
      const at = printed?.write.at ?? exit.at;
      const key = `${problem.code} ${problem.path} ${at?.start}`;
      if (at === null || at === undefined || seen.has(key)) continue;
      seen.add(key);
      const lost = lostBy(reading.problems);
      yield {
        at,
        message: `${messageOf(problem, way)}${lost === null ? "" : ` Lost: ${lost}.`}`,
        sees: {
          user: reading.toUser.length > 0 ? "an error of the hook" : "nothing",
          model: "nothing",
        },
        after: { user: "what the answer says", model: "what the answer says" },
        fix: fixOf(problem, at),
      };
    }
  }
}

function lostBy(problems: readonly Problem[]): string | null {
  return problems.find(({ code }) => code === "host-deny-lost")?.lost ?? null;
}
