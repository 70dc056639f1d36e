import type { ConfigProblem } from "../../config/index.js";
import {
  fileEdit,
  keyEdit,
  textAt,
  valueEdit,
  type Edit,
  type Finding,
  type Fix,
  type SettingsText,
} from "../../lint/index.js";
import { catalogue } from "../../problem/index.js";

/** What is wrong in settings files, as the hosts read them: the same findings that `hosts --config` has. */
export function settingsFindings(
  problems: readonly (ConfigProblem & { readonly host: string })[],
  projectDir: string,
  settingsOf: (file: string) => SettingsText | null,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const problem of problems) {
    const { code, severity, file, line, path, host, hook } = problem;
    const key = `${code} ${file} ${line} ${path} ${problem.found}`;
    const before = found.get(key);
    found.set(key, {
      code,
      // Matchers that never match together lose nothing, and what this machine trusts is no fault of the project.
      severity:
        code === "host-config-replaced" ||
        /\bnot trusted\b/.test(problem.found) ||
        isOfVsCode(problem, settingsOf)
          ? "info"
          : severity,
      confidence: "read",
      file: file ?? projectDir,
      line,
      message: messageOf(problem),
      fix: fixOf(problem, settingsOf),
      hooks: hook === "" ? [] : [hook],
      hosts: [...(before?.hosts ?? []), host],
      events: [],
    });
  }
  return [...found.values()];
}

/** A file in the form of VS Code's own hooks, which reads the same folder as Copilot. */
function isOfVsCode(
  { host, file }: ConfigProblem & { readonly host: string },
  settingsOf: (file: string) => SettingsText | null,
): boolean {
  const text = host === "copilot" && file !== null ? (settingsOf(file)?.text ?? "") : "";
  return /"(?:windows|linux|osx)"\s*:/.test(text);
}

function messageOf({ code, path, found, lost, allowed = [] }: ConfigProblem): string {
  const at = path === "" ? "" : ` \`${path}\``;
  const known = allowed.length > 0 && allowed.length <= 5 ? ` Allowed: ${allowed.join(", ")}.` : "";
  const gone = lost === undefined ? "" : ` Lost: ${lost}.`;
  const is = found === "nothing" ? "is missing" : found;
  return `${catalogue[code].title}:${at} ${is}.${known}${gone}`;
}

/** In the values of the file, where it is known what was meant. */
function fixOf(problem: ConfigProblem, settingsOf: (file: string) => SettingsText | null): Fix {
  const { code, path, suggestion, file } = problem;
  if (suggestion === undefined) return { safety: "unsafe", description: catalogue[code].fix };
  const description = `change \`${path.split(".").at(-1) ?? path}\` to ${JSON.stringify(suggestion)}, or remove the entry`;
  const settings = file === null ? null : settingsOf(file);
  const change = settings === null ? null : changeOf(problem, suggestion, settings);
  if (settings === null || change === null || change.edit === null)
    return { safety: "unsafe", description };
  const { edit, safety } = change;
  return { safety, description, file: settings.file, edits: [fileEdit(settings.text, edit)] };
}

/** From an hour on nobody means seconds. */
const HOUR = 3600;

function changeOf(
  { code, path, line, found }: ConfigProblem,
  suggestion: string,
  settings: SettingsText,
): { readonly edit: Edit | null; readonly safety: Fix["safety"] } {
  const isCase = (written: string): boolean => written.toLowerCase() === suggestion.toLowerCase();
  if (code === "timeout-unit") {
    const edit = valueEdit(settings, { path, line }, Number(suggestion));
    return { edit, safety: Number.parseFloat(found) >= HOUR ? "safe" : "unsafe" };
  }
  // A key by another name: the event or a setting.
  if (path.endsWith(found))
    return {
      edit: keyEdit(settings, path, suggestion),
      safety: isCase(found) ? "safe" : "unsafe",
    };
  const edit = valueEdit(settings, { path, line }, suggestion);
  return { edit, safety: isCase(textAt(settings, path) ?? "") ? "safe" : "unsafe" };
}
