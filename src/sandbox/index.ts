export { Sandbox } from "./sandbox.js";
export type { SandboxCommand } from "./sandbox.js";
