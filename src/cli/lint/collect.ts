import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { defaultHome, type ConfigProblem } from "../../config/index.js";
import { commandLine, projectHooks, type ProjectHook } from "../../host-run/index.js";
import {
  commandLineOf,
  dispatched,
  languageOf,
  LONGEST_SCRIPT,
  readScript,
  scriptOf,
  scriptsIn,
  subjectOf,
  type CommandFile,
  type LintHook,
  type LintScript,
  type NamedScript,
  type SettingsText,
  type Subject,
} from "../../lint/index.js";
import { readCapped } from "../files.js";
import { noDrafts, type DraftFiles } from "./drafts.js";
import { NamedFiles, type NamedBy } from "./named-files.js";
import { parsers } from "./parsers.js";
import { settingsReader } from "./settings-text.js";

/** Everything that lint looks at in a folder. */
export interface Collected {
  readonly subjects: readonly Subject[];
  /** What the hosts themselves say of their settings. */
  readonly problems: readonly (ConfigProblem & { readonly host: string })[];
  readonly hosts: readonly string[];
  /** The settings files that are there. */
  readonly settings: readonly string[];
  /** The settings of a file as they were read. */
  readonly settingsOf: (file: string) => SettingsText | null;
}

/** Where lint looks. */
export interface Places {
  readonly projectDir: string;
  readonly home: string;
  /** Files as they would be after fixes. */
  readonly drafts?: DraftFiles;
}

/** Reads the settings of every host, and the scripts that their hooks name. Nothing is started. */
export async function collect(places: Places, host: string | undefined): Promise<Collected> {
  const { projectDir, home, drafts = noDrafts } = places;
  const draft = (path: string): string | undefined => drafts.text(path);
  const found = projectHooks(
    { projectDir, home: defaultHome(), userHome: home, draft },
    host ?? null,
  );
  const all = found.flatMap(({ hooks }) => hooks.filter(isLooked));
  const scripts = new ScriptReader(places);
  const settingsOf = settingsReader(drafts);
  const subjects: Subject[] = [];
  for (const hook of all) {
    const others = all.filter((other) => other.host === hook.host);
    const of = await scripts.of(hook);
    const settings = settingsOf(hook.file);
    for (const [index, script] of of.scripts.entries()) {
      // What is wrong with the files is said once.
      const files = index === 0 ? of.files : [];
      subjects.push(subjectOf(hook, script, { files, others, settings }));
    }
  }
  return {
    subjects,
    problems: found.flatMap(({ host: name, problems }) =>
      problems.map((problem) => ({ ...problem, host: name })),
    ),
    hosts: [...new Set(all.map((hook) => hook.host))],
    settings: found.flatMap(({ files }) => files),
    settingsOf,
  };
}

/** A script that was named by its path, for whichever hook it may be. */
export async function collectScript(
  path: string,
  places: Places,
  { host, event }: { readonly host: string; readonly event: string | null },
): Promise<Subject> {
  const scripts = new ScriptReader(places);
  const named = { file: path, isShared: true };
  const script = await scripts.read(resolve(places.projectDir, path), path, null, named);
  const hook: LintHook = {
    ...named,
    id: path,
    name: basename(path),
    host,
    event: event ?? (script === null ? null : eventIn(path, script.source)),
    type: "command",
    timeoutSeconds: null,
    onFailure: "continue",
    isAsync: false,
    line: null,
  };
  return subjectOf(hook, script);
}

/** The event that a script was written for: by what it says itself, or by its name. */
function eventIn(path: string, source: string): string | null {
  const said = /hookEventName\W{1,8}(\w+)/.exec(source)?.[1];
  if (said !== undefined && /^(?:Pre|Post|User|Session|Sub|Stop|Notif|Permission)/.test(said))
    return said;
  const name = basename(path).toLowerCase().replaceAll(/[-_.]/g, "");
  const known = [
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "SubagentStop",
    "SessionStart",
    "SessionEnd",
    "PermissionRequest",
    "PreCompact",
    "Notification",
    "Stop",
  ];
  return known.find((event) => name.startsWith(event.toLowerCase())) ?? null;
}

/**
 * Whether this user has trusted the project, or has turned all hooks off, says nothing about them; and once a fault in the
 * settings is fixed, the script is what it is.
 */
function isLooked({ never, isTurnedOff }: ProjectHook): boolean {
  return !isTurnedOff || never?.startsWith("disableAllHooks") === true;
}

interface HookScripts {
  /** Those that the command starts, or the command itself. */
  readonly scripts: readonly (LintScript | null)[];
  readonly files: readonly CommandFile[];
}

/** Scripts by path: many hooks share one. */
class ScriptReader {
  private readonly known = new Map<string, Promise<LintScript | null>>();

  private readonly files: NamedFiles;

  constructor(private readonly places: Places) {
    this.files = new NamedFiles(places);
  }

  async of(hook: LintHook): Promise<HookScripts> {
    const { command } = hook;
    if (command === undefined) return { scripts: [null], files: [] };
    const line = commandLine(hook) ?? command;
    const named = scriptsIn(line, this.files.variables(hook), await parsers.shell());
    const files = named.map((one) => fileOf(one, this.places, hook));
    const read = await Promise.all(named.map((one, at) => this.started(one, files[at], hook)));
    const scripts = read.filter((script) => script !== null);
    const doesMore = /\b(?:echo|printf|exit|jq)\b|[|;&<>]|[$](?!\{?\w*_DIR)/.test(line);
    if (named.length > 0 && !doesMore) return { scripts: read, files };
    const parsed = await readScript(line, "shell", parsers);
    const inline = scriptOf(line, parsed, { path: hook.file, isInline: true });
    if (scripts.length === 0)
      return { scripts: named.length === 0 ? [inline] : [null, inline], files };
    const within = await Promise.all(
      scripts.map(async (script) => ({
        ...script,
        line: await commandLineOf(line, script.path, parsers),
      })),
    );
    const isFollowed = within.some((script) => script.line !== null);
    // What the line prints and how it ends is then known with the script.
    const rest = isFollowed
      ? { ...inline, facts: { ...inline.facts, writes: [], exits: [] } }
      : inline;
    return { scripts: [...within, rest], files };
  }

  private async started(
    { path: written, interpreter }: NamedScript,
    file: CommandFile | undefined,
    hook: LintHook,
  ): Promise<LintScript | null> {
    const { projectDir } = this.places;
    const path =
      file?.twin === undefined ? pathOf(written, hook, projectDir) : resolve(projectDir, file.twin);
    if (!this.files.mayRead(path, hook)) return null;
    const script = await this.read(path, this.files.shown(path), interpreter, hook);
    return (await this.dispatched(script, path, interpreter, hook)) ?? script;
  }

  /** The script that this one starts by the argument that the settings give it: what is wrong is in there. */
  private async dispatched(
    script: LintScript | null,
    path: string,
    interpreter: string | null,
    hook: LintHook,
  ): Promise<LintScript | null> {
    const after = commandLine(hook)?.split(basename(path))[1] ?? "";
    const [, argument] = /^["']?\s+["']?([\w-]+)["']?(?=[\s;&|)]|$)/.exec(after) ?? [];
    if (script?.parsed.language !== "javascript" || argument === undefined) return null;
    const wanted = dispatched(script.source, argument);
    const target = wanted === null ? null : resolve(dirname(path), wanted);
    if (target === null || !this.files.mayRead(target, hook)) return null;
    return this.read(target, this.files.shown(target), interpreter, hook);
  }

  async read(
    path: string,
    shown: string,
    interpreter: string | null,
    hook: NamedBy,
  ): Promise<LintScript | null> {
    const key = `${hook.isShared} ${path}`;
    const known = this.known.get(key) ?? this.load(path, shown, interpreter, hook);
    this.known.set(key, known);
    return known;
  }

  private async load(
    path: string,
    shown: string,
    interpreter: string | null,
    hook: NamedBy,
  ): Promise<LintScript | null> {
    let source: string;
    let isCut = false;
    try {
      if (!statSync(path).isFile()) return null;
      const { bytes, cut } = readCapped(path, LONGEST_SCRIPT + 1);
      source = this.places.drafts?.text(path) ?? new TextDecoder().decode(bytes);
      isCut = cut;
    } catch {
      return null;
    }
    const language = languageOf(path, source.slice(0, 300), interpreter);
    const { load, others } = this.files.loader(path, hook);
    const text = isCut ? `${source} ` : source;
    const parsed = await readScript(text, language, parsers, load, this.files.parsed);
    const helpers = this.files.helpers(parsed, path, hook);
    return scriptOf(source, parsed, {
      path: shown,
      file: path,
      isInline: false,
      others,
      helpers,
      modules: this.files.modules([shown, ...others.keys()]),
    });
  }
}

/** Where a command's path leads from the folder in which the hook runs. */
function pathOf(path: string, { cwd }: LintHook, projectDir: string): string {
  return resolve(projectDir, cwd ?? "", path);
}

function fileOf(named: NamedScript, { projectDir, drafts }: Places, hook: LintHook): CommandFile {
  const place = pathOf(named.path, hook, projectDir);
  const can = (mode: number): boolean => {
    try {
      accessSync(place, mode);
      return true;
    } catch {
      return false;
    }
  };
  const exists = can(constants.F_OK);
  const twin = exists ? undefined : twinOf(place, projectDir);
  const isExecutable =
    exists && ((statSync(place).mode & 0o111) !== 0 || drafts?.isExecutable(place) === true);
  return { ...named, path: place, exists, isExecutable, ...(twin !== undefined && { twin }) };
}

/** `/home/ann/shop/.claude/hooks/x.sh` where this project has `.claude/hooks/x.sh`. */
function twinOf(path: string, projectDir: string): string | undefined {
  const [rest] = /\.(?:claude|codex|cursor|gemini|qwen|github|wave|snaphook)\/.*$/.exec(path) ?? [];
  return rest !== undefined && existsSync(resolve(projectDir, rest)) ? rest : undefined;
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
