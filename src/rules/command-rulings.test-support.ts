import { judge, type Ruling } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { CallWorld } from "./world.js";

/** A project in /p without links or protected paths. */
const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical: (path) => path,
  exists: () => true,
  protectedPaths: () => [],
};

/** Rules written as `deny Bash(rm *)`. */
function rulesOf(written: readonly string[]): readonly RuleText[] {
  return written.map((one) => {
    const [list = "", ...rest] = one.split(" ");
    return {
      layer: "user",
      list: list as RuleText["list"],
      text: rest.join(" "),
      file: null,
      line: null,
    };
  });
}

/** What rules say to a call. */
export function ruling(
  rules: readonly string[],
  input: unknown,
  tool = "Bash",
  where: Partial<CallWorld> = {},
): Ruling {
  return judge({ tool, input }, readRules(rulesOf(rules)).rules, { ...world, ...where });
}

/** The same for a command, in one word. */
export const decide = (rules: readonly string[], command: unknown, tool?: string): string =>
  ruling(rules, { command }, tool).decision;
