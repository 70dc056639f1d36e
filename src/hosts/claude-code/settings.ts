import { join } from "node:path";
import {
  deadNames,
  flagOf,
  folderPlaces,
  inSeconds,
  isExpression,
  matcherMeant,
  never,
  neverATool,
  place,
  pluginPlaces,
  turnOff,
  valueAt,
  withoutDuplicates,
  usualFormat,
  type ConfigHook,
  type Defect,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Loaded,
  type Reach,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { newestEvents } from "./events.js";
import { claudeCode } from "./index.js";
import { frontMatterPlaces } from "./settings-front-matter.js";
import { withinHttpLists } from "./settings-http.js";
import { plugins } from "../settings-plugins.js";

/** Where one bad entry costs the whole file. */
const guards: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

const toolEvents: ReadonlySet<string> = new Set([
  ...guards,
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionDenied",
]);

/** Events that take hooks of every type. */
const askingEvents: ReadonlySet<string> = new Set([
  ...toolEvents,
  "PostToolBatch",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "SubagentStop",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
]);

/** Events that take no hook of type http either. */
const startingEvents: ReadonlySet<string> = new Set(["SessionStart", "Setup"]);

/** Where a failure never blocks, whatever the hook says. */
const unheeding: ReadonlySet<string> = new Set([
  "Stop",
  "SubagentStop",
  "TaskCompleted",
  "TeammateIdle",
]);

const seconds: Readonly<Record<string, number>> = { prompt: 30, agent: 60 };
/** None on SessionEnd: there the hooks share a budget. */
const eventSeconds: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30,
  MessageDisplay: 10,
  SessionEnd: 0,
};
const isAsync = (draft: Draft): boolean => draft.flag("async") || draft.flag("asyncRewake");

const rules = {
  types: {
    command: { needs: [["command"]] },
    http: { needs: [["url"]] },
    mcp_tool: { needs: [["server"], ["tool"]] },
    prompt: { needs: [["prompt"]] },
    agent: { needs: [["prompt"]] },
  },
  keys: {
    if: "text",
    timeout: "positive",
    statusMessage: "text",
    once: "flag",
    onFailure: ["continue", "block"],
    command: "text",
    args: "texts",
    shell: ["bash", "powershell"],
    async: "flag",
    asyncRewake: "flag",
    url: "text",
    headers: "object",
    allowedEnvVars: "texts",
    server: "text",
    tool: "text",
    input: "any",
    prompt: "text",
    model: "text",
    continueOnBlock: "flag",
  },
  reach,
  places,
  seconds: (draft) =>
    draft.number("timeout") ?? seconds[draft.type] ?? eventSeconds[draft.event] ?? 600,
  onFailure: (draft) =>
    draft.text("onFailure") === "block" && heedsFailure(draft) ? "block" : "continue",
  isAsync,
  remarks,
  arrange,
} as const satisfies Partial<HostFormat>;

const { onFailure: _, ...olderKeys } = rules.keys;

/** 2.1.240 did not know onFailure yet, and dropped the file for a bad entry of any event. */
const older: Partial<HostFormat> = {
  keys: olderKeys,
  reach: (defect) => reach(defect, "PreToolUse"),
};

export const formats: HostFormats = claudeCode.map((host) => ({
  ...usualFormat(host),
  ...rules,
  ...(host.version === "2.1.240" && older),
}));

function reach(defect: Defect, event: string): Reach {
  if (defect === "hooks") return "file";
  if (defect === "event-unknown") return "event";
  if (defect === "twice") return "nothing";
  if (guards.has(event)) return "file";
  if (defect === "event") return "event";
  return defect === "group" || defect === "matcher" ? "group" : "hook";
}

function places(world: World): ReturnType<HostFormat["places"]> {
  const { CLAUDE_CONFIG_DIR: moved } = world.env;
  const user = moved === undefined || moved === "" ? join(world.home, ".claude") : moved;
  const project = join(world.projectDir, ".claude");
  const managed = world.system({
    linux: "/etc/claude-code",
    darwin: "/Library/Application Support/ClaudeCode",
    win32: "C:\\Program Files\\ClaudeCode",
  });
  return [
    place("user", join(user, "settings.json")),
    place("project", join(project, "settings.json")),
    place("local", join(project, "settings.local.json")),
    place("managed", join(managed, "managed-settings.json")),
    ...folderPlaces("managed", join(managed, "managed-settings.d")),
    ...pluginPlaces({ host: "claude-code", forms: plugins }, world.projectDir),
    ...frontMatterPlaces("user", user),
    ...frontMatterPlaces("project", project),
  ];
}

function heedsFailure(draft: Draft): boolean {
  const isTold = draft.type === "command" || draft.type === "http";
  return isTold && !isAsync(draft) && !unheeding.has(draft.event);
}

function remarks(draft: Draft): readonly Remark[] {
  const { event, type, matcher = "" } = draft;
  const found: Remark[] = [...inSeconds(draft)];
  const inert = (key: string, why: string, allowed: readonly string[]): void => {
    found.push({ code: "setting-ignored", key, found: why, allowed });
  };
  const taken = typesOn(event);
  if (!taken.includes(type))
    found.push(never("type", `${event} takes no hook of type ${type}`, taken));
  const broken = neverMatches(event, matcher);
  if (broken !== null)
    found.push(
      never("matcher", broken, ["names between |, or an expression"], matcherMeant(matcher)),
    );
  else if (toolEvents.has(event)) found.push(...deadNames(matcher, /[|,]/));
  const condition = draft.text("if") ?? "";
  if (condition !== "" && !toolEvents.has(event))
    found.push(never("if", `a hook with an if never runs on ${event}`, [...toolEvents]));
  else if (condition !== "" && !/^[\w*-]+(?:\([^]*\))?$/.test(condition.trim()))
    found.push(never("if", `${condition} is no rule and never matches`, ["Tool", "Tool(pattern)"]));
  if (draft.has("once")) inert("once", "once in settings", ["only in a skill"]);
  if (draft.text("onFailure") === "block" && !heedsFailure(draft))
    inert("onFailure", `onFailure on ${isAsync(draft) ? "a background hook" : event}`, [
      "hooks of type command or http that the client waits for",
    ]);
  return found;
}

function typesOn(event: string): readonly string[] {
  if (askingEvents.has(event)) return Object.keys(rules.types);
  return startingEvents.has(event) ? ["command", "mcp_tool"] : ["command", "http", "mcp_tool"];
}

/** Tools of Gemini CLI, Codex, Copilot and others. */
const ofOtherHosts =
  /^(?:run_shell_command|write_file|read_file|replace|edit_file|apply_patch|run_command|run_in_terminal|create_file|write_to_file|replace_in_file|replace_file_content|execute_command|str_replace_editor)$/;

/** Why a matcher never matches; the client says so in its debug log at most. */
export function neverMatches(event: string, matcher: string): string | null {
  if (matcher === "" || matcher === "*" || (newestEvents[event]?.subject ?? null) === null)
    return null;
  if (!/^[\w\-,| ]*$/.test(matcher) && !isExpression(matcher))
    return `${matcher} is no expression and never matches`;
  if (toolEvents.has(event)) return neverATool(matcher, /[|,]/, ofOtherHosts);
  // `"SubagentStop": [{ "matcher": "Stop" }]`: what is matched there is the kind of agent.
  return Object.hasOwn(newestEvents, matcher)
    ? `${matcher} is the name of an event; ${event} matches by ${newestEvents[event]?.subject}`
    : null;
}

/** Whoever copies a hook of the user into the project decides how it runs; only the administrator's are safe from that. */
function arrange(loaded: readonly Loaded[], { env }: World): readonly ConfigHook[] {
  const all = withBudget(
    loaded.flatMap(({ hooks }) => hooks),
    env,
  );
  const settings = loaded.filter(({ place: { layer } }) => layer !== "plugin");
  const allowed = withinHttpLists(turnedOff(all, settings), settings);
  return withoutDuplicates(allowed, { keyOf, counts: "last" }, loaded);
}

function keyOf({ layer, type, command, url, args, if: rule }: ConfigHook): string | null {
  if (layer === "managed" || layer === "plugin" || (command ?? url) === undefined) return null;
  return JSON.stringify([type, command ?? url, args, rule]);
}

function turnedOff(all: readonly ConfigHook[], settings: readonly Loaded[]): readonly ConfigHook[] {
  const [managed, own] = [true, false].map((wanted) =>
    settings.filter(({ place: { layer } }) => (layer === "managed") === wanted),
  );
  let hooks = all;
  const off = flagOf(settings, ["disableAllHooks"]);
  const path = "disableAllHooks";
  if (off?.value === true) {
    const isManagers = off.file.place.layer === "managed";
    const reaches = ({ layer }: ConfigHook): boolean => isManagers || layer !== "managed";
    hooks = turnOff(hooks, reaches, {
      file: off.file,
      path,
      line: off.line,
      found: `${path}: true`,
    });
  }
  const only = flagOf(managed ?? [], ["allowManagedHooksOnly"]);
  if (only?.value === true) {
    const by = { file: only.file, path: "allowManagedHooksOnly", line: only.line };
    const found = "allowManagedHooksOnly: true";
    hooks = turnOff(hooks, ({ layer }) => layer !== "managed", { ...by, found });
    const forced = (managed ?? []).find((file) => valueAt(file, ["enabledPlugins"]) !== null);
    forced?.report.add("host-config-unread", "", {
      path: "enabledPlugins",
      line: valueAt(forced, ["enabledPlugins"])?.line ?? null,
      found: "plugins that managed settings enable keep their hooks",
      allowed: ["no plugins in managed settings"],
      severity: "info",
    });
  }
  for (const file of own ?? []) {
    const foreign = valueAt(file, ["allowManagedHooksOnly"]);
    if (foreign === null) continue;
    file.report.add("setting-ignored", "", {
      path: "allowManagedHooksOnly",
      line: foreign.line,
      found: `allowManagedHooksOnly in ${file.place.layer} settings`,
      allowed: ["managed settings"],
    });
  }
  return hooks;
}

/** At the end of a session all hooks share one budget: 1.5 s, or the longest timeout in settings files, 60 s at most. */
function withBudget(hooks: readonly ConfigHook[], env: World["env"]): readonly ConfigHook[] {
  const given = Number(env["CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS"] ?? "");
  const stated = hooks
    .filter(({ event, layer }) => event === "SessionEnd" && layer !== "plugin")
    .map(({ ignored, timeoutSeconds }) => (ignored === undefined ? timeoutSeconds : 0));
  const budget = given > 0 ? given / 1000 : Math.min(60, Math.max(1.5, ...stated));
  return hooks.map((hook) => {
    if (hook.event !== "SessionEnd") return hook;
    const own = hook.timeoutSeconds === 0 ? budget : hook.timeoutSeconds;
    return { ...hook, timeoutSeconds: Math.min(own, budget) };
  });
}
