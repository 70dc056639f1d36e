import type { HostBridge } from "./bridge.js";
import { bridges } from "./bridge-list.js";
import { findBridgedHost } from "./matrix.js";

/** What the bridge needs to know of a host, by `name` or `name@version`; null where there is no such host. */
export function bridgeOf(wanted: string): HostBridge | null {
  const host = findBridgedHost(wanted);
  return host === null ? null : (bridges.get(host.name) ?? null);
}
