export { joinedName, modeOfKey } from "./key.js";
export type { Mode } from "./key.js";
export { redactText } from "./text.js";
