import { posix } from "node:path";
import { scriptsIn } from "./command-files.js";
import { wantedFiles } from "./helper-files.js";
import { parsers } from "./parsers.test-support.js";
import type { Example } from "./rule.js";
import { languageOf, readScript } from "./script/read-script.js";
import { scriptOf, subjectOf, type LintHook, type Subject } from "./subject.js";

/** The hook of an example, as lint would find it in settings. */
export async function exampleSubject(example: Example): Promise<Subject> {
  const { event, matcher, host = "claude-code", script, file, otherMatchers = [] } = example;
  const others: Readonly<Record<string, string>> = example.others ?? {};
  const path = "hooks/guard";
  const command = example.command ?? `"$CLAUDE_PROJECT_DIR"/${path}`;
  const hook: LintHook = {
    id: `project:${event}:0.0`,
    name: "guard",
    host,
    event,
    ...(matcher !== undefined && { matcher }),
    type: "command",
    command,
    timeoutSeconds: example.timeout ?? null,
    onFailure: example.onFailure ?? "continue",
    isAsync: example.async ?? false,
    file: ".claude/settings.json",
    line: 1,
    isShared: true,
  };
  const otherHooks = otherMatchers.map((other) => ({ ...hook, id: other, matcher: other }));
  const isInline = script === undefined;
  const source = script ?? command;
  const language = isInline ? "shell" : languageOf(path, source, null);
  const parsed = await readScript(source, language, parsers, (wanted) => {
    const text = others[pathOf(wanted)];
    return text === undefined ? null : { file: pathOf(wanted), source: text, isCut: false };
  });
  const helpers = wantedFiles(parsed).map(({ paths: [wanted = ""], ...rest }) => ({
    ...rest,
    path: pathOf(wanted),
    exists: others[pathOf(wanted)] !== undefined,
    isExecutable: file === undefined,
  }));
  const variables = { CLAUDE_PROJECT_DIR: "/project" };
  const files = scriptsIn(command, variables, await parsers.shell()).map((named) => ({
    ...named,
    exists: file !== "missing",
    isExecutable: file === undefined,
  }));
  const texts = new Map(Object.entries(others));
  return subjectOf(hook, scriptOf(source, parsed, { path, isInline, others: texts, helpers }), {
    files,
    others: [hook, ...otherHooks],
  });
}

/** `@/x` is in the folder of the script, which is that of the others. */
function pathOf(wanted: string): string {
  return posix.normalize(wanted.replace(/^@/, "hooks").replace(/^\$\w+\//, ""));
}
