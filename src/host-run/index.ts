export { missingPrograms } from "./missing-programs.js";
export type { CommandPlace } from "./missing-programs.js";
export { HostProject, wireOf } from "./host-project.js";
export type { HostFired, HostHookReport } from "./host-project.js";
export { hostVariables, openHosts } from "./open-hosts.js";
export { commandLine, hostHooks, ownHooks, projectHooks } from "./project-hooks.js";
export type { HostHooks, ProjectHook } from "./project-hooks.js";
export { hostEvents } from "./sample.js";
export type { HostEventPayload } from "./sample.js";
