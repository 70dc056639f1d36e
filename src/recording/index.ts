export { driftIn } from "./payload-drift.js";
export { hostOf, isInFolder, recordedEvents, type RecordedEvent } from "./recorded-events.js";
export { clearTrouble, recordingTrouble } from "./trouble.js";
export { wrapHook } from "./wrap-hook.js";
