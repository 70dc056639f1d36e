import { dirname, join, resolve } from "node:path";
import {
  flagOf,
  isExpression,
  never,
  place,
  pluginPlaces,
  reachBy,
  reportFolderTrust,
  turnOff,
  usualFormat,
  valueAt,
  withoutDuplicates,
  type ConfigHook,
  type Draft,
  type HostFormat,
  type HostFormats,
  type Loaded,
  type Remark,
  type World,
} from "../../host-settings/index.js";
import { plugins } from "../settings-plugins.js";
import { qwenCode } from "./index.js";
import { entriesOf, expressionOf, isForAll } from "./matcher.js";

const qwenFormat: HostFormat = {
  ...usualFormat(qwenCode),
  flavour: { comments: "all", bytes: "doubtful" },
  besideEvents: ["enabled", "disabled", "notifications"],
  types: {
    command: { needs: [["command"]] },
    http: { needs: [["url"]] },
    prompt: { needs: [["prompt"]] },
  },
  keys: {
    command: "text",
    name: "text",
    description: "text",
    timeout: "positive",
    env: "object",
    async: "flag",
    shell: ["bash", "powershell"],
    statusMessage: "text",
    url: "text",
    headers: "object",
    allowedEnvVars: "texts",
    if: "text",
    once: "flag",
    prompt: "text",
    model: "text",
  },
  /** A matcher that is no text breaks the host's search for the hooks of the event. */
  reach: reachBy("hook", {
    hooks: "file",
    "event-unknown": "event",
    event: "event",
    group: "group",
    matcher: "event",
    timeout: "nothing",
    field: "nothing",
    twice: "nothing",
  }),
  places,
  seconds,
  isAsync: (draft) => draft.type === "command" && draft.flag("async"),
  remarks,
  arrange,
};

export const formats: HostFormats = [qwenFormat];

const defaultSeconds: Readonly<Record<string, number>> = { http: 600, prompt: 30 };

/** From here on the timeout of a command is in milliseconds; below, and for every other type, in seconds. */
const MILLISECONDS_FROM = 1000;

function seconds({ type, number }: Draft): number {
  const given = number("timeout");
  if (given === undefined) return defaultSeconds[type] ?? qwenCode.defaultTimeout;
  return type === "command" && given >= MILLISECONDS_FROM ? given / 1000 : given;
}

const fileIn = (folder: string): string => join(folder, ".qwen", "settings.json");

/** In the order of rank: of two equal hooks the project's counts. */
function places(world: World): ReturnType<HostFormat["places"]> {
  const { QWEN_HOME: home, QWEN_CODE_SYSTEM_SETTINGS_PATH: moved } = world.env;
  const { QWEN_CODE_SYSTEM_DEFAULTS_PATH: movedDefaults } = world.env;
  const system =
    moved ||
    world.system({
      linux: "/etc/qwen-code/settings.json",
      darwin: "/Library/Application Support/QwenCode/settings.json",
      win32: "C:\\ProgramData\\qwen-code\\settings.json",
    });
  const defaults = movedDefaults || join(dirname(system), "system-defaults.json");
  return [
    ...(resolve(world.projectDir) === resolve(world.home)
      ? []
      : [place("project", fileIn(world.projectDir))]),
    place("user", home ? join(home, "settings.json") : fileIn(world.home)),
    place("system", system),
    { ...place("system", defaults), label: "system/defaults" },
    ...pluginPlaces({ host: "qwen-code", forms: plugins }, world.projectDir),
  ];
}

function remarks({ event, matcher }: Draft): readonly Remark[] {
  const pattern = matcher?.trim() ?? "";
  const subject = qwenCode.events[event]?.subject ?? null;
  if (isForAll(pattern) || subject === null) return [];
  // Of a list that is no expression the names still count.
  const mayFit = isExpression(expressionOf(pattern)) || entriesOf(pattern).some(isName);
  return mayFit
    ? []
    : [
        never("matcher", `${pattern} is no expression, and nothing is called so`, [
          "names with | between them, or an expression",
        ]),
      ];
}

function isName(entry: string): boolean {
  return /^[\w-]+$/.test(entry) || isForAll(entry);
}

const keyOf = ({ name, command, url }: ConfigHook): string | null => {
  const action = command ?? url;
  if (action === undefined) return null;
  return name ? `${name}:${action}` : action;
};

/** Of two hooks with the same name and command the one of the higher rank counts. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  const all = loaded.flatMap((file) => file.hooks);
  reportFolderTrust(all, loaded, "Qwen Code");
  const running = turnedOff(withoutSystem(all, loaded), loaded);
  return withoutDuplicates(running, { keyOf, counts: "first" }, loaded);
}

/** The system's hooks replace those of the user or of the project: they run unless both have some. */
function withoutSystem(
  all: readonly ConfigHook[],
  loaded: readonly Loaded[],
): readonly ConfigHook[] {
  const stated = (layer: string): boolean =>
    loaded.some((file) => file.place.layer === layer && valueAt(file, ["hooks"]) !== null);
  if (!stated("user") || !stated("project")) return all;
  return loaded
    .filter((file) => file.place.layer === "system" && file.hooks.length > 0)
    .reduce((hooks, file) => {
      const line = valueAt(file, ["hooks"])?.line ?? null;
      const found = "that the user and the project both have hooks";
      const isIts = ({ file: path }: ConfigHook): boolean => path === file.place.path;
      return turnOff(hooks, isIts, { file, path: "hooks", line, found });
    }, all);
}

/** `disableAllHooks` of the highest rank counts: the defaults', the user's, the project's, the system's. */
function turnedOff(all: readonly ConfigHook[], loaded: readonly Loaded[]): readonly ConfigHook[] {
  const ranks = ["system/defaults", "user", "project", "system"];
  const rising = ranks.flatMap((label) => loaded.filter((file) => file.place.label === label));
  const off = flagOf(rising, ["disableAllHooks"]);
  if (off?.value !== true) return all;
  const by = { file: off.file, path: "disableAllHooks", line: off.line };
  return turnOff(all, () => true, { ...by, found: "disableAllHooks: true" });
}
