import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { commandNeeds, type CommandPlace, type NeededFile } from "../../host-run/index.js";
import { bridgeOf, findBridgedHost } from "../../hosts/index.js";
import { interpret, type WireRun } from "../../interpret/index.js";
import { catalogue, type ProblemCode, type Severity } from "../../problem/index.js";
import { hookText } from "./config-findings.js";
import type { DoctorHook } from "./doctor-hooks.js";
import type { Finding } from "./finding.js";

/** What keeps a hook that its host starts from working: files, programs, and what follows a failure. */
export function commandFindings(hook: DoctorHook, place: CommandPlace): readonly Finding[] {
  const { command } = hook;
  if (command === null || hook.never !== null) return [];
  const needs = commandNeeds(command, { ...place, folder: resolve(place.folder, hook.cwd ?? "") });
  const broken = needs.files.flatMap((file): Finding[] => {
    if (file.state === "fine") return [];
    const isMissing = file.state === "missing";
    const run = isMissing ? missingRun(file) : { exit: 126 };
    const what = isMissing ? "does not exist" : "is not executable";
    const code = isMissing ? "script-missing" : "script-not-executable";
    return [finding(code, hook, { cause: effectOf(hook, run), detail: `${file.written} ${what}` })];
  });
  const absent = needs.missing.map(({ program, by }) =>
    finding("program-missing", hook, {
      cause: `${program} is not installed; ${effectOf(hook, { exit: 127 })}`,
      detail: by === null ? "" : `first line of ${by}`,
    }),
  );
  const guards = isGuard(hook, needs.files) ? openGuard(hook) : [];
  return [...broken, ...absent, ...guards];
}

/** Exit codes of interpreters that do not find their script. */
const exits: readonly (readonly [RegExp, number])[] = [
  [/^(?:python|perl|uv$)/, 2],
  [/^(?:node|bun|deno|tsx|ts-node|npx|bunx|ruby|php)/, 1],
];

function missingRun({ interpreter }: NeededFile): WireRun {
  const exit = exits.find(([names]) => names.test(interpreter ?? ""))?.[1];
  return { exit: exit ?? 127 };
}

/** What the host does after such an end, by its own reader. */
function effectOf(hook: DoctorHook, run: WireRun): string {
  if (hook.isAsync) return `exit code ${run.exit}, and nothing waits for it`;
  const follows = isOpen(hook, run) ? "continues without the hook" : "blocks every time";
  return `exit code ${run.exit}: the host ${follows}`;
}

/** Whether the host does after such an end what it does where the hook says nothing. */
function isOpen({ dialect, event, onFailure }: DoctorHook, run: WireRun): boolean {
  const outcomeOf = (one: WireRun): string => interpret({ dialect, event, runs: [one] }).outcome;
  return outcomeOf({ ...run, onFailure }) === outcomeOf({ exit: 0 });
}

/** Words by which hooks say no. */
const restricts =
  /\bexit\s*\(?\s*2\b|["']?(?:permissionDecision|decision|permission|behavior)["']?\s*[:=]\s*\\?["'](?:deny|block|ask)\b|["'](?:deny|block)["']/;
const LARGEST_SCRIPT = 1_048_576;

/** Events on which a block keeps something from happening. */
const gates: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"]);

/** Whether a hook that can block has words for it. */
function isGuard(hook: DoctorHook, files: readonly NeededFile[]): boolean {
  if (hook.isAsync || !gates.has(gateOf(hook)) || isOpen(hook, { exit: 2, stderr: "no" }))
    return false;
  return (
    restricts.test(hook.command ?? "") || files.some(({ path }) => restricts.test(textOf(path)))
  );
}

function gateOf({ dialect, host, event }: DoctorHook): string {
  const toolEvent = bridgeOf(host)?.payload(event).toolEvents?.[event]?.canonical;
  return toolEvent ?? findBridgedHost(dialect)?.events[event]?.canonical ?? event;
}

function textOf(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LARGEST_SCRIPT ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}

const failures: readonly WireRun[] = [{ exit: 1 }, { exit: 127 }, { timedOut: true }];
/** The shell makes every failure a block. */
const closedByShell = /\|\|\s*exit\s+2\s*;?\s*$/;

function opens(hook: DoctorHook): boolean {
  return failures.some((run) => isOpen(hook, run));
}

function openGuard(hook: DoctorHook): readonly Finding[] {
  if (!opens(hook) || closedByShell.test(hook.command ?? "")) return [];
  const setting =
    hook.host === "snaphook" ? '"onFailure": "block"' : findBridgedHost(hook.dialect)?.failClosed;
  const hasSetting = setting !== undefined && !opens({ ...hook, onFailure: "block" });
  return [
    finding("guard-fails-open", hook, {
      severity: hasSetting ? "warning" : "info",
      cause: "the host continues where the hook crashes, times out or does not start",
      detail: "",
      fix: hasSetting
        ? `add ${setting} to the hook`
        : "this host has no setting for it; end the command with `|| exit 2`, which covers all but a timeout",
    }),
  ];
}

function finding(
  code: ProblemCode,
  hook: DoctorHook,
  given: {
    readonly cause: string;
    readonly detail: string;
    readonly fix?: string | undefined;
    readonly severity?: Severity;
  },
): Finding {
  const { cause, detail, fix = catalogue[code].fix } = given;
  const { host, file, line, name } = hook;
  return {
    code,
    severity: given.severity ?? catalogue[code].severity,
    confidence: "read",
    host,
    file,
    line,
    hook: name,
    message: detail === "" ? cause : `${detail}; ${cause}`,
    cause,
    detail: [hookText(hook), detail].filter((part) => part !== "").join(": "),
    fix: { safety: "unsafe", description: fix },
  };
}
