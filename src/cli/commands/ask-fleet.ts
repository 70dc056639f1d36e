/** A file of its own, loaded where the settings have hosts ask the fleet. */
export { askAboutCall, whyNot } from "../../fleet/index.js";
export { hostSeconds } from "../bridge/host-seconds.js";
