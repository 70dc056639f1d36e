/** A file of its own, loaded where the settings ask for telemetry. */
export { openTelemetry } from "../../telemetry/index.js";
