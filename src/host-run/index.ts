export { HostProject } from "./host-project.js";
export type { HostFired, HostHookReport } from "./host-project.js";
export { hostVariables, openHosts } from "./open-hosts.js";
export { hostEvents } from "./sample.js";
export type { HostEventPayload } from "./sample.js";
