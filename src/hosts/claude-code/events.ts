import type { EventRule } from "./client.js";
import { sessionEvents } from "./session-events.js";
import { toolEvents } from "./tool-events.js";
import { turnEvents } from "./turn-events.js";

/** All events of the newest version. */
export const newestEvents = { ...toolEvents, ...turnEvents, ...sessionEvents };

/** What an event of 2.1.240 has otherwise. */
const changed: Readonly<Record<string, Partial<EventRule>>> = {
  PreToolUse: { joinsContext: false, contextHidesReason: true },
  UserPromptSubmit: { background: "stdout" },
  PermissionRequest: { notRun: "print mode (-p)" },
};

const added: ReadonlySet<string> = new Set(["PreModelSwitch", "PostModelSwitch"]);

/** All events of 2.1.240, which does not report a switch of models yet. */
export const olderEvents: Readonly<Record<string, EventRule>> = Object.fromEntries(
  Object.entries(newestEvents)
    .filter(([name]) => !added.has(name))
    .map(([name, rule]) => [name, { ...rule, ...changed[name] }]),
);
