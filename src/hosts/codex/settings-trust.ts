import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import {
  entryPath,
  flagOf,
  turnOff,
  valueAt,
  type ConfigHook,
  type Loaded,
  type Place,
  type World,
} from "../../host-settings/index.js";
import { codexApprovals } from "./approvals.js";
import { mainCheckout, repositoryRoot } from "./settings-folders.js";

/** Layers that nobody has to approve. */
const managed: ReadonlySet<string> = new Set(["managed", "system"]);

/** What an approval of a plugin's hook is called depends on where it is installed from. */
const unasked: ReadonlySet<string> = new Set([...managed, "plugin"]);

/** Nothing is taken for a copy. What runs is decided by the administrator, the project's trust and each hook's approval. */
export function arrangeCodex(loaded: readonly Loaded[], world: World): readonly ConfigHook[] {
  for (const file of loaded) tellOfTwoForms(file, loaded);
  tellOfMarkers(loaded);
  const isTrusted = projectTrust(loaded, world);
  const why = "the project is not trusted in the user's config.toml";
  const counting = loaded.filter(({ place }) => isTrusted(place));
  const all = turnedOff(
    loaded.flatMap(({ hooks }) => hooks),
    counting,
  );
  if (world.isTrusted) return all;
  const trusted = withheld(all, loaded, ({ layer, file }) =>
    isTrusted({ layer, path: file }) ? null : why,
  );
  return approved(trusted, loaded, world);
}

/** Where a project begins is taken to be where its repository does. */
function tellOfMarkers(loaded: readonly Loaded[]): void {
  for (const file of loaded) {
    const markers = valueAt(file, ["project_root_markers"]);
    if (markers === null || file.place.layer === "project") continue;
    file.report.add("host-config-unread", "", {
      path: "project_root_markers",
      line: markers.line,
      found: "other signs of a project's root than .git",
      allowed: [".git"],
    });
  }
}

/** Codex warns of it and runs both. */
function tellOfTwoForms(json: Loaded, loaded: readonly Loaded[]): void {
  const toml = loaded.find(({ place }) => place.label === `${json.place.label}/config.toml`);
  const [first] = toml?.hooks ?? [];
  if (toml === undefined || first === undefined || json.hooks.length === 0) return;
  toml.report.add("host-config-doubled", "", {
    path: "hooks",
    line: valueAt(toml, ["hooks"])?.line ?? first.line,
    found: `hooks here and in ${json.place.path}`,
    allowed: ["one of the two files: Codex runs the hooks of both"],
  });
}

function turnedOff(all: readonly ConfigHook[], loaded: readonly Loaded[]): readonly ConfigHook[] {
  const rising = loaded.filter(({ place }) => place.form === "toml" && place.layer !== "managed");
  const required = loaded.filter(({ place }) => place.layer === "managed");
  const feature = flagOf([...rising, ...required], ["features", "hooks"]);
  const only = flagOf(required, ["allow_managed_hooks_only"]);
  let hooks = all;
  if (feature?.value === false) {
    const by = { file: feature.file, path: "features.hooks", line: feature.line };
    hooks = turnOff(hooks, () => true, { ...by, found: "features.hooks: false" });
  }
  if (only?.value === true) {
    const by = { file: only.file, path: "allow_managed_hooks_only", line: only.line };
    const isOwn = ({ layer }: ConfigHook): boolean => !managed.has(layer);
    hooks = turnOff(hooks, isOwn, { ...by, found: "allow_managed_hooks_only: true" });
  }
  return hooks;
}

/** Of a project that the user has not marked as trusted Codex takes nothing; the nearest folder that is marked counts. */
function projectTrust(
  loaded: readonly Loaded[],
  { projectDir, isTrusted }: World,
): (file: Pick<Place, "layer" | "path">) => boolean {
  const settings = userSettings(loaded);
  const root = repositoryRoot(projectDir);
  const shared = [root, mainCheckout(root) ?? root];
  return ({ layer, path }) => {
    if (isTrusted || layer !== "project" || settings === null) return true;
    const folder = dirname(dirname(path));
    const levels = [folder, ...shared].flatMap(bothNames).map((name) => {
      const level = valueAt(settings, ["projects", name, "trust_level"])?.value;
      return level?.type === "text" ? level.value : null;
    });
    return levels.find((level) => level !== null) === "trusted";
  };
}

function bothNames(folder: string): readonly string[] {
  try {
    return [...new Set([realpathSync(folder), folder])];
  } catch {
    return [folder];
  }
}

/**
 * Only hooks run that the user has approved as they are. Whether a tool of MCP was approved is not known here:
 * its key and its hash are made otherwise.
 */
function approved(
  hooks: readonly ConfigHook[],
  loaded: readonly Loaded[],
  world: World,
): readonly ConfigHook[] {
  const state = approvals(loaded);
  const isKnown = (hook: ConfigHook): boolean => state !== null && hook.type === "command";
  if (hooks.some((hook) => isAsked(hook) && !isKnown(hook)))
    userFile(loaded)?.report.add("host-config-unread", "", {
      path: "hooks.state",
      line: null,
      found: "which hooks the user has approved",
      allowed: ["hooks that are approved; Codex runs no others"],
      severity: "info",
    });
  return withheld(hooks, loaded, (hook) => {
    if (state === null || !isAsked(hook) || !isKnown(hook)) return null;
    return whyNotApproved(hook, state, loaded, world);
  });
}

function isAsked({ layer, ignored }: ConfigHook): boolean {
  return !unasked.has(layer) && ignored === undefined;
}

interface Approval {
  readonly hash: string | null;
  readonly isOff: boolean;
}

/** What the user has said of each hook, by its key; null where it cannot be known. */
function approvals(loaded: readonly Loaded[]): ReadonlyMap<string, Approval> | null {
  const settings = userSettings(loaded);
  if (settings === null) return null;
  const state = valueAt(settings, ["hooks", "state"])?.value;
  const members = state?.type === "object" ? state.members : [];
  return new Map(
    members.map(({ key, value }) => {
      const fields = value.type === "object" ? value.members : [];
      const [hash, enabled] = ["trusted_hash", "enabled"].map(
        (wanted) => fields.find((field) => field.key === wanted)?.value,
      );
      return [
        key.trim(),
        {
          hash: hash?.type === "text" ? hash.value : null,
          isOff: enabled?.type === "flag" && !enabled.value,
        },
      ];
    }),
  );
}

function whyNotApproved(
  hook: ConfigHook,
  state: ReadonlyMap<string, Approval>,
  loaded: readonly Loaded[],
  world: World,
): string | null {
  const at = entryPath(hook);
  const [, , group, , index] = at;
  const event = hook.event.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
  const approval = state.get(`${hook.file}:${event}:${group}:${index}`);
  if (approval?.isOff === true) return "the user has turned it off";
  if (approval === undefined || approval.hash === null) return "nobody has approved it in Codex";
  const file = loaded.find(({ place }) => place.path === hook.file);
  return file !== undefined && approval.hash === hashOf(hook, file, at, world)
    ? null
    : "it has changed since it was approved in Codex";
}

/** The hash of one entry. It does not depend on the place, so the entry is asked for alone. */
function hashOf(
  { event, matcher, command = "" }: ConfigHook,
  file: Loaded,
  at: readonly (string | number)[],
  { platform }: World,
): string | undefined {
  const field = (key: string): unknown => {
    const value = valueAt(file, [...at, key])?.value;
    return value !== undefined && "value" in value ? value.value : undefined;
  };
  const timeout = field("timeout");
  const limit = field("additionalContextLimit");
  const handler = {
    type: "command",
    command: platform === "win32" ? command : field("command"),
    timeout: timeout === undefined ? undefined : Number(timeout),
    async: field("async"),
    statusMessage: field("statusMessage"),
    additionalContextLimit: limit === undefined ? undefined : Number(limit),
  };
  const text = JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [handler] }] } });
  const lines = codexApprovals("", text, new Set([command]), (plain) =>
    createHash("sha256").update(plain).digest("hex"),
  );
  return /sha256:[0-9a-f]+/.exec(lines.join("\n"))?.[0];
}

/** Sets aside the hooks for which there is a reason, and reports it once for each file. */
function withheld(
  hooks: readonly ConfigHook[],
  loaded: readonly Loaded[],
  reason: (hook: ConfigHook) => string | null,
): readonly ConfigHook[] {
  const lost = new Map<string, ConfigHook[]>();
  const kept = hooks.map((hook): ConfigHook => {
    const why = hook.ignored === undefined ? reason(hook) : null;
    if (why === null) return hook;
    const key = JSON.stringify([hook.file, why]);
    const ones = lost.get(key);
    if (ones === undefined) lost.set(key, [hook]);
    else ones.push(hook);
    return { ...hook, ignored: why };
  });
  for (const [key, ones] of lost) {
    const [path, found = ""] = JSON.parse(key) as string[];
    const [first] = ones;
    loaded
      .find(({ place }) => place.path === path)
      ?.report.add("host-config-ignored", ones.length === 1 ? (first?.id ?? "") : "", {
        path: "hooks",
        line: first?.line ?? null,
        found,
        allowed: ["hooks that the user has approved, of a project that is trusted"],
        lost: ones.length === 1 ? "one hook" : `${ones.length} hooks`,
        severity: "warning",
      });
  }
  return kept;
}

function userFile(loaded: readonly Loaded[]): Loaded | undefined {
  return loaded.find(({ place: { form, layer } }) => form === "toml" && layer === "user");
}

/** What the user's config.toml says; null where it cannot be known. A file that is not there says nothing. */
function userSettings(loaded: readonly Loaded[]): Loaded | null {
  const file = userFile(loaded);
  return file !== undefined && (file.root !== null || file.isMissing) ? file : null;
}
