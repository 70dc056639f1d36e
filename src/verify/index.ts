export {
  FALLBACK,
  faultNames,
  faults,
  isSolvedByFallback,
  isSolvedBySetting,
  type Fault,
} from "./faults.js";
export { reasons, type Gate, type GateResult, type Reason } from "./gate.js";
export { gateOf, recordGates, settled, type DenyingGuard } from "./gates-of.js";
export { hostVariants, type HostVariant } from "./host-variants.js";
export { findOtherHost, otherHosts, type OtherHost } from "./other-hosts.js";
export { seenBy } from "./seen.js";
export type { FaultyRun, PrintedRun } from "./record-faults.js";
