export type {
  FleetAnswer,
  FleetAnswered,
  HostsOfHook,
  ReviewedFile,
  ReviewedHook,
  ShownFleet,
  ShownFleetQuestion,
  ShownFleetStatus,
  ShownTrust,
  ShownVersion,
} from "./protocol.js";
export { readSearch } from "./search-words.js";
export type { FleetSource } from "./server/fleet-source.js";
export type { ProjectReview } from "./server/project-review.js";
export { openViewer, type Viewer } from "./server/open-viewer.js";
