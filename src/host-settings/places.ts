import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { codeOf } from "../io/index.js";
import type { Place } from "./format.js";
import type { ConfigLayer } from "./host-config.js";

/** A JSON file that is the only one of its layer. */
export function place(layer: ConfigLayer, path: string): Place {
  return { path, layer, label: layer, form: "json" };
}

/** More files than anyone has written. */
export const MOST_FILES = 1000;

/**
 * The `*.json` files of a folder by name. A folder that cannot be listed, or of which not all is read, is in the
 * list itself, so that what became of it is reported.
 */
export function folderPlaces(layer: ConfigLayer, folder: string): readonly Place[] {
  const itself = { path: folder, layer, label: layer, form: "json" } as const;
  let names: readonly string[];
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .toSorted();
  } catch (error) {
    // A file in place of the folder is not read: what would be in the folder is not there.
    const isFile = codeOf(error) === "ENOTDIR";
    return [isFile ? { ...itself, path: join(folder, "*.json") } : itself];
  }
  const files = names.slice(0, MOST_FILES).map((name): Place => {
    const path = join(folder, name);
    return { path, layer, label: `${layer}/${basename(name, ".json")}`, form: "json" };
  });
  return names.length > MOST_FILES ? [...files, itself] : files;
}
