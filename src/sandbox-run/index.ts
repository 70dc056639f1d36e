export type { SandboxEvent, SandboxFired } from "./fire-request.js";
export { homeFilesOf, ProjectHooks, type HostHooks, type ProjectPlaces } from "./project-hooks.js";
export { SandboxedHooks } from "./sandboxed-hooks.js";
