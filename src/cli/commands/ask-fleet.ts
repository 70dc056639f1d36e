/** A file of its own, loaded where the settings have hosts ask the fleet. */
export { askAboutCall, whyNot } from "../../fleet/index.js";
export { registeredSeconds } from "../bridge/registered-seconds.js";
