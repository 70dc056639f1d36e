export { Capture } from "./capture.js";
export { afterSilence, now } from "./clock.js";
export { codeOf } from "./error-code.js";
