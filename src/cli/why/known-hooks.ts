import { homedir } from "node:os";
import { basename } from "node:path";
import { defaultHome } from "../../config/index.js";
import {
  hostHooks,
  missingPrograms,
  ownHooks,
  type HostProject,
  type ProjectHook,
} from "../../host-run/index.js";
import { isProjectLayer } from "../../layer/index.js";
import { commandPlace } from "../open-project-hosts.js";
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
  /** Programs that its command needs and that are not on this machine. */
  readonly missing: readonly string[];
  /** Of a hook of the project: whether it is approved. */
  readonly trust: Pick<HookTrust, "state" | "runs" | "why"> | null;
}

/** Every hook of this folder: Snaphook's own, and those in the hosts' files. Nothing is run. */
export function knownHooks(hosts: readonly HostProject[], trust: Trust): readonly FoundHook[] {
  const places = {
    projectDir: trust.project,
    home: defaultHome(),
    userHome: homedir(),
    wave: true,
  };
  const own = (ownHooks(places)?.hooks ?? []).map((hook) => storyOf(hook, "Snaphook", null, trust));
  const others = hosts.flatMap(({ host, dialect, config }) =>
    hostHooks(config, host).hooks.map((hook) =>
      storyOf(hook, dialect.replace("@", " "), host, trust),
    ),
  );
  return [...own, ...others];
}

function storyOf(found: ProjectHook, reader: string, host: string | null, trust: Trust): FoundHook {
  const { globalId: id, name, file, line, event, never, hook } = found;
  const { matcher, command } = { matcher: null, command: null, ...found };
  const place = { reader, host, file, line };
  const ofProject = hook === null || !isProjectLayer(hook.source.layer) ? null : trust.of(hook);
  const { state, runs, why } = ofProject ?? {};
  const missing = missingPrograms(found, commandPlace(trust.project)).map(({ program }) => program);
  const approval =
    state === undefined || runs === undefined || why === undefined ? null : { state, runs, why };
  return { id, name, ...place, event, matcher, command, never, missing, trust: approval };
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
