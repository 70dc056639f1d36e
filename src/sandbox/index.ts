export { Sandbox } from "./sandbox.js";
export type { SandboxCommand } from "./sandbox.js";
export type { FileChange, GivenFile } from "./file-changes.js";
