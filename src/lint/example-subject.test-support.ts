import { posix } from "node:path";
import { commandLineOf } from "./command-line.js";
import { scriptsIn } from "./command-files.js";
import { wantedFiles } from "./helper-files.js";
import { parsers } from "./parsers.test-support.js";
import { edited } from "./edits.js";
import type { Fix } from "./finding.js";
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
  const otherHooks = [
    ...otherMatchers.map((other) => ({ ...hook, id: other, matcher: other })),
    ...(example.otherEvents ?? []).map((other) => ({ ...hook, id: other, event: other })),
  ];
  const isInline = script === undefined;
  const source = script ?? command;
  const language = isInline ? "shell" : languageOf(path, source, null);
  const parsed = await readScript(source, language, parsers, (wanted) => {
    const text = others[pathOf(wanted)];
    return text === undefined ? null : { file: pathOf(wanted), source: text, isCut: false };
  });
  const helpers = wantedFiles(parsed).map(({ paths: [wanted = "", ...more], ...rest }) => ({
    ...rest,
    path: pathOf(wanted),
    exists: [wanted, ...more].some((one) => others[pathOf(one)] !== undefined),
    isExecutable: file === undefined,
  }));
  const variables = { CLAUDE_PROJECT_DIR: "/project" };
  const files = scriptsIn(command, variables, await parsers.shell()).map((named) => ({
    ...named,
    exists: file !== "missing" || named.path.startsWith("/project/.claude"),
    isExecutable: file === undefined,
    ...(example.twin !== undefined && { twin: example.twin }),
  }));
  const texts = new Map(Object.entries(others));
  const modules = new Map(
    example.packageType === undefined ? [] : [[path, example.packageType] as const],
  );
  const name = files[0]?.path ?? path;
  const line = isInline ? null : await commandLineOf(command, name, parsers);
  const where = { path, file: path, isInline, line, others: texts, helpers, modules };
  return subjectOf(hook, scriptOf(source, parsed, where), {
    files,
    others: [hook, ...otherHooks],
    settings: { file: hook.file, text: settingsText(example, command), form: "json" },
  });
}

/** `@/x` is in the folder of the script, which is that of the others. */
function pathOf(wanted: string): string {
  return posix.normalize(wanted.replace(/^@/, "hooks").replace(/^\$\w+\//, ""));
}

function settingsText(
  { event, matcher, timeout, onFailure, ...rest }: Example,
  command: string,
): string {
  const entry = { type: "command", command, timeout, onFailure, async: rest.async };
  return JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [entry] }] } }, null, 2);
}

/** The example after a fix of one of its findings. */
export function fixedExample(example: Example, { script, settings }: Subject, fix: Fix): Example {
  if (fix.executable === true) {
    const { file: _, ...rest } = example;
    return rest;
  }
  if (fix.file === script?.file && script?.isInline === false)
    return { ...example, script: edited(script.source, fix.edits ?? []) };
  const { hooks } = JSON.parse(edited(settings?.text ?? "", fix.edits ?? [])) as {
    hooks: Record<string, [{ matcher?: string; hooks: [Partial<Example>] }]>;
  };
  const [
    {
      matcher,
      hooks: [entry],
    },
  ] = hooks[example.event] as (typeof hooks)[string];
  const { command, timeout, onFailure, async } = entry;
  return {
    ...example,
    ...(JSON.parse(JSON.stringify({ matcher, timeout, onFailure, async })) as object),
    ...(example.command !== undefined && command !== undefined && { command }),
  };
}
