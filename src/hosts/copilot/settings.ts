import { join } from "node:path";
import {
  flagOf,
  folderPlaces,
  inSeconds,
  isExpression,
  never,
  place,
  pluginPlaces,
  reachBy,
  turnOff,
  usualFormat,
  type ConfigHook,
  type ConfigLayer,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Loaded,
  type Place,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { plugins } from "../settings-plugins.js";
import { copilot } from "./index.js";

/** Under these names a matcher of stars alone is Claude's, and fits everything. */
const claudeEvents: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

/** Where a command that fails denies. */
const failClosed: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

/** Events whose answer may grant something, so that it has to come over a safe line. */
const answering: ReadonlySet<string> = new Set([
  ...claudeEvents,
  "preToolUse",
  "permissionRequest",
]);

const copilotFormat: HostFormat = {
  ...usualFormat(copilot),
  topKeys: { version: "one", disableAllHooks: "flag", $schema: "any", description: "any" },
  topNeeds: ["version"],
  grouped: "either",
  types: {
    command: { needs: [["bash", "powershell", "command"]] },
    http: { needs: [["url"]] },
    prompt: { needs: [["prompt"]] },
  },
  keys: {
    bash: "text",
    powershell: "text",
    command: "text",
    cwd: "text",
    env: "object",
    timeoutSec: "positive",
    timeout: "positive",
    matcher: "text",
    url: "text",
    headers: "object",
    allowedEnvVars: "texts",
    prompt: "text",
    comment: "text",
  },
  /** What is known is that it warns; so a wrong entry costs itself, and a file of another version all that is in it. */
  reach: reachBy("hook", {
    "top-key": "nothing",
    "top-value": "file",
    hooks: "file",
    "event-unknown": "event",
    event: "event",
    twice: "nothing",
  }),
  places,
  seconds: ({ number }) => number("timeoutSec") ?? number("timeout") ?? copilot.defaultTimeout,
  onFailure: ({ event, type }) =>
    type === "command" && failClosed.has(copilot.events[event]?.canonical ?? "")
      ? "block"
      : "continue",
  command: ({ text }, world) => text(shellOf(world)) ?? text("command"),
  remarks,
  arrange,
};

export const formats: HostFormats = [copilotFormat];

/** Hooks among other settings: no version is asked for, and other keys are somebody else's. */
const settingsFormat: HostFormat = { ...copilotFormat, topKeys: null, topNeeds: [] };

/** Files whose switch turns off the hooks of every file but the administrator's. */
const repositorySettings: ReadonlySet<string> = new Set([
  "project/settings",
  "project/settings.local",
]);

/** The user's, then the project's; all of them run. */
function places(world: World): ReturnType<HostFormat["places"]> {
  const { COPILOT_HOME: moved } = world.env;
  const user = moved === undefined || moved === "" ? join(world.home, ".copilot") : moved;
  const github = join(world.projectDir, ".github");
  const claude = join(world.projectDir, ".claude");
  const policy = world.system({
    linux: "/etc/github-copilot/policy.d",
    darwin: "/etc/github-copilot/policy.d",
    win32: "C:\\ProgramData\\github-copilot\\policy.d",
  });
  return [
    ...folderPlaces("managed", policy),
    ...folderPlaces("user", join(user, "hooks")),
    settings("user", "user/settings", join(user, "settings.json")),
    ...folderPlaces("project", join(github, "hooks")),
    settings("project", "project/settings", join(github, "copilot", "settings.json")),
    settings("local", "project/settings.local", join(github, "copilot", "settings.local.json")),
    settings("project", "claude/project", join(claude, "settings.json")),
    settings("local", "claude/local", join(claude, "settings.local.json")),
    ...pluginPlaces({ host: "copilot", forms: plugins }, world.projectDir),
  ];
}

function settings(layer: ConfigLayer, label: string, path: string): Place {
  return { ...place(layer, path), label, format: settingsFormat };
}

function remarks(draft: Draft, world: World): readonly Remark[] {
  const { event, type, matcher = "" } = draft;
  const found: Remark[] = [...inSeconds(draft, draft.has("timeoutSec") ? "timeoutSec" : "timeout")];
  const shell = shellOf(world);
  const isMeant = ["bash", "powershell"].some((key) => draft.has(key));
  if (type === "command" && isMeant && !draft.has(shell) && !draft.has("command"))
    found.push(never(shell, `it has no command for ${world.platform}`, [shell, "command"]));
  if (type === "prompt" && copilot.events[event]?.canonical !== "SessionStart")
    found.push(never("type", `${event} takes no hook of type prompt`, ["command", "http"]));
  if (type === "http" && answering.has(event) && !/^https:/i.test(draft.text("url") ?? ""))
    found.push(
      never("url", `${event} takes no answer but over https`, [
        "an address that begins with https:",
      ]),
    );
  const isAll = matcher === "" || (claudeEvents.has(event) && /^\*\*?$/.test(matcher));
  if (!isAll && !isExpression(matcher))
    found.push(
      never("matcher", `${matcher} is no expression, so the hook is skipped`, [
        "an expression that matches the whole name",
      ]),
    );
  return found;
}

function shellOf({ platform }: World): string {
  return platform === "win32" ? "powershell" : "bash";
}

/** A file turns its own hooks off, settings of the repository those of all files; nothing turns off the administrator's. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  let hooks = loaded.flatMap((file) => file.hooks);
  for (const file of loaded) {
    const off = flagOf([file], ["disableAllHooks"]);
    if (off?.value !== true) continue;
    const by = { file, path: "disableAllHooks", line: off.line, found: "disableAllHooks: true" };
    const isForAll = repositorySettings.has(file.place.label);
    const reached = ({ file: path, layer }: ConfigHook): boolean =>
      layer !== "managed" && (isForAll || path === file.place.path);
    hooks = [...turnOff(hooks, reached, by)];
  }
  return hooks;
}
