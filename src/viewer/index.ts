export type { HostsOfHook } from "./protocol.js";
export { readSearch } from "./search-words.js";
export { openViewer, type Viewer } from "./server/open-viewer.js";
