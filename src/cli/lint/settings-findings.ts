import type { ConfigProblem } from "../../config/index.js";
import type { Finding } from "../../lint/index.js";
import { catalogue } from "../../problem/index.js";

/** What is wrong in settings files, as the hosts read them: the same findings that `hosts --config` has. */
export function settingsFindings(
  problems: readonly (ConfigProblem & { readonly host: string })[],
  projectDir: string,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const problem of problems) {
    const { code, severity, file, line, path, host, hook } = problem;
    const key = `${code} ${file} ${line} ${path} ${problem.found}`;
    const before = found.get(key);
    found.set(key, {
      code,
      // Matchers that never match together lose nothing.
      severity: code === "host-config-replaced" ? "info" : severity,
      confidence: "read",
      file: file ?? projectDir,
      line,
      message: messageOf(problem),
      fix: { safety: "unsafe", description: fixOf(problem) },
      hooks: hook === "" ? [] : [hook],
      hosts: [...(before?.hosts ?? []), host],
      events: [],
    });
  }
  return [...found.values()];
}

function messageOf({ code, path, found, lost, allowed = [] }: ConfigProblem): string {
  const at = path === "" ? "" : ` \`${path}\``;
  const known = allowed.length > 0 && allowed.length <= 5 ? ` Allowed: ${allowed.join(", ")}.` : "";
  const gone = lost === undefined ? "" : ` Lost: ${lost}.`;
  return `${catalogue[code].title}:${at} ${found}.${known}${gone}`;
}

/** In the values of the file, where it is known what was meant. */
function fixOf({ code, path, suggestion }: ConfigProblem): string {
  if (suggestion === undefined) return catalogue[code].fix;
  return `change \`${path.split(".").at(-1) ?? path}\` to ${JSON.stringify(suggestion)}, or remove the entry`;
}
