import type { Approval, ShownTrust, ShownVersion } from "../protocol.js";

/**
 * The hooks of the project and what was approved of them. Nothing of the project is read before one of these is called. What
 * is approved or taken back is the version that was shown and no other.
 */
export interface ProjectReview {
  look(): Promise<ShownTrust>;
  /** Gives why nothing was approved, or null. */
  approve(approval: Approval): Promise<string | null>;
  /** Gives why nothing was taken back, or null. */
  revoke(version: ShownVersion): Promise<string | null>;
}
