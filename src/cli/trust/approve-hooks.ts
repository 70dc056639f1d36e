import type { HookTrust, Trust } from "../../trust/index.js";

/** What came of an approval. */
export interface Approved {
  readonly approved: readonly HookTrust[];
  /** Approved, and they still do not run: they are not what snaphook.lock pins. */
  readonly drifted: readonly HookTrust[];
  /** Not approved: which files they run is not known, and nobody has accepted that. */
  readonly refused: readonly HookTrust[];
}

/** Approves hooks as they were looked at. Rejects where that cannot be stored. */
export async function approveHooks(
  trust: Trust,
  chosen: readonly HookTrust[],
  acceptsUnknownFiles: boolean,
): Promise<Approved> {
  const refused = chosen.filter(
    ({ fingerprint }) => fingerprint.notKnown.length > 0 && !acceptsUnknownFiles,
  );
  const approved = chosen.filter((one) => !refused.includes(one));
  await trust.approve(approved.map((one) => ({ ...one, acceptsUnknownFiles })));
  return { approved, refused, drifted: approved.filter(({ state }) => state === "drifted") };
}
