export { commandNeeds } from "./command-needs.js";
export type { CommandPlace, NeededFile } from "./command-needs.js";
export { HostProject } from "./host-project.js";
export type { HostFired, HostHookReport } from "./host-project.js";
export { hostVariables, isOwnFile, openHosts } from "./open-hosts.js";
export { hostEvents } from "./sample.js";
export type { HostEventPayload } from "./sample.js";
