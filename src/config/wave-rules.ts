import { asProgram } from "./as-program.js";
import type { Located, LocatedObject } from "./located.js";
import { reportWrong, type Context } from "./read-object.js";
import { pathOf } from "./report.js";
import type { HookEntry } from "./settings.js";

/** The events on which Wave has matchers. */
const matched: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "PermissionRequest"]);

/** Seconds that a hook of Wave's has where it says nothing, and at most. */
export const WAVE_SECONDS = 600;

/**
 * The command lines that `snaphook bridge install` writes: by the name on the PATH, in the project's node_modules, or
 * by absolute paths; `|| exit 2` blocks where it cannot be started. Nothing else is taken for one.
 */
const quoted = String.raw`'(?:[^']|'\\'')*'`;
const project = String.raw`"\$(?:\w+|\(git rev-parse --show-toplevel\))"`;
const named = (name: string): string => `${name}|${project}/node_modules/\\.bin/${name}`;
const direct = String.raw`(?:${named("snaphook")}|${quoted} ${quoted}) bridge fire`;
/** What asks the resident engine first. */
const client = String.raw`(?:${named("snaphook-fire")}|${quoted} --node ${quoted})`;
const ownBridge = new RegExp(
  String.raw`^(?:${direct}|${client}) --host ([\w-]+)(?: \|\| exit 2)?$`,
);

/** The host that a command fires events of, or null where it is not Snaphook's bridge. */
export function bridgedHost(command: string): string | null {
  return ownBridge.exec(command.trim())?.[1] ?? null;
}

/** The matcher that counts: where Wave has none, the hook matches every such event. */
export function waveMatcher(
  matcher: string | undefined,
  event: string,
  path: string,
  line: number | null,
  { report }: Context,
): string | undefined {
  if (matcher === undefined || matcher === "" || matched.has(event)) return matcher;
  report.add("setting-ignored", "", {
    path: pathOf(path, "matcher"),
    line,
    found: `a matcher on ${event}; Wave drops all hooks of the file for it`,
    allowed: [...matched].map((name) => `on ${name}`),
  });
  return undefined;
}

/** An entry of Wave's file as one of Snaphook's, or null where it is none: Wave has commands only. */
export function waveEntry(
  entry: LocatedObject,
  path: string,
  context: Context,
): LocatedObject | null {
  const value = (key: string): Located | undefined =>
    entry.members.findLast((member) => member.key === key)?.value;
  const type = value("type");
  if (type !== undefined && !(type.type === "text" && type.value === "command")) {
    reportWrong(type, pathOf(path, "type"), ["command"], context);
    return null;
  }
  const command = value("command");
  // What `snaphook bridge install wave` writes is Snaphook itself and no hook of its own.
  if (command?.type === "text" && bridgedHost(command.value) === "wave") {
    const details = { path, line: entry.line, found: command.value, allowed: ["in Wave"] };
    context.report.add("setting-ignored", "", { ...details, severity: "info" });
    return null;
  }
  return { ...entry, members: entry.members.filter(({ key }) => key !== "description") };
}

/** The variables of the file's `env` that the command names: what they hold decides what runs. */
export function namedVariables(
  { action }: HookEntry,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const program = asProgram(action);
  if (program === null) return {};
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        /^\w+$/.test(name) &&
        new RegExp(String.raw`\$(?:${name}(?!\w)|\{${name}\b)`).test(program.command),
    ),
  );
}
