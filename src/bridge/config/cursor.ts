import { join } from "node:path";
import { findHost } from "../../hosts/index.js";
import type { Defect, Draft, HostFormat, Reach, Remark, World } from "./format.js";
import { isExpression, isFoundIn } from "./matchers.js";
import { place, pluginPlaces } from "./places.js";

const host = findHost("cursor");

/** Events whose matcher is tested against one word. */
const words: Readonly<Record<string, string>> = {
  beforeSubmitPrompt: "UserPromptSubmit",
  stop: "Stop",
  afterAgentResponse: "AgentResponse",
  afterAgentThought: "AgentThought",
};

/** One schema for the whole file: whatever does not fit it costs all hooks in it. */
const reaches: Readonly<Partial<Record<Defect, Reach>>> = {
  "top-key": "nothing",
  twice: "nothing",
};

export const cursorFormat: HostFormat = {
  host: "cursor",
  dialect: `cursor@${host?.version}`,
  events: Object.keys(host?.events ?? {}),
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
  reach: (defect) => reaches[defect] ?? "file",
  places,
  seconds: ({ number }) => number("timeout") ?? host?.defaultTimeout ?? 60,
  onFailure: ({ flag }) => (flag("failClosed") ? "block" : "continue"),
  isAsync: () => false,
  command: ({ text }) => text("command"),
  remarks,
  arrange: (loaded) => loaded.flatMap(({ hooks }) => hooks),
};

function places(world: World): ReturnType<HostFormat["places"]> {
  const system = world.system({
    linux: "/etc/cursor",
    darwin: "/Library/Application Support/Cursor",
    win32: "C:\\ProgramData\\Cursor",
  });
  return [
    place("managed", join(system, "hooks.json")),
    place("project", join(world.projectDir, ".cursor", "hooks.json")),
    place("user", join(world.home, ".cursor", "hooks.json")),
    ...pluginPlaces(world.plugins),
  ];
}

function remarks({ event, matcher = "" }: Draft): readonly Remark[] {
  if (matcher === "") return [];
  if (!isExpression(matcher))
    return [
      {
        code: "host-config-ignored",
        key: "matcher",
        found: `${matcher} is no expression`,
        allowed: ["an expression of JavaScript"],
        drops: "file",
      },
    ];
  const word = Object.hasOwn(words, event) ? words[event] : undefined;
  if (word === undefined || isFoundIn(matcher, word) !== false) return [];
  const why = `${matcher} never fits: on ${event} it is tested against ${word}`;
  return [{ code: "host-config-ignored", key: "matcher", found: why, allowed: [word, "none"] }];
}
