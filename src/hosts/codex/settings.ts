import { join } from "node:path";
import {
  deadNames,
  inSeconds,
  isLinearExpression,
  matcherMeant,
  never,
  neverATool,
  pluginPlaces,
  reachBy,
  usualFormat,
  type ConfigLayer,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Place,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { plugins } from "../settings-plugins.js";
import { codex } from "./index.js";
import { codexFolders } from "./settings-folders.js";
import { arrangeCodex } from "./settings-trust.js";

/** Events for which nobody waits long, nor lets a hook run on. */
const hurried: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"]);

const codexFormat: HostFormat = {
  ...usualFormat(codex),
  flavour: { comments: "none", bytes: "breaks" },
  topKeys: { description: "text" },
  types: {
    command: { needs: [["command"]] },
    mcp_tool: { needs: [["server"], ["tool"]] },
    prompt: { needs: [], skipped: "Codex skips hooks of type prompt" },
    agent: { needs: [], skipped: "Codex skips hooks of type agent" },
  },
  keys: {
    command: "text",
    commandWindows: "text",
    command_windows: "text",
    timeout: "count",
    async: "flag",
    statusMessage: "text",
    additionalContextLimit: "count",
    server: "text",
    tool: "text",
    input: "any",
  },
  nullable: [
    "matcher",
    "commandWindows",
    "command_windows",
    "timeout",
    "statusMessage",
    "additionalContextLimit",
  ],
  /** Rust reads the file into fixed types, so what does not match them costs the whole file. */
  reach: reachBy("file", {
    "event-unknown": "event",
    "blank-command": "hook",
  }),
  places,
  seconds: ({ event, number }) => {
    const isHurried = hurried.has(event);
    const stated = Math.max(1, number("timeout") ?? (isHurried ? 1 : 600));
    return isHurried ? Math.min(3, stated) : stated;
  },
  isAsync: ({ event, flag }) => flag("async") && !hurried.has(event),
  command: ({ text }, { platform }) =>
    (platform === "win32" ? (text("commandWindows") ?? text("command_windows")) : undefined) ??
    text("command"),
  remarks,
  arrange: arrangeCodex,
};

export const formats: HostFormats = [codexFormat];

/** In TOML the hooks are among other settings, and next to them what was approved and where managed scripts are. */
const tomlFormat: HostFormat = {
  ...codexFormat,
  topKeys: null,
  besideEvents: ["state", "managed_dir", "windows_managed_dir"],
};

/** From the least to the most particular layer, as Codex goes through them. */
function places(world: World): ReturnType<HostFormat["places"]> {
  const { CODEX_HOME: moved } = world.env;
  const user = moved === undefined || moved === "" ? join(world.home, ".codex") : moved;
  const system = world.system({
    linux: "/etc/codex",
    darwin: "/etc/codex",
    win32: "C:\\ProgramData\\OpenAI\\Codex",
  });
  return [
    toml("managed", "managed", join(system, "requirements.toml")),
    ...layer("system", "system", system),
    ...layer("user", "user", user),
    ...codexFolders(world.projectDir).flatMap(({ name, folder }) =>
      layer("project", name === "" ? "project" : `project/${name}`, folder),
    ),
    ...pluginPlaces({ host: "codex", forms: plugins }, world.projectDir),
  ];
}

/** A folder of settings: Codex takes hooks from both files in it. */
function layer(of: ConfigLayer, label: string, folder: string): readonly Place[] {
  return [
    { path: join(folder, "hooks.json"), layer: of, label, form: "json" },
    toml(of, `${label}/config.toml`, join(folder, "config.toml")),
  ];
}

function toml(of: ConfigLayer, label: string, path: string): Place {
  return { path, layer: of, label, form: "toml", format: tomlFormat };
}

function remarks(draft: Draft): readonly Remark[] {
  const { event, matcher = "" } = draft;
  const found: Remark[] = [...inSeconds(draft)];
  if (draft.flag("async") && hurried.has(event))
    found.push({
      code: "setting-ignored",
      key: "async",
      found: `async on ${event}`,
      allowed: ["other events"],
    });
  const why = neverMatches(event, matcher);
  if (why !== null)
    found.push(
      never(
        "matcher",
        why,
        ["names between |, or an expression without look-around"],
        matcherMeant(matcher),
      ),
    );
  else if (codex.events[event]?.subject === "tool_name") found.push(...deadNames(matcher, /\|/));
  return found;
}

function neverMatches(event: string, matcher: string): string | null {
  const subject = codex.events[event]?.subject ?? null;
  if (subject === null || matcher === "" || matcher === "*") return null;
  if (!/^[A-Za-z0-9_|]+$/.test(matcher) && !isLinearExpression(matcher))
    return `${matcher} cannot be read, so its group is skipped`;
  return subject === "tool_name" ? neverATool(matcher, /\|/) : null;
}
