export { Capture } from "./capture.js";
export { afterSilence, now } from "./clock.js";
export { codeOf } from "./error-code.js";
export { isAlive } from "./is-alive.js";
export { isFolder } from "./is-folder.js";
export { ownershipFault } from "./ownership.js";
export { privateFolder } from "./private-folder.js";
export { readRegularFile, readRegularFileAsync } from "./read-regular-file.js";
export { replaceFile, replaceFileAsync } from "./replace-file.js";
