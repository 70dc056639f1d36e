/** A file of its own, loaded where `snaphook view` was given a fleet. */
export { followedFleet } from "../view/followed-fleet.js";
