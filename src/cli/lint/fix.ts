import { resolve } from "node:path";
import {
  edited,
  lintSubjects,
  overlap,
  readScript,
  scriptOf,
  subjectOf,
  type Edit,
  type Finding,
  type Fix,
  type Subject,
} from "../../lint/index.js";
import type { Draft, Drafts } from "./drafts.js";
import { parsers } from "./parsers.js";

/** What lint sees, with the drafts in place of the files. */
export interface Look {
  readonly subjects: readonly Subject[];
  readonly findings: readonly Finding[];
  /** The settings files that it is about. */
  readonly settings: readonly string[];
}

/** A fix that was not made, and why. */
export interface Refusal {
  readonly finding: Finding;
  readonly why: string;
}

export type Fixable = Finding & { readonly fix: Fix & { readonly file: string } };
type Refuse = (why: string, findings: readonly Finding[]) => void;

/** A fix may bring up the next finding; what goes round in circles ends here. */
const MOST_ROUNDS = 10;
/** The rest is for the next round. */
const MOST_ONE_BY_ONE = 20;

/** What lint can change by itself. */
export function isFixable(finding: Finding): finding is Fixable {
  return finding.fix?.file !== undefined;
}

/** Applies fixes to drafts until nothing changes any more. Nothing is written. */
export async function applyFixes(
  look: () => Promise<Look>,
  drafts: Drafts,
  isWanted: (fix: Fix) => boolean,
): Promise<{ readonly made: readonly Fixable[]; readonly refused: readonly Refusal[] }> {
  const made: Fixable[] = [];
  const refused = new Map<string, Refusal>();
  const refuse: Refuse = (why, findings) => {
    for (const finding of findings) refused.set(keyOf(finding), { finding, why });
  };
  let now = await look();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = now.findings
      .filter(isFixable)
      .filter((finding) => isWanted(finding.fix) && !refused.has(keyOf(finding)));
    const changes: Change[] = [];
    for (const [file, findings] of byFile(open)) {
      const draft = drafts.of(file, now.settings);
      if (typeof draft === "string") refuse(draft, findings);
      else changes.push(await changed(draft, findings, now.subjects, refuse));
    }
    if (changes.every((change) => change.made.length === 0)) break;
    let next = await look();
    const broken = changes.filter(({ draft }) => faultsIn(next, draft) > faultsIn(now, draft));
    for (const { draft, before, made: tried } of broken) {
      draft.text = before;
      refuse("the file could not be read afterwards", tried);
    }
    if (broken.length > 0) next = await look();
    made.push(...changes.filter((change) => !broken.includes(change)).flatMap((one) => one.made));
    now = next;
  }
  return { made, refused: [...refused.values()] };
}

/** What was done to one file in a round. */
interface Change {
  readonly draft: Draft;
  readonly before: string;
  readonly made: readonly Fixable[];
}

async function changed(
  draft: Draft,
  findings: readonly Fixable[],
  subjects: readonly Subject[],
  refuse: Refuse,
): Promise<Change> {
  const before = draft.text;
  const started = findings.filter(({ fix }) => fix.executable === true);
  if (started.length > 0) draft.isExecutable = true;
  const chosen: Fixable[] = [];
  const taken: Edit[] = [];
  for (const finding of findings) {
    const { edits = [] } = finding.fix;
    const isThere = edits.every(
      ({ start, end, replaces }) => before.slice(start, end) === replaces,
    );
    if (!isThere) refuse("the file has changed since it was read", [finding]);
    // Of two that touch the same place the first is made; the other is looked at again in the next round.
    else if (edits.length > 0 && !overlap(edits, taken)) {
      chosen.push(finding);
      taken.push(...edits);
    }
  }
  const users = subjects.filter(({ script }) => script?.file === draft.path);
  const kept = users.length === 0 ? chosen : await withoutHarm(chosen, before, users, refuse);
  draft.text = edited(before, editsOf(kept));
  return { draft, before, made: [...started, ...kept] };
}

/** All of them, where that does no harm; else those that do none one after the other. */
async function withoutHarm(
  findings: readonly Fixable[],
  text: string,
  users: readonly Subject[],
  refuse: Refuse,
): Promise<readonly Fixable[]> {
  if ((await harmOf(findings, text, users)) === null) return findings;
  const kept: Fixable[] = [];
  for (const finding of findings.slice(0, MOST_ONE_BY_ONE)) {
    const why = await harmOf([...kept, finding], text, users);
    if (why === null) kept.push(finding);
    else refuse(why, [finding]);
  }
  return kept;
}

/** Why a script is worse, or no better, after the fixes, for one of the hooks that run it; null where it is better. */
async function harmOf(
  findings: readonly Fixable[],
  text: string,
  users: readonly Subject[],
): Promise<string | null> {
  const script = users[0]?.script ?? null;
  if (script === null) return null;
  const source = edited(text, editsOf(findings));
  const parsed = await readScript(source, script.parsed.language, parsers);
  if (parsed.fault !== null && script.parsed.fault === null)
    return `the script could not be parsed afterwards: ${parsed.fault.message}`;
  const { path, file, isInline } = script;
  const place = { path, isInline, ...(file !== undefined && { file }) };
  const fixed = users.map((user) => {
    const line = user.script?.line ?? null;
    return subjectOf(user.hook, scriptOf(source, parsed, { ...place, line }), user);
  });
  // For each hook by itself: what is right for one may be wrong for another.
  for (const [index, user] of users.entries()) {
    const before = lintSubjects([user]).filter(isError);
    const after = lintSubjects(fixed.slice(index, index + 1)).filter(isError);
    for (const { code } of after) {
      const isSame = (one: Finding): boolean => one.code === code;
      if (count(after, isSame) > count(before, isSame)) return `it would lead to ${code}`;
    }
  }
  const [before, after] = [lintSubjects(users), lintSubjects(fixed)];
  for (const { code, message, frame } of findings) {
    const isSame = (one: Finding): boolean =>
      one.code === code && one.message === message && one.frame?.text === frame?.text;
    if (count(after, isSame) > count(before, isSame) - count(findings, isSame))
      return "the finding would stay";
  }
  return null;
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

function count(all: readonly Finding[], isMeant: (one: Finding) => boolean): number {
  return all.filter(isMeant).length;
}

function editsOf(findings: readonly Fixable[]): NonNullable<Fix["edits"]> {
  return findings.flatMap(({ fix }) => fix.edits ?? []);
}

function byFile(findings: readonly Fixable[]): ReadonlyMap<string, readonly Fixable[]> {
  const files = new Map<string, Fixable[]>();
  for (const finding of findings) {
    const { file } = finding.fix;
    const known = files.get(file);
    if (known === undefined) files.set(file, [finding]);
    else known.push(finding);
  }
  return files;
}

const unreadable: ReadonlySet<string> = new Set([
  "settings-invalid-json",
  "host-config-dropped",
  "script-unread",
]);

function faultsIn({ findings }: Look, { path }: Draft): number {
  return findings.filter(({ code, file }) => unreadable.has(code) && resolve(file) === path).length;
}

function keyOf({ code, message, fix }: Finding): string {
  return JSON.stringify([code, message, fix?.file, fix?.edits]);
}
