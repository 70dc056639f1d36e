import { redactText } from "../secrets/index.js";
import type { TelemetryTrouble } from "./telemetry.js";

const LONGEST_MESSAGE = 400;

/** What is sent to a receiver to show who we are: headers, and what the endpoint holds of it; the longest first. */
export function secretsOf(
  headers: Readonly<Record<string, string>>,
  endpoint: URL | null,
): readonly string[] {
  const values = Object.values(headers).flatMap((value) => [
    value,
    ...value.split(/\s+/).filter((word) => word.length >= 8),
  ]);
  if (endpoint !== null) {
    const { username, password, searchParams } = endpoint;
    const pair = [decoded(username), decoded(password)];
    const sent = Buffer.from(pair.join(":")).toString("base64");
    const asked = [...searchParams.values()].filter((value) => value.length >= 8);
    values.push(username, password, ...pair, username + password === "" ? "" : sent, ...asked);
  }
  // A short one may be a part of a longer one, of which the rest would stay.
  const secrets = [...new Set(values)].filter((value) => value.length > 3);
  return secrets.toSorted((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type TelemetryTroubleKind = TelemetryTrouble["kind"];

/** Reports each kind of trouble once, until it is over for everyone who has it. */
export class TelemetryTroubles {
  private readonly reported = new Map<TelemetryTroubleKind, Set<string>>();

  constructor(
    private readonly listener: ((trouble: TelemetryTrouble) => void) | undefined,
    /** What a receiver must not be able to make us show: it knows the headers. The longest first. */
    private readonly hidden: readonly string[],
  ) {}

  report(kind: TelemetryTroubleKind, message: string, who: string): void {
    const known = this.reported.get(kind);
    if (known !== undefined) {
      known.add(who);
      return;
    }
    this.reported.set(kind, new Set([who]));
    try {
      this.listener?.({ kind, message: this.safe(message) });
    } catch {
      // The listener's trouble is not ours.
    }
  }

  worksAgain(who: string): void {
    for (const [kind, known] of this.reported)
      if (known.delete(who) && known.size === 0) this.reported.delete(kind);
  }

  /** On one line, without secrets, and not endless; in this order, so that no part of a secret is left. */
  private safe(message: string): string {
    let safe = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ");
    for (const value of this.hidden) safe = safe.replaceAll(value, "[header]");
    safe = redactText(safe);
    if (safe.length <= LONGEST_MESSAGE) return safe;
    return `${safe.slice(0, LONGEST_MESSAGE).replace(/[\uD800-\uDBFF]$/, "")}…`;
  }
}
