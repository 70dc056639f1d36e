import { withoutId, type ConfigProblem } from "../../config/index.js";
import { lastKey, problemFix } from "../../show/index.js";
import type { ProjectHook, HostHooks } from "../../host-run/index.js";
import type { Finding } from "./finding.js";

/** What is wrong with a host's settings, by the hooks that it concerns. */
export function configFindings({ host, hooks, problems }: HostHooks): readonly Finding[] {
  const named = new Set<ProjectHook>();
  const found = problems.flatMap((problem): Finding[] => {
    const meant = hooksOf(problem, hooks);
    for (const hook of meant) named.add(hook);
    const { code, severity, file } = problem;
    const message = messageOf(problem, meant.length > 0);
    const fix = { safety: "unsafe" as const, description: problemFix(problem) };
    const common = {
      code,
      severity,
      confidence: "read" as const,
      host,
      message,
      cause: message,
      fix,
    };
    if (meant.length === 0)
      return [{ ...common, file: file ?? "", line: problem.line, detail: problem.path }];
    // Where one line costs several hooks, that line is the place, and each hook is named.
    return meant.map((hook) => ({
      ...common,
      file: meant.length === 1 && file !== null ? file : hook.file,
      line: meant.length === 1 && file !== null ? problem.line : hook.line,
      hook: hook.name,
      detail: hookText(hook),
    }));
  });
  const others = hooks.filter((hook) => hook.never !== null && !named.has(hook));
  return [...found, ...others.map((hook) => neverFinding(host, hook))];
}

/** That a hook never runs, where no problem of the settings says so. */
function neverFinding(host: string, hook: ProjectHook): Finding {
  const { file, line, name, never } = hook;
  return {
    code: "host-config-ignored",
    severity: "warning",
    confidence: "read",
    host,
    file,
    line,
    hook: name,
    message: never ?? "",
    cause: never ?? "",
    detail: hookText(hook),
  };
}

/** A hook in a row of a list. */
export function hookText({
  name,
  event,
  matcher = "",
}: Pick<ProjectHook, "name" | "event" | "matcher">): string {
  // Its place is next to it: no id is needed to tell it from others of the same name.
  return `${withoutId(name)} (${event}${matcher === "" ? "" : ` ${matcher}`})`;
}

function hooksOf(problem: ConfigProblem, hooks: readonly ProjectHook[]): readonly ProjectHook[] {
  const { hook, file, path, found, code } = problem;
  if (hook !== "") return hooks.filter((one) => one.id === hook || one.name === hook);
  const lost = hooks.filter(({ never }) => never !== null);
  if (code === "host-config-dropped")
    return lost.filter((one) => one.file === file && (one.never ?? "").includes(found));
  return lost.filter(
    ({ never }) => never === found || never === `${found} turns it off` || isAt(path, never),
  );
}

/** Whether a hook is lost by what is at a path: the reason begins with it. */
function isAt(path: string, never: string | null): boolean {
  return path !== "" && (never ?? "").includes(`: ${path}: `);
}

/** Codes whose `found` is a sentence. */
const sentences: ReadonlySet<string> = new Set(["host-config-ignored", "timeout-unit"]);
const LONGEST_LIST = 5;

function messageOf(
  { code, path, found, allowed = [], suggestion, lost }: ConfigProblem,
  areNamed: boolean,
): string {
  const key = lastKey(path);
  const isSentence = path === "" || (sentences.has(code) && found.includes(" "));
  const what = isSentence ? found : found === key ? `${key} is not known` : `${key}: ${found}`;
  const isShort = allowed.length > 0 && allowed.length <= LONGEST_LIST && suggestion === undefined;
  const meant =
    suggestion === undefined || what.includes("did you mean")
      ? ""
      : `; did you mean ${suggestion}?`;
  const known = isShort && !sentences.has(code) ? `; allowed: ${allowed.join(", ")}` : "";
  const gone = lost === undefined || areNamed ? "" : `; lost: ${lost}`;
  return `${what}${meant}${known}${gone}`;
}
