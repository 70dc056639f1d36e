export { isOwnId, isProjectLayer, layers } from "./layer.js";
export type { Layer } from "./layer.js";
