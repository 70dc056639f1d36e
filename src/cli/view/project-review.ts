import { basename, relative } from "node:path";
import { forTerminalLine, noColours, problemText } from "../../show/index.js";
import type { HookTrust, Trust } from "../../trust/index.js";
import type { ProjectReview, ReviewedHook, ShownTrust, ShownVersion } from "../../viewer/index.js";
import { approveHooks } from "../trust/approve-hooks.js";
import { reviewedFiles } from "../trust/hook-review.js";
import { readProjectHooks } from "../trust/project-hooks.js";

/** What `snaphook trust` does in the folder in which the command runs. Each call looks anew: nothing is approved that was shown before. */
export const projectReview: ProjectReview = {
  async look(): Promise<ShownTrust> {
    const { trust, hooks, problems } = readProjectHooks(null);
    const reviewed = hooks.map((hook) => reviewedHook(trust.of(hook), trust));
    return {
      project: basename(trust.project),
      faults: [
        ...problems.map((problem) => problemText(problem, noColours)),
        ...(trust.trouble === null ? [] : [forTerminalLine(trust.trouble)]),
      ],
      hooks: await Promise.all(reviewed),
      gone: trust.gone(hooks).map(({ known, isOff }) => {
        const { id, fingerprint, name } = known;
        return { id, fingerprint, name, isOff };
      }),
    };
  },

  async approve({ id, fingerprint, acceptsUnknownFiles }) {
    const { trust, hooks } = readProjectHooks(null);
    const hook = hooks.find((one) => one.id === id);
    if (hook === undefined) return "there is no such hook any more";
    const looked = trust.of(hook);
    if (looked.fingerprint.sha256 !== fingerprint)
      return "it changed after it was shown; this is what it is now";
    // To approve it would not make it run.
    if (looked.state === "drifted") return looked.why;
    return whyNot(async () => {
      const { refused } = await approveHooks(trust, [looked], acceptsUnknownFiles);
      const [unknown] = refused;
      return unknown === undefined
        ? null
        : `not all files that it runs are known: ${unknown.fingerprint.notKnown.join("; ")}`;
    });
  },

  revoke({ id, fingerprint }) {
    const { trust } = readProjectHooks(null);
    return whyNot(async () => {
      const isKnown = trust
        .approvedHere()
        .some((known) => known.id === id && known.fingerprint === fingerprint);
      if (!isKnown) return "what was shown is not what is approved now";
      await trust.revoke([id]);
      return null;
    });
  },
};

/** What cannot be stored is said, and nothing is changed then. */
async function whyNot(change: () => Promise<string | null>): Promise<string | null> {
  try {
    return await change();
  } catch (error) {
    return (error as Error).message;
  }
}

async function reviewedHook(looked: HookTrust, trust: Trust): Promise<ReviewedHook> {
  const { hook, state, runs, why, fingerprint, changes } = looked;
  const { file, line } = hook.source;
  return {
    id: hook.id,
    name: hook.name,
    place: [file === null ? "" : relative(trust.project, file), line ?? ""].join(":"),
    state,
    runs,
    why,
    fingerprint: fingerprint.sha256,
    entry: JSON.stringify(fingerprint.entry, null, 2),
    changes,
    notKnown: fingerprint.notKnown,
    unknown: fingerprint.unknown,
    files: await reviewedFiles(looked, trust),
    approved: approvedOf(looked, trust),
  };
}

/** What is approved of a hook: this very version, maybe under another id, or another version. */
function approvedOf({ hook, fingerprint }: HookTrust, trust: Trust): ShownVersion | null {
  const all = trust.approvedHere();
  const known =
    all.find((one) => one.id === hook.id && one.fingerprint === fingerprint.sha256) ??
    all.find((one) => one.fingerprint === fingerprint.sha256) ??
    all.find((one) => one.id === hook.id);
  return known === undefined ? null : { id: known.id, fingerprint: known.fingerprint };
}
