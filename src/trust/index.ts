export type { Difference } from "./difference.js";
export { Trust } from "./trust.js";
export type { Announcement, TrustOf, TrustOptions, TrustState } from "./trust.js";
