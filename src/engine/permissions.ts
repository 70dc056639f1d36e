import { homedir } from "node:os";
import type { ConfigProblem, Settings } from "../config/index.js";
import type { Verdict } from "../decide/index.js";
import type { Payload } from "../payload/index.js";
import { hookFilesOf, judge, readRules, type Ruling, type CallWorld } from "../rules/index.js";
import { canonicalPath, isThere } from "../trust/index.js";
import type { ToolCall } from "./grants.js";

/** Events that ask whether a tool may run. */
const asking = new Set(["PreToolUse", "PermissionRequest"]);

/** The call that an event asks about, or null. */
export function callOf(payload: Payload): ToolCall | null {
  if (!asking.has(payload.hook_event_name ?? "") || payload.tool_name === undefined) return null;
  return { tool: payload.tool_name, input: payload.tool_input };
}

/** The call that an event asks about, with its input as the hooks leave it. */
export function callAfter({ changes }: Verdict, payload: Payload): ToolCall | null {
  const call = callOf(payload);
  const { input } = changes;
  return call === null || input === undefined ? call : { ...call, input };
}

/** What the permission rules of all layers say to a call, and self-protection with them. */
export class Permissions {
  private readonly rules: ReturnType<typeof readRules>;
  private found: Omit<CallWorld, "cwd"> | null = null;

  constructor(
    { permissions }: Settings,
    /** Looks at the disk; called with the first call that is judged. */
    private readonly findWorld: () => Omit<CallWorld, "cwd">,
    /** The project's folder as the host names it. */
    private readonly givenDir: string,
  ) {
    this.rules = readRules(permissions);
  }

  /** Rules that cannot be used, or have no effect in their layer. */
  get problems(): readonly ConfigProblem[] {
    return this.rules.problems.map(({ source, why }) => ({
      code: "rule-unusable",
      severity: "error",
      hook: "",
      path: `permissions.${source.list}`,
      found: `${source.text}: ${why}`,
      file: source.file,
      line: source.line,
    }));
  }

  judge(call: ToolCall, cwd: string | undefined): Ruling {
    const world = (this.found ??= this.findWorld());
    // Most calls are made where the project is; that needs no look at the disk.
    const here = cwd === undefined || cwd === this.givenDir;
    const folder = here ? world.projectDir : canonicalPath(cwd);
    return judge(call, this.rules.rules, { ...world, cwd: folder });
  }
}

/** Variables that may let `*` in a shell find names that begin with a dot. */
const HIDDEN_NAMES = ["BASHOPTS", "BASH_ENV", "ENV", "GLOBIGNORE", "FIGNORE"];

export function worldOf(
  projectDir: string,
  findProtected: () => readonly string[],
): Omit<CallWorld, "cwd"> {
  let protectedPaths: readonly string[] | undefined;
  let hookFiles: readonly string[] | undefined;
  return {
    projectDir: canonicalPath(projectDir),
    home: canonicalPath(homedir()),
    hookFiles: () =>
      (hookFiles ??= hookFilesOf(projectDir, homedir(), process.env).map(canonicalPath)),
    canonical: canonicalPath,
    exists: isThere,
    findsHidden: HIDDEN_NAMES.some((name) => process.env[name] !== undefined),
    protectedPaths: () => (protectedPaths ??= findProtected().map(canonicalPath)),
  };
}
