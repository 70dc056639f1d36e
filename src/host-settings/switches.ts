import type { Located } from "../config/index.js";
import type { Loaded } from "./format.js";
import type { ConfigHook } from "./host-config.js";

/** A value that is somewhere in a file, by its path from the top. Of a key that appears twice the last. */
export function valueAt(
  { root }: Loaded,
  path: readonly (string | number)[],
): { readonly value: Located; readonly line: number | null } | null {
  let found: { readonly value: Located; readonly line: number | null } | undefined | null =
    root === null ? null : { value: root, line: root.line };
  for (const step of path) {
    const value: Located | undefined = found?.value;
    if (typeof step === "string")
      found = value?.type === "object" ? value.members.findLast(({ key }) => key === step) : null;
    else {
      const item: Located | undefined = value?.type === "list" ? value.items[step] : undefined;
      found = item === undefined ? null : { value: item, line: item.line };
    }
  }
  return found ?? null;
}

/** Where in its file a hook of a group is: its id counts by place. */
export function entryPath({ id, event }: ConfigHook): readonly (string | number)[] {
  const [, group, index] = /:(\d+)\.(\d+)$/.exec(id) ?? [];
  return ["hooks", event, Number(group), "hooks", Number(index)];
}

/** The texts of a list somewhere in a file; null where there is no list. */
export function textsAt(
  file: Loaded,
  path: readonly (string | number)[],
): readonly string[] | null {
  const list = valueAt(file, path)?.value;
  if (list?.type !== "list") return null;
  return list.items.flatMap((item) => (item.type === "text" ? [item.value] : []));
}

/** The file of the highest rank that states a flag; `files` in rising rank. */
export function flagOf(
  files: readonly Loaded[],
  path: readonly string[],
): { readonly file: Loaded; readonly value: boolean; readonly line: number | null } | null {
  const stated = files.flatMap((file) => {
    const found = valueAt(file, path);
    if (found?.value.type !== "flag") return [];
    return [{ file, value: found.value.value, line: found.line }];
  });
  return stated.at(-1) ?? null;
}

/** Turns hooks off and says which switch did it. */
export function turnOff(
  hooks: readonly ConfigHook[],
  reaches: (hook: ConfigHook) => boolean,
  by: {
    readonly file: Loaded;
    readonly path: string;
    readonly line: number | null;
    readonly found: string;
  },
): readonly ConfigHook[] {
  const off = hooks.filter(reaches);
  if (off.length > 0)
    by.file.report.add("host-config-ignored", "", {
      path: by.path,
      line: by.line,
      found: by.found,
      allowed: ["no such switch"],
      lost: off.length === 1 ? "one hook" : `${off.length} hooks`,
      severity: "warning",
    });
  return hooks.map((hook): ConfigHook => {
    if (!reaches(hook)) return hook;
    return { ...hook, disabled: true, ignored: hook.ignored ?? `${by.found} turns it off` };
  });
}
