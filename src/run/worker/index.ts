export type { Workers } from "./worker-spec.js";
export { createWorkers } from "./workers.js";
