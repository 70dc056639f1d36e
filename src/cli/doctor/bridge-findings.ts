import { bridgedHost } from "../../config/index.js";
import type { HostHooks } from "../../host-run/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { catalogue } from "../../problem/index.js";
import { neededEvents } from "../bridge/needed-events.js";
import type { Finding } from "./finding.js";

/** Events that hooks or a policy need and that a host with Snaphook's command does not fire at it. */
export function bridgeFindings(
  { host, hooks }: HostHooks,
  projectDir: string,
  home: string,
): readonly Finding[] {
  if (!bridgedHosts().some(({ name }) => name === host)) return [];
  const bridged = hooks.filter(
    ({ command = "", never }) => never === null && bridgedHost(command) === host,
  );
  const [first] = bridged;
  if (first === undefined) return [];
  const { severity } = catalogue["bridge-incomplete"];
  return neededEvents(host, projectDir, home)
    .events.filter(({ event }) => bridged.every((hook) => hook.event !== event))
    .map(({ event }) => ({
      code: "bridge-incomplete",
      severity,
      confidence: "read",
      host,
      file: first.file,
      line: null,
      message: `${host} does not fire ${event} at Snaphook`,
      cause: "the host does not fire all events that the settings need at Snaphook",
      detail: event,
      fix: { safety: "unsafe", description: `Run \`snaphook bridge install ${host}\`.` },
    }));
}
