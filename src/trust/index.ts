export type { Approvals, ApprovalStore, KnownHook } from "./approval-store.js";
export { askStore, writeToStore } from "./ask-store.js";
export { canonicalPath, isThere } from "./canonical-path.js";
export { fileOf, identityAt } from "./file-state.js";
export { canonicalJson } from "./fingerprint.js";
export type { HookDifference } from "./difference.js";
export { Trust } from "./trust.js";
export type { Announcement } from "./news.js";
export type { HookTrust, TrustMemory, TrustOptions, TrustState } from "./hook-trust.js";
