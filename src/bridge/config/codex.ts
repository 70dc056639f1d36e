import { join } from "node:path";
import { findHost } from "../../hosts/index.js";
import type { Defect, Draft, HostFormat, Loaded, Reach, Remark, World } from "./format.js";
import type { ConfigHook } from "./host-config.js";
import { isLinearExpression, neverATool } from "./matchers.js";
import { place, pluginPlaces, tomlPlace } from "./places.js";

const host = findHost("codex");

/** Events for which nobody waits long, nor lets a hook run on. */
const hurried: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"]);

/** Rust reads the file into fixed types, so what does not fit them costs the whole file. */
const reaches: Readonly<Partial<Record<Defect, Reach>>> = {
  "event-unknown": "event",
  "blank-command": "hook",
};

export const codexFormat: HostFormat = {
  host: "codex",
  dialect: `codex@${host?.version}`,
  events: Object.keys(host?.events ?? {}),
  flavour: { comments: "none", bytes: "breaks" },
  refusesLinks: false,
  topKeys: { description: "text" },
  topNeeds: [],
  grouped: true,
  types: {
    command: { needs: [["command"]] },
    mcp_tool: { needs: [["server"], ["tool"]] },
    prompt: { needs: [], skipped: "Codex skips hooks of type prompt" },
    agent: { needs: [], skipped: "Codex skips hooks of type agent" },
  },
  defaultType: null,
  keys: {
    command: "text",
    commandWindows: "text",
    timeout: "count",
    async: "flag",
    statusMessage: "text",
    additionalContextLimit: "count",
    server: "text",
    tool: "text",
    input: "any",
  },
  nullable: ["matcher", "commandWindows", "timeout", "statusMessage", "additionalContextLimit"],
  reach: (defect) => reaches[defect] ?? "file",
  places,
  seconds: ({ event, number }) => {
    const isHurried = hurried.has(event);
    const stated = Math.max(1, number("timeout") ?? (isHurried ? 1 : 600));
    return isHurried ? Math.min(3, stated) : stated;
  },
  onFailure: () => "continue",
  isAsync: ({ event, flag }) => flag("async") && !hurried.has(event),
  command: ({ text }, { platform }) =>
    (platform === "win32" ? text("commandWindows") : undefined) ?? text("command"),
  remarks,
  arrange,
};

/** From the least to the most particular layer, as Codex goes through them; plugins come last. */
function places(world: World): ReturnType<HostFormat["places"]> {
  const { CODEX_HOME: moved } = world.env;
  const user = moved === undefined || moved === "" ? join(world.home, ".codex") : moved;
  const project = join(world.projectDir, ".codex");
  const system = world.system({
    linux: "/etc/codex",
    darwin: "/etc/codex",
    win32: "C:\\ProgramData\\OpenAI\\Codex",
  });
  return [
    tomlPlace("managed", join(system, "requirements.toml")),
    place("system", join(system, "hooks.json")),
    tomlPlace("system", join(system, "config.toml")),
    place("user", join(user, "hooks.json")),
    tomlPlace("user", join(user, "config.toml")),
    place("project", join(project, "hooks.json")),
    tomlPlace("project", join(project, "config.toml")),
    ...pluginPlaces(world.plugins),
  ];
}

function remarks(draft: Draft): readonly Remark[] {
  const { event, matcher = "" } = draft;
  const found: Remark[] = [];
  if (draft.flag("async") && hurried.has(event))
    found.push({
      code: "setting-ignored",
      key: "async",
      found: `async on ${event}`,
      allowed: ["other events"],
    });
  const why = neverMatches(event, matcher);
  if (why !== null)
    found.push({
      code: "host-config-ignored",
      key: "matcher",
      found: why,
      allowed: ["names between |, or an expression without look-around"],
    });
  return found;
}

function neverMatches(event: string, matcher: string): string | null {
  const subject = host?.events[event]?.subject ?? null;
  if (subject === null || matcher === "" || matcher === "*") return null;
  if (!/^[A-Za-z0-9_|]+$/.test(matcher) && !isLinearExpression(matcher))
    return `${matcher} cannot be read, so its group is skipped`;
  return subject === "tool_name" ? neverATool(matcher, /\|/) : null;
}

/** Nothing is taken for a copy. Which hooks the user has approved stands in TOML, and only those run. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  const hooks = loaded.flatMap((file) => file.hooks);
  const asked = hooks.filter(({ layer, ignored }) => layer !== "system" && ignored === undefined);
  const state = loaded.find(({ place: { form, layer } }) => form === "toml" && layer === "user");
  if (asked.length > 0)
    state?.report.add("host-config-unread", "", {
      path: "hooks.state",
      line: null,
      found: "which hooks the user has approved",
      allowed: ["hooks that are approved; Codex runs no others"],
      severity: "info",
    });
  return hooks;
}
