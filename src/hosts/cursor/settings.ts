import { own } from "../json.js";
import { join } from "node:path";
import {
  inSeconds,
  isExpression,
  isFoundIn,
  matcherMeant,
  never,
  neverATool,
  place,
  pluginPlaces,
  reachBy,
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
import { cursor } from "./index.js";
import { fixedSubjects } from "./matcher.js";

const cursorFormat: HostFormat = {
  ...usualFormat(cursor),
  flavour: { comments: "cut", bytes: "doubtful" },
  refusesLinks: true,
  topKeys: { version: "ordinal", $schema: "any" },
  topNeeds: ["version", "hooks"],
  grouped: false,
  types: { command: { needs: [["command"]] }, prompt: { needs: [["prompt"]] } },
  defaultType: "command",
  keys: {
    command: "text",
    prompt: "text",
    model: "text",
    matcher: "text",
    timeout: "positive",
    loop_limit: "number",
    failClosed: "flag",
  },
  nullable: ["loop_limit"],
  /** One schema for the whole file: whatever does not match it costs all hooks in it. */
  reach: reachBy("file", {
    "top-key": "nothing",
    twice: "nothing",
  }),
  places,
  seconds: ({ number }) => number("timeout") ?? cursor.defaultTimeout,
  onFailure: ({ flag }) => (flag("failClosed") ? "block" : "continue"),
  remarks,
  arrange,
};

export const formats: HostFormats = [cursorFormat];

/** Claude Code's events that Cursor knows under its own name. */
const claudeEvents: ReadonlyMap<string, string> = new Map([
  ["PreToolUse", "preToolUse"],
  ["PostToolUse", "postToolUse"],
  ["PostToolUseFailure", "postToolUseFailure"],
  ["UserPromptSubmit", "beforeSubmitPrompt"],
  ["Stop", "stop"],
  ["SubagentStart", "subagentStart"],
  ["SubagentStop", "subagentStop"],
  ["SessionStart", "sessionStart"],
  ["SessionEnd", "sessionEnd"],
  ["PreCompact", "preCompact"],
]);

/** Claude Code's settings as Cursor takes them: what it has no word for does nothing. */
const claudeFormat: HostFormat = {
  ...cursorFormat,
  events: [...claudeEvents.keys()],
  flavour: { comments: "none", bytes: "doubtful" },
  topKeys: null,
  topNeeds: [],
  grouped: true,
  eventName: (written) => claudeEvents.get(written) ?? written,
  keys: { command: "text", prompt: "text", model: "text", timeout: "positive" },
  defaultType: null,
  nullable: [],
  /** Settings of Claude Code hold much that Cursor does not know, so nothing in them costs more than itself. */
  reach: reachBy("hook", {
    hooks: "file",
    "event-unknown": "event",
    event: "event",
    group: "group",
    matcher: "group",
    twice: "nothing",
  }),
  remarks: claudeRemarks,
};

function places(world: World): ReturnType<HostFormat["places"]> {
  const system = world.system({
    linux: "/etc/cursor",
    darwin: "/Library/Application Support/Cursor",
    win32: "C:\\ProgramData\\Cursor",
  });
  const userFolder = join(world.home, ".cursor");
  return [
    place("managed", join(system, "hooks.json")),
    place("project", join(world.projectDir, ".cursor", "hooks.json")),
    // By its manual: commands of the user's own file begin at the folder of that file.
    { ...place("user", join(userFolder, "hooks.json")), cwd: userFolder },
    claude("local", join(world.projectDir, ".claude", "settings.local.json")),
    claude("project", join(world.projectDir, ".claude", "settings.json")),
    claude("user", join(world.home, ".claude", "settings.json")),
    ...pluginPlaces({ host: "cursor", forms: plugins }, world.projectDir),
  ];
}

function claude(layer: ConfigLayer, path: string): Place {
  return { ...place(layer, path), label: `claude/${layer}`, format: claudeFormat };
}

/** Tools of Claude Code for which Cursor's own are not called. */
const unmapped = /^\s*Glob\s*$/;

function claudeRemarks(draft: Draft): readonly Remark[] {
  const { event, type, matcher } = draft;
  if (matcher === undefined)
    return [
      never("matcher", "Cursor skips groups of Claude Code without a matcher", ["a matcher"]),
    ];
  const found: Remark[] = [...inSeconds(draft)];
  const unknown = (key: string, what: string): void => {
    const why = `${what} in settings of Claude Code: nobody has looked what Cursor does`;
    found.push({ code: "host-config-unread", key, found: why, allowed: ["a command", "a name"] });
  };
  const isStar = matcher === "*";
  if (isStar) unknown("matcher", "*");
  else if (!isExpression(matcher))
    found.push(never("matcher", `${matcher} is no expression`, ["an expression of JavaScript"]));
  if (type === "prompt") unknown("type", "a prompt");
  const isTool = (cursor.events[event]?.subject ?? null) === "tool_name";
  const names = matcher.split("|");
  const why = isTool ? neverATool(matcher, /\|/) : null;
  if (isTool && names.every((name) => unmapped.test(name)))
    found.push(never("matcher", "Cursor calls no hook of Claude Code for Glob", ["other tools"]));
  else if (why !== null)
    found.push(never("matcher", why, ["names of Claude Code's tools"], matcherMeant(matcher)));
  return isStar ? found : [...found, ...wordRemarks(event, matcher)];
}

/** Every hook of every file runs. Whether Claude Code's files are looked at is a choice in Cursor's own window. */
function arrange(loaded: readonly Loaded[]): readonly ConfigHook[] {
  for (const { place: from, report, hooks } of loaded)
    if (from.format === claudeFormat && hooks.some(({ ignored }) => ignored === undefined))
      report.add("host-config-unread", "", {
        path: "hooks",
        line: null,
        found: "whether Cursor is set to take hooks from other agents",
        allowed: ["third-party hooks turned on"],
        severity: "info",
      });
  return loaded.flatMap(({ hooks }) => hooks);
}

function remarks(draft: Draft): readonly Remark[] {
  const { event, matcher = "" } = draft;
  const timeout = inSeconds(draft);
  if (matcher === "") return timeout;
  if (!isExpression(matcher))
    return [
      ...timeout,
      {
        code: "host-config-ignored",
        key: "matcher",
        found: `${matcher} is no expression`,
        allowed: ["an expression of JavaScript"],
        drops: "file",
      },
    ];
  return [...timeout, ...wordRemarks(event, matcher)];
}

function wordRemarks(event: string, matcher: string): readonly Remark[] {
  const word = own(fixedSubjects, event);
  if (word === undefined || isFoundIn(matcher, word) !== false) return [];
  const why = `${matcher} never matches: on ${event} it is tested against ${word}`;
  return [{ code: "host-config-ignored", key: "matcher", found: why, allowed: [word, "none"] }];
}
