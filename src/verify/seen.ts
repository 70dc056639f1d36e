import { interpret } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { HostVariant } from "./host-variants.js";
import { outcomeInOtherHost } from "./other-hosts.js";
import type { PrintedRun } from "./record-faults.js";

/** What a host made of the runs of one event. */
export interface Seen {
  readonly outcome: "proceed" | "block" | "ask" | "defer" | "halt";
  /** A hook failed, by what the host says of it. */
  readonly failed: boolean;
  readonly isAllowed: boolean;
  /** What restricts is what a hook said, and not that it failed. */
  readonly hasVoice: boolean;
}

/** The runs of an event as a host in one version reads them. */
export function seenBy(
  { dialect, other }: Pick<HostVariant, "dialect" | "other">,
  event: string,
  payload: Payload,
  runs: readonly PrintedRun[],
  finish?: readonly number[],
): Seen {
  if (other !== null) {
    const outcome = outcomeInOtherHost(other, runs);
    const isRestricted = outcome !== "proceed";
    const failed = !isRestricted && runs.some(({ exit }) => exit !== 0);
    return { outcome, failed, isAllowed: false, hasVoice: isRestricted };
  }
  const order = finish === undefined ? {} : { finish };
  const { outcome, failed, permission, provenance } = interpret({
    dialect,
    event,
    payload,
    runs,
    ...order,
  });
  const hasVoice = provenance.voices.some(({ won, by }) => won && by !== "failure");
  return { outcome, failed, isAllowed: permission === "allow", hasVoice };
}
