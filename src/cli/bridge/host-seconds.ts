import { homedir } from "node:os";
import { findBridgedHost } from "../../hosts/index.js";
import { configuredHosts, readHostConfig, type ConfigHook } from "../../hosts/settings.js";
import { HOST_SECONDS } from "./install-seconds.js";

/**
 * For how many seconds a host waits for the bridge at an event; `said` is what the command line says, or null. The shortest
 * time counts that the host's own settings give to the bridge. Where they do not name it, a script of the user's starts
 * it: then what was said counts, or else the shortest time of any hook of the event. The file may be a project's: all it
 * can do is to make the wait shorter.
 */
export function hostSeconds(
  host: string,
  event: string,
  projectDir: string,
  said: number | null,
): number {
  const hooks = configuredHosts.includes(host)
    ? readHostConfig(host, { projectDir, home: homedir() }).hooks
    : [];
  const ofEvent = hooks.filter((hook) => hook.event === event);
  const own = ofEvent.filter((hook) => firesFor(host, hook));
  const seconds = (own.length > 0 || said !== null ? own : ofEvent).map(
    ({ timeoutSeconds }) => timeoutSeconds,
  );
  const unnamed = said ?? findBridgedHost(host)?.defaultTimeout ?? HOST_SECONDS;
  return Math.min(said ?? HOST_SECONDS, ...(seconds.length === 0 ? [unnamed] : seconds));
}

/** With whatever options, which `bridge install` does not write. */
function firesFor(host: string, { command = "", args = [] }: ConfigHook): boolean {
  const words = [command, ...args].join(" ");
  return /bridge fire|snaphook-fire|fire\.sh/.test(words) && hostIn(words) === host;
}

function hostIn(words: string): string | undefined {
  return /--host[ =]['"]?([\w-]+)/.exec(words)?.[1];
}
