import { expect } from "vitest";
import { judge, type Ruling } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { CallWorld } from "./world.js";

const links: readonly (readonly [string, string])[] = [
  ["/p/link", "/p/.snaphook"],
  ["/p/hooks-link", "/p/hooks"],
  ["/x/up", "/p"],
];

function canonical(path: string): string {
  if (path.includes("/broken")) throw new Error("ELOOP");
  for (const [from, to] of links) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

/** A project in /p with Snaphook's files and links to them. */
export const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical,
  exists: () => true,
  protectedPaths: () => [
    "/p/.snaphook",
    "/p/snaphook.lock",
    "/p/hooks/guard.sh",
    "/h/.snaphook/settings.json",
  ],
};

/** What rules, each `list pattern`, say to a call. */
export function ruling(
  tool: string,
  input: unknown,
  rules: readonly string[] = ["allow *"],
  where = world,
): Ruling {
  const texts = rules.map((one): RuleText => {
    const [list = "", ...rest] = one.split(" ");
    return {
      layer: "user",
      list: list as RuleText["list"],
      text: rest.join(" "),
      file: null,
      line: null,
    };
  });
  return judge({ tool, input }, readRules(texts).rules, where);
}

/** Whether self-protection asks; otherwise the call is allowed. */
export const asks = (tool: string, input: unknown, where?: CallWorld): boolean => {
  const { decision, bySelfProtection, rule } = ruling(tool, input, ["allow *"], where);
  if (bySelfProtection) expect({ decision, rule }).toEqual({ decision: "ask", rule: null });
  else expect(decision).toBe("allow");
  return bySelfProtection;
};
