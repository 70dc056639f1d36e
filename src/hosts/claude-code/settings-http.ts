import { textsAt, type ConfigHook, type Loaded } from "../../host-settings/index.js";

/** What the lists of addresses and variables in all settings leave of hooks of type http. */
export function withinHttpLists(
  hooks: readonly ConfigHook[],
  settings: readonly Loaded[],
): readonly ConfigHook[] {
  const addresses = joined(settings, "allowedHttpHookUrls");
  const variables = joined(settings, "httpHookAllowedEnvVars");
  return hooks.map((written) => {
    const file =
      written.type === "http" && settings.find(({ place }) => place.path === written.file);
    if (!file) return written;
    const hook = variables === null ? written : withVariables(written, file, variables);
    if (addresses === null || addresses.some((pattern) => fitsAddress(pattern, hook.url ?? "")))
      return hook;
    const found = "no allowedHttpHookUrls matches its address";
    file.report.add("host-fails-open", hook.id, {
      path: "allowedHttpHookUrls",
      line: hook.line,
      found,
      allowed: addresses,
      lost:
        hook.onFailure === "block"
          ? "the hook: whatever it guards is blocked"
          : "the hook's answer",
      severity: "error",
    });
    return { ...hook, ignored: hook.ignored ?? found };
  });
}

/** Lists of several files are joined; null where no file has one, which is not the same as an empty list. */
function joined(settings: readonly Loaded[], key: string): readonly string[] | null {
  const lists = settings.flatMap((file) => {
    const list = textsAt(file, [key]);
    return list === null ? [] : [list];
  });
  return lists.length === 0 ? null : lists.flat();
}

/** The hook with the variables that it may use; those that it may not are reported. */
function withVariables(hook: ConfigHook, file: Loaded, allowed: readonly string[]): ConfigHook {
  const { allowedEnvVars = [] } = hook;
  const known = new Set(allowed);
  const lost = allowedEnvVars.filter((name) => !known.has(name));
  if (lost.length > 0)
    file.report.add("setting-ignored", hook.id, {
      path: "httpHookAllowedEnvVars",
      line: hook.line,
      found: lost.join(", "),
      allowed,
      lost: "the values: headers get an empty text",
    });
  return lost.length === 0
    ? hook
    : { ...hook, allowedEnvVars: allowedEnvVars.filter((name) => known.has(name)) };
}

/** A star stands for anything. The parts between stars are looked for from left to right, so the time is bounded. */
function fitsAddress(pattern: string, address: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return address === first;
  if (!address.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = address.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}
