import { relative } from "node:path";
import type { Hook } from "../../config/index.js";
import { forTerminalLine, problemText, toJsonText, type Paint } from "../../show/index.js";
import type { HookDifference, HookTrust, Trust } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import { trust as spec } from "../command-spec.js";
import type { HooksState } from "../help.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { approveHooks } from "../trust/approve-hooks.js";
import { readProjectHooks } from "../trust/project-hooks.js";
import { reviewText, stateLine } from "../trust/review-text.js";
import { UsageError } from "../usage-error.js";

/** What did not run, or would not, because nobody has agreed to it. */
const REFUSED = 3;
/** The settings are broken, so that not every hook of the project is known. */
const BROKEN = 1;

interface Work {
  readonly given: Arguments;
  readonly trust: Trust;
  /** The project's hooks, read as data. */
  readonly hooks: readonly Hook[];
  readonly looked: readonly HookTrust[];
  readonly paint: Paint;
  /** Ids given behind the subcommand. */
  readonly ids: readonly string[];
}

const subcommands: Readonly<Record<string, (work: Work) => number | Promise<number>>> = {
  list,
  review,
  approve,
  revoke,
  lock,
  check,
};

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "list", ...ids] = given.positionals;
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined)
    throw new UsageError(
      `unknown subcommand ${JSON.stringify(name)}; there are: ${Object.keys(subcommands).join(", ")}`,
    );
  const { trust, hooks, problems, isBroken } = readProjectHooks(given.text("host") ?? null);
  const paint = paintForStdout();
  for (const problem of problems) say(2, `${problemText(problem, paint)}\n`);
  // Of settings that cannot be read it must not be said that there are none.
  if (isBroken && hooks.length === 0) {
    if (given.flag("json")) writeAll(1, `${toJsonText({ project: trust.project, problems })}\n`);
    return BROKEN;
  }
  try {
    const looked = hooks.map((hook) => trust.of(hook));
    const status = await subcommand({ given, trust, hooks, looked, paint, ids });
    return isBroken ? Math.max(status, BROKEN) : status;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    say(2, `snaphook: ${forTerminalLine((error as Error).message)}\n`);
    return 2;
  }
}

/** For who types `snaphook` alone: whether this folder has hooks, and whether they run. */
export function hooksState(): HooksState {
  const { trust, hooks, isBroken } = readProjectHooks(null);
  const refused = hooks.filter((hook) => !trust.of(hook).runs).length;
  trust.close();
  const files = new Set(hooks.map(({ source }) => relative(trust.project, source.file ?? "")));
  const found = `Hooks in this folder: ${hooks.length} (${forTerminalLine([...files].join(", "))})`;
  const approved =
    refused === 0 ? "all approved." : `${refused} not approved: snaphook trust review`;
  const lines = [
    ...(isBroken ? ["Settings in this folder cannot be read; see snaphook doctor"] : []),
    ...(hooks.length > 0 ? [`${found}, ${approved}`] : []),
  ];
  return {
    hasHooks: lines.length > 0,
    text: lines.length > 0 ? lines.join("\n") : "No hooks in this folder yet.",
  };
}

function list({ given, trust, looked, paint }: Work): number {
  const gone = trust.gone(looked.map(({ hook }) => hook));
  if (given.flag("json")) {
    writeAll(
      1,
      `${toJsonText({ project: trust.project, hooks: looked.map(dataOf), gone: gone.map(({ known, isOff }) => ({ ...known, isOff })) })}\n`,
    );
    return 0;
  }
  if (looked.length === 0) say(1, "This project has no hooks of its own.\n");
  for (const one of looked) say(1, `${stateLine(one, paint)}\n`);
  for (const { known, isOff } of gone) {
    const mark = paint.dim((isOff ? "off" : "gone").padEnd(8));
    const what = isOff ? "approved, turned off since" : "approved once, not there any more";
    say(1, `${mark} ${forTerminalLine(known.id)}  ${forTerminalLine(known.name)}: ${what}\n`);
  }
  if (looked.some(({ runs }) => !runs)) say(1, "\nLook at them: snaphook trust review\n");
  return 0;
}

async function review(work: Work): Promise<number> {
  const { given, trust, paint } = work;
  const chosen = work.ids.length === 0 ? work.looked.filter(({ runs }) => !runs) : choose(work);
  if (given.flag("json")) {
    writeAll(1, `${toJsonText({ project: trust.project, hooks: chosen.map(dataOf) })}\n`);
    return 0;
  }
  if (chosen.length === 0 && work.looked.length === 0 && !trust.isKnownProject) {
    say(
      1,
      "This project has no hooks of its own. To have its settings read: snaphook trust approve --all\n",
    );
    return 0;
  }
  if (chosen.length === 0) {
    say(
      1,
      "Nothing to review: every hook is what was approved. With an id, review shows that hook.\n",
    );
    return 0;
  }
  const asks = isTerminal(0) && isTerminal(1);
  for (const looked of chosen) {
    writeAll(1, `${await reviewText(looked, trust, paint)}\n`);
    if (!asks || looked.runs || looked.state === "drifted") continue;
    // Loaded where there is someone to ask.
    const { askAbout } = await import("../trust/ask.js");
    const answer = await askAbout(looked);
    if (answer === "quit") break;
    if (answer === "approve") await trust.approve([{ ...looked, acceptsUnknownFiles: true }]);
  }
  if (!asks) say(1, "Approve what you have read: snaphook trust approve ID…, or --all\n");
  return 0;
}

async function approve(work: Work): Promise<number> {
  const { given, trust } = work;
  const chosen = choose(work);
  if (chosen.length === 0) {
    await trust.acknowledge();
    say(1, "This project has no hooks of its own. Its settings are read from now on.\n");
  }
  const acceptsUnknownFiles = given.flag("accept-unknown-files");
  const { approved, refused, drifted } = await approveHooks(trust, chosen, acceptsUnknownFiles);
  for (const { hook, fingerprint } of approved)
    say(
      1,
      `approved ${forTerminalLine(hook.id)}  ${forTerminalLine(hook.name)}  ${fingerprint.sha256.slice(0, 16)}…\n`,
    );
  for (const { hook, why } of drifted)
    say(2, `snaphook: ${forTerminalLine(hook.id)} still does not run: ${forTerminalLine(why)}\n`);
  for (const { hook, fingerprint } of refused)
    say(
      2,
      `snaphook: ${forTerminalLine(hook.id)} was not approved, files not known: ${forTerminalLine(fingerprint.notKnown.join("; "))}\n` +
        `  To approve it all the same: snaphook trust approve ${forTerminalLine(hook.id)} --accept-unknown-files\n`,
    );
  return drifted.length + refused.length > 0 ? REFUSED : 0;
}

async function revoke({ given, trust, ids }: Work): Promise<number> {
  if (ids.length === 0 && !given.flag("all"))
    throw new UsageError("which hooks? Give their ids, or --all");
  const count = await trust.revoke(given.flag("all") ? null : ids);
  say(1, count === 1 ? "1 approval taken back\n" : `${count} approvals taken back\n`);
  return 0;
}

function lock({ trust, hooks, paint }: Work): number {
  const changes = trust.lock(hooks, true);
  const count = hooks.filter(({ source }) => source.layer === "project").length;
  writeAll(1, changesText(changes, paint));
  say(
    1,
    `snaphook.lock pins ${count === 1 ? "1 hook" : `${count} hooks`} of this project. Commit it.\n`,
  );
  return 0;
}

function check({ given, trust, hooks, looked, paint }: Work): number {
  const fault =
    trust.lockFault ??
    (trust.hasLock ? null : "there is no snaphook.lock; write it: snaphook trust lock");
  const changes = fault === null ? trust.lock(hooks, false) : [];
  const isFine = fault === null && changes.length === 0;
  if (given.flag("json")) {
    writeAll(1, `${toJsonText({ ok: isFine, fault, changes, hooks: looked.map(dataOf) })}\n`);
  } else if (isFine) {
    say(1, "Every hook of this project is what snaphook.lock pins.\n");
  } else {
    if (fault !== null) say(2, `snaphook: ${forTerminalLine(fault)}\n`);
    writeAll(1, changesText(changes, paint));
    if (changes.length > 0)
      say(
        2,
        "snaphook: the hooks are not what snaphook.lock pins; where that is meant: snaphook trust lock\n",
      );
  }
  return isFine ? 0 : REFUSED;
}

/** The hooks that were named, or all. */
function choose({ given, looked, ids }: Work): readonly HookTrust[] {
  if (given.flag("all")) return looked;
  if (ids.length === 0) throw new UsageError("which hooks? Give their ids, or --all");
  return ids.map((wanted) => {
    const found = looked.find(({ hook }) => hook.id === wanted || hook.name === wanted);
    if (found !== undefined) return found;
    const known = looked.map(({ hook }) => hook.id).join(", ");
    throw new UsageError(
      `no hook ${JSON.stringify(wanted)} in this project; there are: ${known || "none"}`,
    );
  });
}

function dataOf({ hook, state, runs, why, fingerprint, changes }: HookTrust): object {
  const { sha256, entry, files, notKnown } = fingerprint;
  const { file, line } = hook.source;
  return {
    id: hook.id,
    name: hook.name,
    file,
    line,
    state,
    runs,
    why,
    fingerprint: sha256,
    entry,
    files,
    notKnown,
    changes,
  };
}

function changesText(changes: readonly HookDifference[], paint: Paint): string {
  return changes
    .map(({ what, before, after }) =>
      [
        `${forTerminalLine(what)}\n`,
        before === null ? "" : paint.red(`  - ${forTerminalLine(before)}\n`),
        after === null ? "" : paint.green(`  + ${forTerminalLine(after)}\n`),
      ].join(""),
    )
    .join("");
}
