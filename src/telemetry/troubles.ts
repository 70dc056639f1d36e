import { redactText } from "../secrets/index.js";
import type { TelemetryTrouble } from "./telemetry.js";

const LONGEST_MESSAGE = 400;

type Kind = TelemetryTrouble["kind"];

/** Tells of each kind of trouble once, until it is over for everyone who has it. */
export class Troubles {
  private readonly told = new Map<Kind, Set<string>>();

  constructor(
    private readonly listener: ((trouble: TelemetryTrouble) => void) | undefined,
    /** What a receiver must not be able to make us show: it knows the headers. */
    private readonly hidden: readonly string[],
  ) {}

  tell(kind: Kind, message: string, who: string): void {
    const known = this.told.get(kind);
    if (known !== undefined) {
      known.add(who);
      return;
    }
    this.told.set(kind, new Set([who]));
    try {
      this.listener?.({ kind, message: this.safe(message) });
    } catch {
      // The listener's trouble is not ours.
    }
  }

  worksAgain(who: string): void {
    for (const [kind, known] of this.told)
      if (known.delete(who) && known.size === 0) this.told.delete(kind);
  }

  /** On one line, without secrets, and not endless; in this order, so that no part of a secret is left. */
  private safe(message: string): string {
    let safe = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ");
    for (const value of this.hidden) safe = safe.replaceAll(value, "[header]");
    safe = redactText(safe);
    return safe.length > LONGEST_MESSAGE ? `${safe.slice(0, LONGEST_MESSAGE)}…` : safe;
  }
}
