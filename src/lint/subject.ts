import { bridgeOf, findBridgedHost, type HostTable } from "../hosts/index.js";
import { samplePayload } from "../payload/index.js";
import { fatesOf, waysOf, type HookWay, type TextFate } from "./hook-runs.js";
import type { HelperFile } from "./helper-files.js";
import type { ScriptFacts } from "./script/facts.js";
import type { ParsedScript, Span } from "./script/syntax.js";
import type { SettingsText } from "./settings-edits.js";
import { IN_COMMAND, throughLine, type CommandLine } from "./command-line.js";
import { Walk } from "./script/walk.js";

/** A hook as some settings have it, of whatever host. */
export interface LintHook {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  /** The host's own name for it; null for a script that no settings name. */
  readonly event: string | null;
  readonly matcher?: string;
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly timeoutSeconds: number | null;
  readonly onFailure: "continue" | "ask" | "block";
  readonly isAsync: boolean;
  /** The folder in which it runs, relative to the project or absolute; null or absent: the project's. */
  readonly cwd?: string | null;
  /** Variables that the entry sets, or the host for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Nobody waits for it, but exit code 2 wakes the model, which reads what it printed. */
  readonly wakesModel?: boolean;
  readonly file: string;
  readonly line: number | null;
  /** Only settings of a person's own machine may name what is there. */
  readonly isShared: boolean;
}

/** The text of a script, or of a command that is one. */
export interface LintScript {
  readonly path: string;
  /** From the root; absent where nothing can be changed in it. */
  readonly file?: string;
  readonly source: string;
  /** It is the command in the settings: its lines are not those of a file. */
  readonly isInline: boolean;
  readonly parsed: ParsedScript;
  readonly facts: ScriptFacts;
  /** The command that starts it, where that does more: what comes out is then that of the line. */
  readonly line: CommandLine | null;
  /** The texts of the other files whose code it takes in, by their paths. */
  readonly others: ReadonlyMap<string, string>;
  readonly helpers: readonly HelperFile[];
  /** What Node takes it and those files for, where their names or a package.json say so. */
  readonly modules: ReadonlyMap<string, ModuleKind>;
}

export type ModuleKind = "module" | "commonjs";

/** A file that a hook's command runs, as it is on the disk. */
export interface CommandFile {
  /** As the command has it. */
  readonly written: string;
  readonly path: string;
  readonly exists: boolean;
  readonly isExecutable: boolean;
  /** The program that it is given to (`python3 guard.py`), or null where it is started itself. */
  readonly interpreter: string | null;
  readonly isUnquoted: boolean;
  /** The command looks whether it is there first. */
  readonly isTested: boolean;
  /** A file of the project that has the same path from a host's folder on, where this one is missing. */
  readonly twin?: string;
}

/** Everything that rules look at. */
export interface Subject {
  readonly hook: LintHook;
  readonly table: HostTable | null;
  /** Snaphook's name of the event. */
  readonly canonical: string | null;
  readonly script: LintScript | null;
  readonly files: readonly CommandFile[];
  readonly ways: readonly HookWay[];
  readonly fates: readonly TextFate[];
  /** The script blocks, and the command that starts it loses that; the ways are then those of the script. */
  readonly isBlockLost: boolean;
  /** All hooks of the same host, this one among them. */
  readonly others: readonly LintHook[];
  /** The file that the hook is in; null where it is not to be changed. */
  readonly settings: SettingsText | null;
}

export function scriptOf(
  source: string,
  parsed: ParsedScript,
  {
    others = new Map(),
    helpers = [],
    modules = new Map(),
    line = null,
    ...where
  }: Pick<LintScript, "path" | "file" | "isInline"> &
    Partial<Pick<LintScript, "others" | "helpers" | "modules" | "line">>,
): LintScript {
  const facts = new Walk(parsed).facts();
  return { ...where, source, parsed, facts, line, others, helpers, modules };
}

/** The text in which a place is. */
export function sourceAt({ source, others, line }: LintScript, { file }: Span): string {
  if (file === IN_COMMAND) return line?.text ?? "";
  return file === undefined ? source : (others.get(file) ?? "");
}

/** The script with all that it takes in. */
export function wholeSource({ source, others }: LintScript): string {
  return [source, ...others.values()].join("\n");
}

export function subjectOf(
  hook: LintHook,
  given: LintScript | null,
  {
    files = [],
    others = [hook],
    settings = null,
  }: Partial<Pick<Subject, "files" | "others" | "settings">> = {},
): Subject {
  const script = forEvent(given, hook.event);
  const table = findBridgedHost(hook.host);
  const event = hook.event ?? "";
  const known = table === null ? undefined : table.events[event];
  // On some events of Cursor the tool is the event.
  const asTool = bridgeOf(hook.host)?.payload(event).toolEvents?.[event]?.canonical;
  const canonical = table === null ? hook.event : (known?.canonical ?? asTool ?? null);
  const isRead = script !== null && hook.event !== null && (table === null || known !== undefined);
  const dialect = table === null ? "wave" : hook.host;
  const payload = samplePayload(canonical ?? event, toolOf(hook.matcher));
  const readAs = (facts: ScriptFacts): HookWay[] => waysOf(facts, { dialect, event, payload });
  const own = isRead ? readAs(script.facts) : [];
  const facts = isRead ? throughLine(script, hook.event) : null;
  const started = facts === null ? own : readAs(facts);
  const isBlockLost = hasBlock(own) && !hasBlock(started);
  const ways = isBlockLost ? own : started;
  const whole = script === null || facts === null || isBlockLost ? script : { ...script, facts };
  const context = { files, others, settings, isBlockLost };
  return { hook, table, canonical, script: whole, ways, fates: fatesOf(ways), ...context };
}

const followed = new WeakMap<ParsedScript, Map<string, ScriptFacts>>();

/** A script for several events is followed for this one, once for all its hooks. */
function forEvent(script: LintScript | null, event: string | null): LintScript | null {
  if (script?.facts.isEventAsked !== true || event === null) return script;
  const known = followed.get(script.parsed) ?? new Map<string, ScriptFacts>();
  followed.set(script.parsed, known);
  const facts = known.get(event) ?? new Walk(script.parsed, event).facts();
  known.set(event, facts);
  return { ...script, facts };
}

/** Whether the hook stops something on one of its ways. */
export function isGuard({ ways }: Subject): boolean {
  return hasBlock(ways);
}

function hasBlock(ways: readonly HookWay[]): boolean {
  return ways.some(
    ({ reading: { outcome }, isCertain }) =>
      isCertain && (outcome === "block" || outcome === "halt"),
  );
}

/** A tool that the matcher names, so that a rewrite is read as one of that tool. */
function toolOf(matcher: string | undefined): { tool_name?: string } {
  const name = /^\w+/.exec(matcher ?? "")?.[0];
  return name === undefined ? {} : { tool_name: name };
}
