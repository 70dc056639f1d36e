import { restrictionOf, type Outcome, type Permission } from "../../decide/index.js";
import type { Changes } from "../../decode/index.js";
import { strictest, type Level } from "../../dialects/index.js";
import { bridgeOf } from "../../hosts/index.js";
import { changesOf, type Reading, type Text } from "../../interpret/index.js";
import { unescaped } from "./text.js";

/** What a hook wants, in words that belong to no host. Of an outcome and a permission that differ the stricter counts. */
export interface PortableAnswer extends Changes {
  readonly outcome: Outcome;
  readonly permission: Permission;
  /** Why, for whoever the host shows it to. */
  readonly reason?: string;
  /** For the model. */
  readonly context?: string;
  /** For the user. */
  readonly warning?: string;
  /** Why the agent stops, for the user. */
  readonly stopReason?: string;
}

/** The strictest thing that is wanted for the operation; null: no opinion. */
export function levelOf({
  outcome,
  permission,
}: Pick<PortableAnswer, "outcome" | "permission">): Level | null {
  const said = [restrictionOf[outcome], permission === "none" ? null : permission];
  return strictest(said.filter((level) => level !== null));
}

/** What a hook wants if this came of it on its host: so one that was written for one can run under another. */
export function portableOf(reading: Reading, host: string): PortableAnswer {
  const { outcome, permission, toModel, toUser } = reading;
  const restricts = outcome !== "proceed";
  const shownTexts = [...toModel, ...toUser];
  const reasonKind = restricts
    ? (["reason", "feedback", "error"] as const).find((kind) =>
        shownTexts.some((text) => text.kind === kind),
      )
    : "reason";
  const reason = joined(toModel, [reasonKind]) || joined(toUser, [reasonKind]);
  // Feedback for an operation that continues is context.
  const given = joined(toModel, restricts ? ["context"] : ["context", "feedback"]);
  const context = bridgeOf(host)?.escapesContext === true ? unescaped(given) : given;
  const warning = joined(toUser, reasonKind === "error" ? ["warning"] : ["warning", "error"]);
  const stopReason = joined(toUser, ["stop-reason"]) || joined(toModel, ["stop-reason"]);
  return {
    outcome,
    permission,
    ...(reason !== "" && { reason }),
    ...changesOf(reading),
    ...(context !== "" && { context }),
    ...(warning !== "" && { warning }),
    ...(stopReason !== "" && { stopReason }),
  };
}

/** Texts of these kinds out of one lane: what one gets whole, the other may get in short. */
function joined(texts: readonly Text[], kinds: readonly (Text["kind"] | undefined)[]): string {
  return texts
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join("\n");
}
