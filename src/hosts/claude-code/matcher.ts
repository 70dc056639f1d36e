import { own } from "../json.js";
import type { Match } from "../../match/index.js";
import { readExpression } from "../expression.js";
import type { HostHook } from "../host.js";
import { matchesAll, noMatch, nothingToMatch, testedMatch } from "../match-answer.js";
import type { Client } from "./client.js";
import { clients, newestClient } from "./clients.js";
import { parseRule, ruleFits } from "./if-rule.js";

/** The only events on which a hook with an `if` ever runs. */
const ruleEvents: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "PermissionDenied",
]);

/** Events on which fewer characters make a matcher a list of names. */
const narrowEvents: ReadonlySet<string> = new Set(["FileChanged", "StopFailure"]);

/**
 * Whether the client runs a hook for an event. It fails open: what cannot be read, matcher or `if`, never matches,
 * and the guard is gone without a word.
 */
export function matches(request: HostHook, version = newestClient.version): Match {
  const client = clients.find((one) => one.version === version) ?? newestClient;
  const byMatcher = hearsByMatcher(request, client);
  if (!byMatcher.matches || request.if === undefined || request.if === "") return byMatcher;
  const byRule = hearsByRule(request.if, request, client);
  return byRule.matches ? { matches: true, why: `${byMatcher.why}; ${byRule.why}` } : byRule;
}

function hearsByMatcher(
  { event, matcher = "", toolName, subject }: HostHook,
  { version, events }: Client,
): Match {
  const known = own(events, event);
  if (known === undefined) return noMatch(`Claude Code ${version} has no event ${event}`);
  if (matcher === "" || matcher === "*") return matchesAll;
  const tested = known.subject === null ? undefined : (toolName ?? subject);
  if (tested === undefined) return nothingToMatch(event);
  const { fits, as } = testMatcher(matcher, tested, narrowEvents.has(event));
  return testedMatch(fits, `${as} ${matcher}`, tested);
}

function testMatcher(
  matcher: string,
  subject: string,
  isNarrow: boolean,
): { readonly fits: boolean; readonly as: string } {
  const isList = isNarrow ? /^[A-Za-z0-9_|]*$/ : /^[A-Za-z0-9_\-,| ]*$/;
  if (isList.test(matcher)) {
    const names = matcher.split(/[|,]/).map((name) => name.trim());
    return { fits: names.includes(subject), as: "the list" };
  }
  const expression = readExpression(matcher);
  if (expression.type === "invalid") return { fits: false, as: "the broken expression" };
  if (expression.type === "expression")
    return { fits: expression.test(subject), as: "the expression" };
  if (isTame(matcher, subject))
    return { fits: new RegExp(matcher).test(subject), as: "the expression" };
  return { fits: true, as: "what cannot be tested in linear time counts as fitting:" };
}

const MOST_WAYS = 1_000_000;

/** Whether a backtracking engine has few ways to try: no group repeats, and little else does. */
function isTame(matcher: string, subject: string): boolean {
  const count = (signs: RegExp): number => matcher.match(signs)?.length ?? 0;
  const byRepeats = (subject.length + 1) ** (count(/[*+{]|(?<!\()\?/g) + 1);
  const byChoices = (count(/\|/g) + 1) ** count(/\(/g);
  return byRepeats * byChoices <= MOST_WAYS && !/\)[*+{]/.test(matcher);
}

function hearsByRule(
  text: string,
  { event, toolName, toolInput }: HostHook,
  client: Client,
): Match {
  if (!ruleEvents.has(event)) return never(`a hook with an if never runs on ${event}`);
  const rule = parseRule(text);
  if (rule === null) return never(`${text} is no rule, so it never matches`);
  if (toolName === undefined || !ruleFits(rule, toolName, toolInput, client))
    return never(`the rule ${text} does not match the call`);
  return { matches: true, why: `the rule ${text} matches the call` };
}

function never(why: string): Match {
  return { matches: false, why, by: "if" };
}
