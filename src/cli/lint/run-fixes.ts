import { homedir } from "node:os";
import { resolve } from "node:path";
import { defaultHome } from "../../config/index.js";
import type { Arguments } from "../arguments.js";
import { isFolder } from "./collect.js";
import { Drafts, type Draft, type DraftFiles } from "./drafts.js";
import { applyFixes, type Fixable, type Look, type Refusal } from "./fix.js";

/** What became of the fixes that were asked for. */
export interface FixReport {
  readonly made: readonly Fixable[];
  readonly refused: readonly Refusal[];
  /** What they change; with `--diff` nothing of it was written. */
  readonly drafts: readonly Draft[];
}

/** `--fix`, `--fix=unsafe`, `--diff`; null where none of them was given. */
export async function runFixes(
  given: Arguments,
  look: (drafts: DraftFiles) => Promise<Look>,
): Promise<FixReport | null> {
  const isUnsafe = given.flag("fix=unsafe");
  const isDiff = given.flag("diff");
  if (!given.flag("fix") && !isUnsafe && !isDiff) return null;
  const cwd = process.cwd();
  const folders = given.positionals.map((path) => resolve(cwd, path)).filter(isFolder);
  const projects =
    folders.length === given.positionals.length && folders.length > 0 ? folders : [cwd, ...folders];
  const drafts = new Drafts({ projects, homes: [homedir(), defaultHome()] });
  const { made, refused } = await applyFixes(
    () => look(drafts),
    drafts,
    ({ safety }) => isUnsafe || safety === "safe",
  );
  const { changed } = drafts;
  if (isDiff) return { made, refused, drafts: changed };
  const unwritten = drafts.save();
  const isWritten = ({ fix }: Fixable): boolean => !unwritten.has(fix.file);
  const late = made
    .filter((finding) => !isWritten(finding))
    .map((finding) => ({ finding, why: unwritten.get(finding.fix.file) ?? "" }));
  return { made: made.filter(isWritten), refused: [...refused, ...late], drafts: changed };
}
