export { attributes } from "./attributes.js";
export type { AttributeSpec, Place } from "./attributes.js";
export { openTelemetry } from "./open-telemetry.js";
export type { Limits } from "./limits.js";
export type {
  Losses,
  LossReason,
  Telemetry,
  TelemetryOptions,
  TelemetryStats,
  TelemetryTrouble,
} from "./telemetry.js";
