import { homedir } from "node:os";
import { defaultHome, loadSettings, type FleetSettings } from "../../config/index.js";
import type { Arguments } from "../arguments.js";
import { UsageError } from "../usage-error.js";

/** What the user's and the managed settings say of the fleet, or null. No project has a say. */
export function fleetSettings(): FleetSettings | null {
  const home = defaultHome();
  const places = { projectDir: home, home, userHome: homedir(), wave: false };
  return loadSettings({ ...places, trustProject: false }).fleet;
}

/** The database that a command of a person uses: the option, the variable, or the settings. An agent has only the settings. */
export function fleetUrl(given: Arguments): string {
  const said = given.text("url") ?? process.env["SNAPHOOK_FLEET_URL"] ?? fleetSettings()?.url;
  if (said === undefined || said === "")
    throw new UsageError(
      "no database is named: give --url postgres://ROLE@HOST/DATABASE, set SNAPHOOK_FLEET_URL, or put fleet.url into the settings",
    );
  return said;
}
