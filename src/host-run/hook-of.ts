import {
  calledBy,
  distinctNames,
  type Hook,
  type HookAction,
  type HookEntry,
} from "../config/index.js";
import { bridgeOf } from "../hosts/index.js";
import type { ConfigHook } from "../hosts/settings.js";
import type { Layer } from "../layer/index.js";

/** Who has written a layer of a host's files: what the project's authors can write needs approval. */
const layerOf: Readonly<Record<ConfigHook["layer"], Layer>> = {
  managed: "managed",
  system: "managed",
  user: "user",
  plugin: "project",
  project: "project",
  local: "local",
};

/** The id of a host's hook among all hooks of a project. */
export function foreignId(host: string, { id }: Pick<ConfigHook, "id">): string {
  return `${host}/${id}`;
}

/** What a hook of a host's files is known by, and where it is. */
export function whichHook(
  host: string,
  found: ConfigHook,
  name = nameIn(found),
): Pick<Hook, "id" | "name" | "source"> {
  const { layer, file, line } = found;
  return {
    id: foreignId(host, found),
    name,
    source: { layer: layerOf[layer], file, line, host },
  };
}

/**
 * A hook of a host's files in the form in which hooks are approved and started. Null where it asks a model, or a server
 * in a way that is not known: that is not done here.
 */
export function hookOf(host: string, found: ConfigHook, name = nameIn(found)): Hook | null {
  const { event, matcher } = found;
  const action = actionOf(host, found);
  if (action === null) return null;
  const entry: HookEntry = {
    ...whichHook(host, found, name),
    ...(found.name === undefined && { approvedAs: nameIn(found) }),
    event,
    matcher,
    if: found.if === undefined ? undefined : { rule: found.if },
    action,
    timeout: found.timeoutSeconds,
    onFailure: found.onFailure,
    env: found.env ?? {},
    passEnv: [],
    cwd: found.cwd ?? null,
    merge: false,
    sequential: false,
    ...(found.async === true && { async: true }),
    disabled: found.disabled === true,
  };
  return { ...entry, entry };
}

function actionOf(
  host: string,
  { type, command, args, url, headers = {}, allowedEnvVars = [] }: ConfigHook,
): HookAction | null {
  if (type === "http" && url !== undefined && bridgeOf(host)?.start.http === true)
    return { type, url, headers, allowedEnvVars };
  if (type !== "command" || command === undefined) return null;
  return args === undefined
    ? { type, form: "shell", shell: shellOf(host), command }
    : { type, form: "exec", command, args };
}

/** What each of a host's hooks is called. */
export function namesOf(hooks: readonly ConfigHook[]): ReadonlyMap<string, string> {
  const names = distinctNames(
    hooks.map((found) => ({ ...found, name: nameIn(found), isOwnName: found.name !== undefined })),
  );
  return new Map(hooks.map(({ id }, index) => [id, names[index] ?? id]));
}

function nameIn({ id, name, command, args, url }: ConfigHook): string {
  return name ?? (command === undefined ? url : calledBy(command, args)) ?? id;
}

/** The shell that a host gives a command to. All of them take it behind `-c`. */
function shellOf(host: string): string {
  const [shell = "/bin/sh"] = bridgeOf(host)?.start.shell ?? [];
  return shell === "$SHELL" ? process.env["SHELL"] || "/bin/sh" : shell;
}
