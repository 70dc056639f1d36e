import { join } from "node:path";
import { findHost } from "../../hosts/index.js";
import type { Defect, Draft, HostFormat, Loaded, Reach, Remark, World } from "./format.js";
import type { ConfigHook } from "./host-config.js";
import { isExpression } from "./matchers.js";
import { folderPlaces, pluginPlaces } from "./places.js";
import { flagOf, turnOff } from "./switches.js";

const host = findHost("copilot");

/** Under these names a matcher of stars alone is Claude's, and fits everything. */
const claudeEvents: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

/** What is known is that it warns; so a wrong entry costs itself, and a file of another version all that is in it. */
const reaches: Readonly<Partial<Record<Defect, Reach>>> = {
  "top-key": "nothing",
  "top-value": "file",
  hooks: "file",
  "event-unknown": "event",
  event: "event",
  twice: "nothing",
};

export const copilotFormat: HostFormat = {
  host: "copilot",
  dialect: `copilot@${host?.version}`,
  events: Object.keys(host?.events ?? {}),
  flavour: { comments: "none", bytes: "doubtful" },
  refusesLinks: false,
  topKeys: { version: "one", disableAllHooks: "flag", $schema: "any", description: "any" },
  topNeeds: ["version"],
  grouped: false,
  types: {
    command: { needs: [["bash", "powershell", "command"]] },
    http: { needs: [["url"]] },
    prompt: { needs: [["prompt"]] },
  },
  defaultType: null,
  keys: {
    bash: "text",
    powershell: "text",
    command: "text",
    cwd: "text",
    env: "object",
    timeoutSec: "positive",
    matcher: "text",
    url: "text",
    headers: "object",
    prompt: "text",
    comment: "text",
  },
  nullable: [],
  reach: (defect) => reaches[defect] ?? "hook",
  places,
  seconds: ({ number }) => number("timeoutSec") ?? host?.defaultTimeout ?? 30,
  onFailure: ({ event, type }) =>
    type === "command" && host?.events[event]?.canonical === "PreToolUse" ? "block" : "continue",
  isAsync: () => false,
  command: ({ text }, world) => text(shellOf(world)) ?? text("command"),
  remarks,
  arrange,
};

function places(world: World): ReturnType<HostFormat["places"]> {
  const policy = world.system({
    linux: "/etc/github-copilot/policy.d",
    darwin: "/etc/github-copilot/policy.d",
    win32: "C:\\ProgramData\\github-copilot\\policy.d",
  });
  return [
    ...folderPlaces("managed", policy),
    ...folderPlaces("user", join(world.home, ".copilot", "hooks")),
    ...folderPlaces("project", join(world.projectDir, ".github", "hooks")),
    ...pluginPlaces(world.plugins),
  ];
}

function remarks(draft: Draft, world: World): readonly Remark[] {
  const { event, type, matcher = "" } = draft;
  const found: Remark[] = [];
  const shell = shellOf(world);
  const isMeant = ["bash", "powershell"].some((key) => draft.has(key));
  if (type === "command" && isMeant && !draft.has(shell) && !draft.has("command"))
    found.push({
      code: "host-config-ignored",
      key: shell,
      found: `it has no command for ${world.platform}`,
      allowed: [shell, "command"],
    });
  const isAll = matcher === "" || (claudeEvents.has(event) && /^\*\*?$/.test(matcher));
  if (!isAll && !isExpression(matcher))
    found.push({
      code: "host-config-ignored",
      key: "matcher",
      found: `${matcher} is no expression, so the hook is skipped`,
      allowed: ["an expression that fits the whole name"],
    });
  return found;
}

function shellOf({ platform }: World): string {
  return platform === "win32" ? "powershell" : "bash";
}

/** A file may turn its own hooks off; nothing turns off the administrator's. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  let hooks = loaded.flatMap((file) => file.hooks);
  for (const file of loaded) {
    const off = flagOf([file], ["disableAllHooks"]);
    if (off?.value !== true) continue;
    const by = { file, path: "disableAllHooks", line: off.line, found: "disableAllHooks: true" };
    const isOwn = (hook: ConfigHook): boolean =>
      hook.file === file.place.path && hook.layer !== "managed";
    hooks = [...turnOff(hooks, isOwn, by)];
  }
  return hooks;
}
