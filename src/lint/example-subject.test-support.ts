import { scriptsIn } from "./command-files.js";
import { parsers } from "./parsers.test-support.js";
import type { Example } from "./rule.js";
import { languageOf, readScript } from "./script/read-script.js";
import { scriptOf, subjectOf, type LintHook, type Subject } from "./subject.js";

/** The hook of an example, as lint would find it in settings. */
export async function exampleSubject(example: Example): Promise<Subject> {
  const { event, matcher, host = "claude-code", script, file, otherMatchers = [] } = example;
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
  const others = otherMatchers.map((other) => ({ ...hook, id: other, matcher: other }));
  const isInline = script === undefined;
  const source = script ?? command;
  const language = isInline ? "shell" : languageOf(path, source, null);
  const parsed = await readScript(source, language, parsers);
  const variables = { CLAUDE_PROJECT_DIR: "/project" };
  const files = scriptsIn(command, variables, await parsers.shell()).map((named) => ({
    ...named,
    exists: file !== "missing",
    isExecutable: file === undefined,
  }));
  return subjectOf(hook, scriptOf(source, parsed, { path, isInline }), {
    files,
    others: [hook, ...others],
  });
}
