import type { Located, Member } from "../../config/index.js";
import type { Loaded } from "./format.js";
import type { ConfigHook } from "./host-config.js";

/** A value that stands somewhere in a file, by its path from the top. Of a key that stands twice the last. */
export function valueAt(
  { root }: Loaded,
  path: readonly string[],
): { readonly value: Located; readonly member: Member } | null {
  let value: Located | null = root;
  let member: Member | undefined;
  for (const key of path) {
    member =
      value?.type === "object" ? value.members.findLast((one) => one.key === key) : undefined;
    if (member === undefined) return null;
    value = member.value;
  }
  return member === undefined ? null : { value: member.value, member };
}

/** The file of the highest rank that states a flag; `files` in rising rank. */
export function flagOf(
  files: readonly Loaded[],
  path: readonly string[],
): { readonly file: Loaded; readonly value: boolean; readonly line: number | null } | null {
  const stated = files.flatMap((file) => {
    const found = valueAt(file, path);
    if (found?.value.type !== "flag") return [];
    return [{ file, value: found.value.value, line: found.member.line }];
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
