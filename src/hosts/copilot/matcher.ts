import type { Match } from "../../match/index.js";
import { readExpression } from "../expression.js";
import type { HostMatcher } from "../host.js";
import { matchesAll, noMatch, nothingToMatch, testedMatch, untestable } from "../match-answer.js";
import { events } from "./events.js";

/** What Claude Code calls the tools of Copilot; other tools keep their names. */
const claudeNames: Readonly<Record<string, string>> = {
  bash: "Bash",
  powershell: "Bash",
  view: "Read",
  create: "Write",
  edit: "Edit",
  str_replace_editor: "Edit",
  apply_patch: "Edit",
  grep: "Grep",
  rg: "Grep",
  glob: "Glob",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  ask_user: "AskUserQuestion",
  update_todo: "TodoWrite",
  task: "Agent",
};

/** Under these names matchers are read as Claude Code reads them. */
const claudeEvents: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

const onlyNames = /^[A-Za-z0-9_|-]+$/;

/**
 * Whether a hook of Copilot CLI matches an event. The expression must fit the whole subject, and one that JavaScript
 * refuses skips the hook. `PreToolUse` and `PermissionRequest` take Claude's lists of names as well. A pattern that
 * cannot be tested here counts as fitting.
 */
export const matches: HostMatcher = ({ event, matcher, toolName, subject: other }) => {
  const subject = toolName ?? other;
  if (!Object.hasOwn(events, event)) return noMatch(`Copilot has no event ${event}`);
  const isClaude = claudeEvents.has(event);
  if (matcher === undefined || matcher === "" || (isClaude && /^\*\*?$/.test(matcher)))
    return matchesAll;
  if ((events[event]?.subject ?? null) === null || subject === undefined)
    return nothingToMatch(event);
  if (!isClaude) return whole(matcher, subject);
  const claudeName = Object.hasOwn(claudeNames, subject)
    ? (claudeNames[subject] ?? subject)
    : subject;
  return onlyNames.test(matcher)
    ? ofList(matcher, subject, claudeName)
    : whole(matcher, claudeName);
};

function ofList(list: string, subject: string, claudeName: string): Match {
  const accepted = new Set([subject, claudeName, ...(claudeName === "Agent" ? ["Task"] : [])]);
  const fits = list.split("|").some((name) => accepted.has(name));
  return testedMatch(fits, `the list ${list}`, subject);
}

function whole(matcher: string, subject: string): Match {
  const expression = readExpression(matcher);
  if (expression.type === "invalid")
    return noMatch(`${matcher} is no expression: the hook is skipped`);
  const anchored = readExpression(`^(?:${matcher})$`);
  if (anchored.type !== "expression") return untestable(matcher);
  return testedMatch(anchored.test(subject), `the expression ${matcher}`, subject);
}
