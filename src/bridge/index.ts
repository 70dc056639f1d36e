export { render } from "./render/render.js";
export { wishOf } from "./render/wish.js";
export type { Wish } from "./render/wish.js";
export { configuredHosts } from "./config/host-config.js";
export type { ConfiguredHost, HostConfig, HostConfigOptions } from "./config/host-config.js";
export { readHostConfig } from "./config/read-host-config.js";
export { translatePayload } from "./payload/translate.js";
export { hostFiles } from "./install/host-files.js";
export { register, RegisterError, unregister } from "./install/register.js";
