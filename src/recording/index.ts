export { findRecorded, hostOf, recordedEvents, type RecordedEvent } from "./recorded-events.js";
