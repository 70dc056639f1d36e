import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isRecord } from "../json/index.js";
import type { HostFormat, Place } from "./format.js";
import { MOST_FILES } from "./places.js";
import { readFile } from "./read-file.js";

/** How a host wants its plugins (some call them extensions): folders with hooks in them that are installed as a whole. */
export interface PluginForm {
  /** The file that makes a folder a plugin; of several the first that is there. */
  readonly manifests: readonly string[];
  /** The file that lists plugins by their folders. */
  readonly marketplace?: string;
  /** Where hooks are unless the manifest says it; of several the first that is there. */
  readonly usual: readonly string[];
  /** What a manifest's own `hooks` are: more than the usual file, in place of it, or nothing. */
  readonly named: "besides" | "instead" | "unread";
  /** Hooks that are written into the manifest are in a form that is not read here: that there are some is reported. */
  readonly unreadInManifest?: boolean;
  /** What the plugin's folder is called in a command; the first is the host's own name. */
  readonly folder: readonly string[];
  /** How a command gets it: as a variable of the environment, written into its text, or both. */
  readonly given: "environment" | "text" | "both";
}

/** A host, and the forms of all. */
export interface Plugins {
  readonly host: string;
  readonly forms: Readonly<Record<string, PluginForm>>;
}

/**
 * The hooks of a folder that is a plugin, and of the plugins in a folder that is a marketplace, as they are where the plugin is
 * installed: here their authors work on them. A manifest that is broken is a place itself, so that it is reported.
 */
export function pluginPlaces(
  { host, forms }: Plugins,
  projectDir: string,
  format?: HostFormat,
): readonly Place[] {
  const form = forms[host];
  if (form === undefined) return [];
  const { marketplace } = form;
  const market = marketplace === undefined ? null : readJsonFile(join(projectDir, marketplace));
  const listed = isRecord(market) && Array.isArray(market["plugins"]) ? market["plugins"] : [];
  const roots = new Set([
    ...(manifestIn(projectDir, form) === undefined ? [] : [projectDir]),
    ...listed
      .slice(0, MOST_FILES)
      .flatMap((one) => inside(projectDir, one?.source?.path ?? one?.source)),
  ]);
  return [...roots].flatMap((root) =>
    placesOf(root, projectDir, form).map((place) => {
      const meantFor = otherHost(place.path, root, { host, forms });
      return { ...place, ...(format && { format }), ...(meantFor !== undefined && { meantFor }) };
    }),
  );
}

/**
 * Where one folder is a plugin of several hosts, each reads the usual file. The one whose name for the folder is in it
 * is the one that it was written for.
 */
function otherHost(path: string, root: string, { host, forms }: Plugins): string | undefined {
  const file = readFile(path);
  const text = file.state === "read" ? file.text : "";
  const names = ({ folder: [own = ""] }: PluginForm): boolean =>
    new RegExp(`(?<!\\w)${own}(?!\\w)`).test(text);
  const form = forms[host];
  if (form === undefined || names(form)) return undefined;
  return Object.keys(forms).find((other) => {
    const its = forms[other];
    return its !== undefined && manifestIn(root, its) !== undefined && names(its);
  });
}

function manifestIn(root: string, { manifests }: PluginForm): string | undefined {
  return manifests.map((path) => join(root, path)).find((path) => existsSync(path));
}

function placesOf(root: string, projectDir: string, form: PluginForm): readonly Place[] {
  const folder = relative(projectDir, root);
  const label = folder === "" ? "plugin" : `plugin:${folder}`;
  const env = Object.fromEntries(form.folder.map((name) => [name, folder === "" ? "." : folder]));
  return filesOf(root, form).map((file, index) => ({
    ...file,
    layer: "plugin",
    label: index === 0 ? label : `${label}/${index}`,
    form: "json",
    env,
  }));
}

function filesOf(root: string, form: PluginForm): readonly Pick<Place, "path" | "unread">[] {
  const manifest = manifestIn(root, form);
  const content = manifest === undefined ? null : readJsonFile(manifest);
  if (manifest !== undefined && content === "broken") return [{ path: manifest }];
  const files = form.usual.map((path) => join(root, path));
  const usual = files.find((path) => existsSync(path)) ?? files[0] ?? root;
  const hooks = form.named !== "unread" && isRecord(content) ? content["hooks"] : undefined;
  const named: Pick<Place, "path" | "unread">[] = [hooks]
    .flat()
    .flatMap((path) => inside(root, path).map((file) => ({ path: file })));
  if (manifest !== undefined && [hooks].flat().some(hasSome))
    named.push(form.unreadInManifest === true ? { path: manifest, unread } : { path: manifest });
  const isSaid = named.length > 0 || [hooks].flat().some(isRecord);
  return form.named === "instead" && isSaid ? named : [{ path: usual }, ...named];
}

function hasSome(hooks: unknown): boolean {
  return isRecord(hooks) && Object.keys(hooks).length > 0;
}

const unread = { found: "hooks in the manifest itself", line: 1 };

/** A file or folder that a manifest names, where it is in the folder of the manifest. */
function inside(folder: string, path: unknown): readonly string[] {
  if (typeof path !== "string") return [];
  const found = resolve(folder, path);
  return found === folder || found.startsWith(`${folder}${sep}`) ? [found] : [];
}

/** Null where it is not there. */
function readJsonFile(path: string): unknown {
  const file = readFile(path);
  if (file.state === "missing") return null;
  try {
    return file.state === "read" ? JSON.parse(file.text) : "broken";
  } catch {
    return "broken";
  }
}
