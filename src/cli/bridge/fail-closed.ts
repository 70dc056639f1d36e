import { findBridgedHost } from "../../hosts/index.js";
import type { HostConfig } from "../../hosts/settings.js";
import { interpret, type WireRun } from "../../interpret/index.js";
import { bridgedHost } from "../../config/index.js";
import type { BridgedEvent } from "./host-install.js";

/** What a shell makes of a command that is not there. */
const missing: WireRun = { exit: 127, stderr: "snaphook: not found" };
/** The same where the command line ends with `|| exit 2`. */
const closed: WireRun = { ...missing, exit: 2 };

/** Whether the host blocks after such an end, by its own reader. */
function blocks(host: string, event: string, run: WireRun): boolean {
  return interpret({ dialect: host, event, runs: [run] }).outcome !== "proceed";
}

/**
 * A command of a guard, whose failure must not let the call continue: by the host's own setting, else by the shell, where
 * exit code 2 blocks.
 */
export function closedCommand(host: string, event: string, command: string): string {
  const hasSetting = findBridgedHost(host)?.failClosed !== undefined;
  const failed: WireRun = hasSetting ? { ...missing, onFailure: "block" } : missing;
  const needsShell = !blocks(host, event, failed) && blocks(host, event, closed);
  return needsShell ? `${command} || exit 2` : command;
}

/** The command for an event: that of a guard where a hook says `onFailure: "block"`. */
export function bridgedEvent(
  host: string,
  { event, isGuard }: Pick<BridgedEvent, "event" | "isGuard">,
  fire: string,
): BridgedEvent {
  const command = `${fire} --host ${host}`;
  return { event, isGuard, command: isGuard ? closedCommand(host, event, command) : command };
}

const names = (events: readonly BridgedEvent[]): string =>
  events.map(({ event }) => event).join(", ");

/** What the user must know of failures that this host does not stop at, in lines. */
export function openFailures(
  host: string,
  events: readonly BridgedEvent[],
  { hooks }: HostConfig,
): readonly string[] {
  const setting = (event: string): "continue" | "block" =>
    hooks.find((hook) => hook.event === event && bridgedHost(hook.command ?? "") === host)
      ?.onFailure ?? "continue";
  const isOpen = (event: string, run: WireRun): boolean =>
    blocks(host, event, closed) && !blocks(host, event, { ...run, onFailure: setting(event) });
  const unguarded = events.filter(({ event, isGuard }) => !isGuard && isOpen(event, missing));
  const late = events.filter(({ event, isGuard }) => isGuard && isOpen(event, { timedOut: true }));
  return [
    ...(unguarded.length === 0
      ? []
      : [
          `${host} continues where this command is missing or fails (${names(unguarded)}). Give a guard "onFailure": "block" and install again to stop there.`,
        ]),
    ...(late.length === 0
      ? []
      : [
          `${host} has no setting that does what "onFailure": "block" says (${names(late)}): a missing command blocks, a timeout or a kill does not.`,
        ]),
  ];
}
