import { basename } from "node:path";
import { defaultHome, loadSettings, type Hook } from "../../config/index.js";
import type { HostProject } from "../../host-run/index.js";
import { isProjectLayer } from "../../layer/index.js";
import type { HookTrust, Trust } from "../../trust/index.js";

/** A hook of this folder, whoever's it is. */
export interface FoundHook {
  readonly id: string;
  readonly name: string;
  /** `name version` of the host that reads it. */
  readonly reader: string;
  /** Null where it is Snaphook's own. */
  readonly host: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly event: string;
  readonly matcher: string | null;
  readonly command: string | null;
  /** Why it never runs, whatever the call; null where it can. */
  readonly never: string | null;
  /** Of a hook of the project: whether it is approved. */
  readonly trust: Pick<HookTrust, "state" | "runs" | "why"> | null;
}

/** Every hook of this folder: Snaphook's own, and those in the hosts' files. Nothing is run. */
export function knownHooks(hosts: readonly HostProject[], trust: Trust): readonly FoundHook[] {
  const { hooks } = loadSettings({
    projectDir: trust.project,
    home: defaultHome(),
    trustProject: true,
  });
  const trustOf = (hook: Hook | null): FoundHook["trust"] => {
    if (hook === null || !isProjectLayer(hook.source.layer)) return null;
    const { state, runs, why } = trust.of(hook);
    return { state, runs, why };
  };
  const own = hooks.map((hook): FoundHook => {
    const { id, name, event, matcher = null, action, source, disabled } = hook;
    const { file, line } = source;
    const never = disabled ? "it is turned off in the settings" : null;
    const command = "command" in action ? action.command : null;
    const place = { reader: "Snaphook", host: null, file, line };
    return { id, name, ...place, event, matcher, command, never, trust: trustOf(hook) };
  });
  const others = hosts.flatMap((host) =>
    host.config.hooks.map((found): FoundHook => {
      const { id, name } = host.reportOf({ found, hook: host.hookOf(found), why: "" });
      const { file, line, event, matcher = null, command = null, ignored, disabled } = found;
      const never = ignored ?? (disabled === true ? "it is turned off" : null);
      const place = { reader: host.dialect.replace("@", " "), host: host.host, file, line };
      const ofProject = trustOf(host.hookOf(found));
      return { id, name, ...place, event, matcher, command, never, trust: ofProject };
    }),
  );
  return [...own, ...others];
}

/** The hooks that a word may mean: an id, a name, a script, or a part of the command. The surest alone. */
export function findHooks(hooks: readonly FoundHook[], word: string): readonly FoundHook[] {
  const words = ({ command }: FoundHook): readonly string[] =>
    (command ?? "").split(/[\s"'=]+/).map((part) => basename(part));
  const ways: readonly ((hook: FoundHook) => boolean)[] = [
    ({ id, name }) => id === word || name === word,
    (hook) => words(hook).includes(basename(word)),
    ({ name, command }) => name.includes(word) || (command ?? "").includes(word),
  ];
  for (const way of ways) {
    const found = hooks.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}
