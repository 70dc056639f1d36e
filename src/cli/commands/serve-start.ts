import { defaultHome } from "../../config/index.js";
import { placeOf, startResident } from "../../serve/index.js";
import { mainFile } from "../main-file.js";

/** Put in by the build. */
declare const BUILD: string;

/** Starts the resident engine for the next events. */
export function startServing(): void {
  startResident(placeOf(defaultHome(), BUILD), mainFile);
}
