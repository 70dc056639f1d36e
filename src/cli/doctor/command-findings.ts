import { missingPrograms, type CommandPlace, type ProjectHook } from "../../host-run/index.js";
import { interpret, type WireRun } from "../../interpret/index.js";
import {
  lintSubjects,
  rules,
  type Finding as LintFinding,
  type Subject,
} from "../../lint/index.js";
import { catalogue } from "../../problem/index.js";
import { hookText } from "./config-findings.js";
import type { Finding } from "./finding.js";

/** Rules of lint about whether a hook can work here at all, and what follows where it fails. */
const codes: ReadonlySet<string> = new Set([
  "script-missing",
  "script-not-executable",
  "guard-fails-open",
]);
const chosen = rules.filter(({ code }) => codes.has(code));

/** What these rules find: each hook by itself, so that those of one cause can be listed. */
export function ruleFindings(subjects: readonly Subject[]): readonly Finding[] {
  const hooks = [...new Set(subjects.map(({ hook }) => hook))];
  return hooks.flatMap((hook) => {
    const own = subjects.filter((subject) => subject.hook === hook);
    return lintSubjects(own, chosen).map((found) => fromLint(found, hook));
  });
}

function fromLint(found: LintFinding, hook: Subject["hook"]): Finding {
  const { code, severity, confidence, file, line, message, fix } = found;
  const { name, host, event, matcher = "" } = hook;
  // "What is wrong: what follows": the second is the same for many.
  const [, what = "", follows = message] = /^([^:]*): (.*)$/s.exec(message) ?? [];
  const shown = hookText({ name, event: event ?? "", matcher });
  return {
    code,
    severity,
    confidence,
    file,
    line,
    host,
    hook: name,
    message,
    ...(fix !== undefined && {
      fix: { safety: fix.safety, description: fix.description },
    }),
    cause: follows,
    detail: what === "" ? shown : `${shown}: ${what}`,
  };
}

/** Programs that a hook needs and that are not on this machine. */
export function programFindings(hook: ProjectHook, place: CommandPlace): readonly Finding[] {
  const { host, file, line, name } = hook;
  const code = "program-missing";
  const { severity, fix } = catalogue[code];
  return missingPrograms(hook, place).map(({ program, by }): Finding => {
    const cause = `${program} is not installed; ${effectOf(hook, { exit: 127 })}`;
    const first = by === null ? "" : `: first line of ${by}`;
    return {
      code,
      severity,
      confidence: "read",
      host,
      file,
      line,
      hook: name,
      message: `${cause}${first}`,
      cause,
      detail: `${hookText(hook)}${first}`,
      fix: { safety: "unsafe", description: fix },
    };
  });
}

/** What the host does after such an end, by its own reader: something else than where the hook says nothing, or not. */
function effectOf({ dialect, event, onFailure, isAsync }: ProjectHook, run: WireRun): string {
  if (isAsync) return `exit code ${run.exit}, and nothing waits for it`;
  const outcomeOf = (one: WireRun): string => interpret({ dialect, event, runs: [one] }).outcome;
  const isOpen = outcomeOf({ ...run, onFailure }) === outcomeOf({ exit: 0 });
  return `exit code ${run.exit}: the host ${isOpen ? "continues without the hook" : "blocks every time"}`;
}
