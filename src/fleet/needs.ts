import { homedir } from "node:os";
import type { FleetSettings } from "../config/index.js";
import { judge, readRules } from "../rules/index.js";
import { canonicalPath, isThere } from "../trust/index.js";
import type { AskedCall } from "./asked-call.js";

type JudgedCall = Pick<AskedCall, "tool" | "input" | "project" | "cwd">;

/** Who must allow a call, and what must be typed for it. A rule that cannot be read is about every call. */
export function needsOf(
  call: JudgedCall,
  { twoPersons, protectedNames }: Pick<FleetSettings, "twoPersons" | "protectedNames">,
): { readonly persons: number; readonly protectedName: string | null } {
  const names = Object.entries(protectedNames).filter(([rule]) => isAbout([rule], call));
  return {
    persons: isAbout(twoPersons, call) ? 2 : 1,
    // Of several targets each must be typed.
    protectedName: names.length === 0 ? null : names.map(([, name]) => name).join(" "),
  };
}

function isAbout(
  texts: readonly string[],
  { tool, input, project, cwd = project }: JudgedCall,
): boolean {
  if (texts.length === 0) return false;
  const { rules } = readRules(
    texts.map((text) => ({ layer: "managed", list: "ask", text, file: null, line: null })),
  );
  const projectDir = canonicalPath(project);
  const { considered } = judge({ tool, input }, rules, {
    projectDir,
    cwd: canonicalPath(cwd),
    home: canonicalPath(homedir()),
    canonical: canonicalPath,
    exists: isThere,
    findsHidden: true,
    protectedPaths: () => [],
  });
  return considered.some(({ applies }) => applies);
}
