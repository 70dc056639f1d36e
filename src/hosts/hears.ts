import type { Match } from "../match/index.js";
import { hears as claudeCodeHears } from "./claude-code/matcher.js";
import { codex0166 } from "./codex/events.js";
import { codexHears } from "./codex/matcher.js";
import { copilotMatches } from "./copilot/matcher.js";
import { cursorMatches } from "./cursor/matcher.js";
import { geminiMatches } from "./gemini/matcher.js";
import type { Host, HostHook } from "./host.js";
import { isRecord } from "./json.js";

// Beside the hosts, not in them: whoever reads answers need not load an engine for expressions.
const matchers: Readonly<Record<string, (hook: HostHook, version: string) => Match>> = {
  "claude-code": claudeCodeHears,
  codex({ event, matcher, toolName, subject }) {
    const { matches, why } = codexHears(
      { event, matcher, subject: toolName ?? subject },
      codex0166,
    );
    return matches ? { matches, why } : { matches, why, by: "matcher" };
  },
  gemini: ({ event, matcher, toolName, subject }) =>
    geminiMatches(event, matcher, toolName ?? subject),
  cursor: (hook) => cursorMatches(hook.event, hook.matcher, cursorSubject(hook)),
  copilot: ({ event, matcher, toolName, subject }) =>
    copilotMatches(event, matcher, toolName ?? subject),
};

/** Whether a host would run a hook, and why or why not. */
export function hostHears({ name, version }: Host, hook: HostHook): Match {
  const hears = Object.hasOwn(matchers, name) ? matchers[name] : undefined;
  if (hears === undefined) throw new RangeError(`there is no rule for the matchers of ${name}`);
  return hears(hook, version);
}

/** On events about a command the matcher is tested against that. */
function cursorSubject({ event, toolName, toolInput, subject }: HostHook): string | undefined {
  const command = isRecord(toolInput) ? toolInput["command"] : undefined;
  return event.endsWith("ShellExecution") && typeof command === "string"
    ? command
    : (toolName ?? subject);
}
