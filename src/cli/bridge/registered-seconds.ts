import { homedir } from "node:os";
import { configuredHosts, readHostConfig, type ConfigHook } from "../../hosts/settings.js";

/**
 * The shortest time that the host's own settings give to the bridge for an event; null where they do not name it, as where
 * a script of the user's starts it. The file may be a project's: all it can do is to make the wait shorter.
 */
export function registeredSeconds(host: string, event: string, projectDir: string): number | null {
  if (!configuredHosts.includes(host)) return null;
  const { hooks } = readHostConfig(host, { projectDir, home: homedir() });
  const seconds = hooks
    .filter((hook) => hook.event === event && firesFor(host, hook))
    .map(({ timeoutSeconds }) => timeoutSeconds);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

/** With whatever options, which `bridge install` does not write. */
function firesFor(host: string, { command = "", args = [] }: ConfigHook): boolean {
  const words = [command, ...args].join(" ");
  return /bridge fire|snaphook-fire|fire\.sh/.test(words) && hostIn(words) === host;
}

function hostIn(words: string): string | undefined {
  return /--host[ =]['"]?([\w-]+)/.exec(words)?.[1];
}
