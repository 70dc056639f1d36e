export { attributes } from "./attributes.js";
export type { AttributeSpec, AttributePlace } from "./attributes.js";
export { openTelemetry } from "./open-telemetry.js";
export type { TelemetryLimits } from "./limits.js";
export type {
  LossCounts,
  LossReason,
  Telemetry,
  TelemetryOptions,
  TelemetryStats,
  TelemetryTrouble,
} from "./telemetry.js";
