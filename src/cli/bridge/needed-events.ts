import { homedir } from "node:os";
import { loadSettings } from "../../config/index.js";
import { namedEvent, type BridgedEvent } from "./host-install.js";

/**
 * A later revision of a policy may have guards there, and the fleet answers there: nobody writes the host's file again for
 * that.
 */
const alwaysBridged = ["PreToolUse", "PermissionRequest"] as const;

/** The events that a host must fire at Snaphook. */
export interface NeededEvents {
  /** By the host's names. */
  readonly events: readonly Pick<BridgedEvent, "event" | "isGuard">[];
  /** Events with hooks that the host does not have, or whose payload does not name them. */
  readonly unknown: readonly string[];
}

/** What the hooks of this project, of the user and of the policy need, with what `policy` and `fleet` in the settings need always. */
export function neededEvents(name: string, projectDir: string, home: string): NeededEvents {
  // Read as data, as for a review: nothing of it runs here.
  const { hooks, policy, fleet } = loadSettings({
    projectDir,
    home,
    userHome: homedir(),
    trustProject: true,
    // Wave runs the hooks of its own settings itself.
    wave: name !== "wave",
  });
  const always = policy === null && fleet === null ? [] : alwaysBridged;
  const written = new Set(hooks.map(({ event }) => event));
  const events = [...new Set([...written, ...always])].flatMap((event) => {
    const theirs = namedEvent(name, event);
    const isGuard =
      (event === "PreToolUse" && always.length > 0) ||
      hooks.some((hook) => hook.event === event && hook.onFailure === "block");
    return theirs === null ? [] : [{ event: theirs, isGuard }];
  });
  return { events, unknown: [...written].filter((event) => namedEvent(name, event) === null) };
}
