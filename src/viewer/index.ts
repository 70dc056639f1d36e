export type {
  HostsOfHook,
  ReviewedFile,
  ReviewedHook,
  ShownTrust,
  ShownVersion,
} from "./protocol.js";
export { readSearch } from "./search-words.js";
export type { ProjectReview } from "./server/project-review.js";
export { openViewer, type Viewer } from "./server/open-viewer.js";
