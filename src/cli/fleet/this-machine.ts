import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { machineSettings } from "../policy/machine-policy.js";

/** Where the name of this machine in the fleet is kept: with its policy, or in Snaphook's own folder. */
export function machineFolder(): string {
  return machineSettings().policy?.folder ?? join(defaultHome(), "fleet");
}
