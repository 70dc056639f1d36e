export { ThreadedEngine } from "./threaded-engine.js";
