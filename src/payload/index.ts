export { waveEvents, waveNames, waveTools, withWaveNames } from "./wave-names.js";
export { events, eventSpec, isBlockable, isKnownEvent } from "./events.js";
export type { EventSpec, HookEventName } from "./events.js";
export type { Payload } from "./payload.js";
export { sampleInput, samplePayload } from "./samples.js";
export { toolInputs } from "./tool-inputs.js";
export type { InputFieldKind } from "./tool-inputs.js";
