import { lstatSync } from "node:fs";
import { join } from "node:path";
import {
  currentFile,
  PolicyFault,
  readInstalled,
  SETTINGS,
  type InstalledBundle,
} from "../policy/index.js";
import { readRules } from "../rules/index.js";
import { asProgram } from "./as-program.js";
import type { LoadedLayer } from "./loaded-layer.js";
import { describe, type LocatedObject } from "./located.js";
import { parseSettings } from "./parse-settings.js";
import { nothingStated, readLayer, type LayerSettings } from "./read-layer.js";
import { Report } from "./report.js";
import { limitKeys, settingsKeys } from "./settings-keys.js";
import type {
  ConfigProblem,
  HookAction,
  HookEntry,
  PolicySettings,
  PolicyState,
} from "./settings.js";

/** What the policy of a machine comes to. */
export interface PolicyLayers {
  readonly state: PolicyState;
  readonly layers: readonly LoadedLayer[];
  readonly problems: readonly ConfigProblem[];
}

/** The variable that holds the folder of a bundle's files. */
const VARIABLE = "SNAPHOOK_POLICY";

/** What a bundle may state: nothing that turns others' hooks off, that leads elsewhere, or that is a machine's own affair. */
const stateable: ReadonlySet<string> = new Set([
  "$schema",
  "dialect",
  "hooks",
  "permissions",
  "requireHooks",
  "httpHosts",
  "httpVariables",
  "limits",
  "ledger",
  "record",
  "onFailure",
]);

/** In a file of the user's these cost a warning. In a policy what was meant may be a deny that would be missing. */
const refused: ReadonlySet<string> = new Set([
  "setting-unknown",
  "setting-duplicate",
  "setting-ignored",
  "event-unknown",
]);

/** Reads the policy that this machine has. Never throws for what is in it: a fault is part of the state, and then nothing may run. */
export function loadPolicy(stated: PolicySettings): PolicyLayers {
  try {
    const { enforced, observed } = readInstalled(stated.folder, stated.keys);
    const layers = [
      ...(enforced === null ? [] : [layerOf(enforced)]),
      ...(observed === null ? [] : [observing(layerOf(observed))]),
    ];
    const state = {
      ...stated,
      enforced: nameOf(enforced),
      observed: nameOf(observed),
      fault: null,
    };
    return { state, layers, problems: folderProblems(stated.folder) };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return withoutPolicy(stated, error.message);
  }
}

/** A policy is required, and there is none that holds: every event halts. */
export function withoutPolicy(stated: PolicySettings, fault: string): PolicyLayers {
  const report = new Report(currentFile(stated.folder));
  const details = { path: "policy", line: null, found: fault };
  report.add("policy-unusable", "", { ...details, allowed: ["a signed policy that holds"] });
  const state = { ...stated, enforced: null, observed: null, fault };
  return { state, layers: [], problems: report.problems };
}

/** Signatures hold whoever owns the folder, but an older revision could be put back there. */
function folderProblems(folder: string): readonly ConfigProblem[] {
  const ours = process.geteuid?.();
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (ours === undefined || stats === undefined) return [];
  const mode = (stats.mode & 0o777).toString(8);
  const found = stats.isSymbolicLink()
    ? "it is a symbolic link"
    : stats.uid !== ours && stats.uid !== 0
      ? `it belongs to user ${stats.uid}`
      : (stats.mode & 0o022) === 0
        ? null
        : `others can write to it (mode ${mode})`;
  if (found === null) return [];
  const report = new Report(folder);
  const allowed = ["a folder that only root or this user can write to"];
  report.add("policy-folder-unsafe", "", { path: "policy.folder", line: null, found, allowed });
  return report.problems;
}

function nameOf(bundle: InstalledBundle | null): PolicyState["enforced"] {
  return bundle === null ? null : { revision: bundle.revision, address: bundle.address };
}

function layerOf({ files, settings, address, revision }: InstalledBundle): LoadedLayer {
  const path = join(files, SETTINGS);
  const read = bundleSettings(settings, { path, files, address });
  const [wrong] = read.problems.filter(({ severity }) => severity === "error");
  if (wrong !== undefined)
    throw new PolicyFault(
      `revision ${revision} cannot be used: ${SETTINGS} has a fault at ${wrong.path || "its beginning"}: ${wrong.found}`,
    );
  const hooks = read.settings.hooks.length;
  const file = { layer: "managed", path, state: "read", isPolicy: true, hooks } as const;
  return { file, settings: read.settings, problems: read.problems };
}

/** Only hooks can observe: rules and the rest wait until the revision is in force. */
function observing({ file, settings, problems }: LoadedLayer): LoadedLayer {
  if (settings === null) return { file, settings, problems };
  const hooks = settings.hooks.map((hook) => ({
    ...hook,
    id: hook.id.replace(/^managed\/policy:/, "managed/observed:"),
    observe: true as const,
  }));
  return { file, settings: { ...nothingStated("managed"), hooks }, problems };
}

/** Where a bundle's settings are, and where its files are. */
interface BundlePlace {
  readonly path: string;
  readonly files: string;
  readonly address: string;
}

/** Reads the settings of a bundle. Whoever builds, takes or runs one refuses it for an error among the problems. */
export function bundleSettings(
  bytes: Uint8Array,
  { path, files, address }: BundlePlace,
): { readonly settings: LayerSettings; readonly problems: readonly ConfigProblem[] } {
  const report = new Report(path);
  const root = rootOf(bytes, report);
  const foreign = root.members.filter(({ key }) => !stateable.has(key));
  for (const { key, line } of foreign)
    report.add("setting-ignored", "", {
      path: key,
      line,
      found: key,
      allowed: [...stateable],
    });
  const members = root.members.filter(({ key }) => stateable.has(key));
  const read = readLayer({ ...root, members }, "managed", path, report);
  for (const { source, why } of readRules(read.permissions).problems)
    report.add("rule-unusable", "", {
      path: `permissions.${source.list}`,
      line: source.line,
      found: `${source.text}: ${why}`,
      allowed: ["Tool", "Tool(pattern)"],
    });
  // How its hooks are read must not depend on what a user or a project says.
  const limits = Object.fromEntries(
    Object.entries(limitKeys).map(([name, { default: value }]) => [name, value]),
  );
  const settings = {
    ...read,
    dialect: read.dialect ?? settingsKeys.dialect.default,
    limits: { ...limits, ...read.limits },
    hooks: read.hooks.map((hook) => inBundle(hook, files, address)),
  };
  const problems = report.problems.map((problem) =>
    refused.has(problem.code) ? { ...problem, severity: "error" as const } : problem,
  );
  return { settings, problems };
}

function rootOf(bytes: Uint8Array, report: Report): LocatedObject {
  const parsed = parseSettings(Buffer.from(bytes).toString());
  const wrong = (line: number | null, found: string): LocatedObject => {
    const allowed = ["a JSON object; comments and trailing commas are allowed"];
    report.add("settings-invalid-json", "", { path: "", line, found, allowed });
    return { type: "object", line, members: [] };
  };
  if ("fault" in parsed) return wrong(parsed.fault.line, parsed.fault.found);
  const { root } = parsed;
  return root.type === "object" ? root : wrong(root.line, describe(root));
}

/** The hook with the folder of its bundle in place of the variable. Nothing may write there, so Python must not. */
function inBundle(hook: HookEntry, files: string, address: string): HookEntry {
  return {
    ...hook,
    id: hook.id.replace(/^managed:/, "managed/policy:"),
    env: { PYTHONDONTWRITEBYTECODE: "1", ...hook.env, [VARIABLE]: files },
    action: placed(hook.action, files),
    source: { ...hook.source, bundle: address },
  };
}

/** A shell takes the variable from the environment, whatever characters the path has. */
function placed(action: HookAction, files: string): HookAction {
  const inPlace = (word: string): string =>
    word.replaceAll(`\${${VARIABLE}}`, () => files).replaceAll(`$${VARIABLE}`, () => files);
  if (action.type === "module") return { ...action, module: inPlace(action.module) };
  const program = asProgram(action);
  if (program?.form !== "exec") return action;
  return { ...program, command: inPlace(program.command), args: program.args.map(inPlace) };
}
