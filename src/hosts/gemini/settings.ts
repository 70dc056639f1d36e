import { join, resolve, sep } from "node:path";
import {
  flagOf,
  isExpression,
  isFoundIn,
  never,
  place,
  pluginPlaces,
  reachBy,
  reportFolderTrust,
  textsAt,
  turnOff,
  valueAt,
  withoutDuplicates,
  usualFormat,
  type ConfigHook,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Loaded,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { plugins } from "../settings-plugins.js";
import { gemini } from "./index.js";

const MILLISECONDS = 60_000;

const geminiFormat: HostFormat = {
  ...usualFormat(gemini),
  flavour: { comments: "all", bytes: "doubtful" },
  types: { command: { needs: [["command"]] } },
  keys: {
    command: "text",
    name: "text",
    description: "text",
    timeout: "positive",
    env: "object",
  },
  /** A wrong timeout is handed to the timer as it is. */
  reach: reachBy("hook", {
    hooks: "file",
    "event-unknown": "event",
    event: "event",
    group: "group",
    matcher: "group",
    timeout: "nothing",
    field: "nothing",
    twice: "nothing",
  }),
  places,
  seconds: ({ number }) => (number("timeout") ?? MILLISECONDS) / 1000,
  remarks,
  arrange,
};

export const formats: HostFormats = [geminiFormat];

/** In an extension the slash has a name, and what is written is read without comments. */
const extensionFormat: HostFormat = {
  ...geminiFormat,
  flavour: { comments: "none", bytes: "doubtful" },
  command: ({ text }) => text("command")?.replaceAll(/\$\{(?:\/|pathSeparator)\}/g, () => sep),
};

const fileIn = (folder: string): string => join(folder, ".gemini", "settings.json");

/** In the order of rank: the project's come first and win. */
function places(world: World): ReturnType<HostFormat["places"]> {
  const system = world.system({
    linux: "/etc/gemini-cli/settings.json",
    darwin: "/Library/Application Support/GeminiCli/settings.json",
    win32: "C:\\ProgramData\\gemini-cli\\settings.json",
  });
  const { GEMINI_CLI_SYSTEM_SETTINGS_PATH: moved } = world.env;
  return [
    ...(resolve(world.projectDir) === resolve(world.home)
      ? []
      : [place("project", fileIn(world.projectDir))]),
    place("user", fileIn(world.home)),
    place("system", moved === undefined || moved === "" ? system : moved),
    ...pluginPlaces({ host: "gemini", forms: plugins }, world.projectDir, extensionFormat),
  ];
}

/** Gemini CLI's own tools; those of MCP servers and extensions have names of their own. */
const tools =
  "run_shell_command write_file replace read_file read_many_files list_directory glob grep_search search_file_content web_fetch google_web_search save_memory write_todos ask_user enter_plan_mode exit_plan_mode activate_skill get_internal_docs codebase_investigator cli_help".split(
    " ",
  );

function remarks(draft: Draft): readonly Remark[] {
  const { event, matcher } = draft;
  const found: Remark[] = [];
  const timeout = draft.number("timeout");
  if (timeout !== undefined && timeout < 1000)
    found.push({
      code: "timeout-unit",
      key: "timeout",
      found: `${timeout} milliseconds`,
      allowed: ["milliseconds"],
      suggestion: `${timeout * 1000}`,
    });
  const pattern = matcher?.trim() ?? "";
  const subject = gemini.events[event]?.subject ?? null;
  if (pattern === "" || pattern === "*" || subject === null) return found;
  const isTool = subject === "tool_name";
  if (isTool ? !isExpression(pattern) : !/^\w+$/.test(pattern))
    found.push(
      never("matcher", `${pattern} is compared as one name, and nothing is called so`, [
        isTool ? "an expression" : `one ${subject}, without |`,
      ]),
    );
  else if (
    isTool &&
    !pattern.includes("mcp") &&
    tools.every((name) => isFoundIn(pattern, name) === false)
  )
    found.push({
      code: "setting-ignored",
      key: "matcher",
      found: `${pattern} matches none of Gemini CLI's own tools`,
      allowed: ["run_shell_command", "write_file", "replace", "read_file"],
    });
  return found;
}

const keyOf = ({ name = "", command = "" }: ConfigHook): string => `${name}:${command}`;

/** Of two hooks with the same name and command the one of the higher rank counts. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  const all = loaded.flatMap((file) => file.hooks);
  reportFolderTrust(all, loaded, "Gemini");
  return withoutDuplicates(turnedOff(all, loaded), { keyOf, counts: "first" }, loaded);
}

/** `hooksConfig.enabled` of the highest rank counts, the administrator's above all; the lists of names are joined. */
function turnedOff(all: readonly ConfigHook[], loaded: readonly Loaded[]): readonly ConfigHook[] {
  const byLayer = (wanted: string): readonly Loaded[] =>
    loaded.filter((file) => file.place.layer === wanted);
  const rising = [...byLayer("user"), ...byLayer("project"), ...byLayer("system")];
  const enabled = flagOf(rising, ["hooksConfig", "enabled"]);
  let hooks = all;
  if (enabled?.value === false) {
    const by = { file: enabled.file, path: "hooksConfig.enabled", line: enabled.line };
    hooks = turnOff(hooks, () => true, { ...by, found: "hooksConfig.enabled: false" });
  }
  for (const file of rising) {
    const names = new Set(textsAt(file, ["hooksConfig", "disabled"]));
    const path = "hooksConfig.disabled";
    const line = valueAt(file, ["hooksConfig", "disabled"])?.line ?? null;
    const by = { file, path, line, found: path };
    hooks = turnOff(hooks, ({ name, command }) => names.has(name || (command ?? "")), by);
  }
  return hooks;
}
