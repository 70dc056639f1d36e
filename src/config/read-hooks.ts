import { events, isKnownEvent, waveEvents } from "../payload/index.js";
import { nearest } from "../problem/index.js";
import { groupKeys } from "./hook-keys.js";
import type { Located, Member } from "./located.js";
import { nameOf, readHook } from "./read-hook.js";
import { readObject, reportWrong, type Context } from "./read-object.js";
import { pathOf } from "./report.js";
import type { HookEntry } from "./settings.js";
import { waveEntry, waveMatcher } from "./wave-rules.js";

/**
 * The hooks of one file, from every `hooks` that is in it. A bad entry is left out and named, all others stay;
 * places are counted with the bad ones, so that fixing one does not rename its neighbours.
 */
export function readHooks(
  places: readonly Member[],
  file: string | null,
  context: Context,
): readonly HookEntry[] {
  const hooks: HookEntry[] = [];
  const groupCounts = new Map<string, number>();
  const members = places.flatMap(({ value }) => (value.type === "object" ? value.members : []));
  for (const { key: event, line, value } of members) {
    const path = pathOf("hooks", event);
    const first = groupCounts.get(event);
    if (first === undefined) checkEvent(event, path, line, context);
    else {
      const found = `${JSON.stringify(event)} twice`;
      context.report.add("setting-duplicate", "", {
        path,
        line,
        found,
        allowed: ["each key once"],
      });
    }
    if (value.type !== "list") {
      reportWrong(value, path, ["a list of groups"], { ...context, lost: "its hooks" });
      groupCounts.set(event, first ?? 0);
      continue;
    }
    for (const [index, group] of value.items.entries())
      hooks.push(
        ...readGroup(group, pathOf(path, index), event, (first ?? 0) + index, file, context),
      );
    groupCounts.set(event, (first ?? 0) + value.items.length);
  }
  return hooks;
}

function checkEvent(
  event: string,
  path: string,
  line: number | null,
  { report, host }: Context,
): void {
  const foreign: readonly string[] = host === "wave" ? waveEvents : [];
  if (isKnownEvent(event) || foreign.includes(event)) return;
  const allowed = [...new Set([...events.map(({ name }) => name), ...foreign])];
  const suggestion = nearest(event, allowed);
  const details = { path, line, found: event, allowed, suggestion };
  report.add("event-unknown", "", { ...details, severity: "warning" });
}

function readGroup(
  group: Located,
  path: string,
  event: string,
  groupIndex: number,
  file: string | null,
  context: Context,
): HookEntry[] {
  const { layer, host } = context;
  const inGroup: Context = { ...context, code: "hook-invalid", lost: "its hooks" };
  if (group.type !== "object") {
    reportWrong(group, path, ["an object with hooks"], inGroup);
    return [];
  }
  const fields = readObject(group, groupKeys, path, inGroup);
  const lists = fields.members("hooks");
  if (lists.length === 0) {
    const details = { path: pathOf(path, "hooks"), line: group.line, found: "nothing" };
    const lost = inGroup.lost;
    context.report.add("hook-invalid", "", { ...details, allowed: ["a list of hooks"], lost });
  }
  const entries = lists.flatMap(({ value }) =>
    value.type === "list" ? value.items.map((entry, index) => ({ entry, index })) : [],
  );
  const written = fields.get("matcher");
  const matcher =
    host === "wave"
      ? waveMatcher(written, event, path, fields.members("matcher")[0]?.line ?? null, inGroup)
      : written;
  const place = host === undefined ? layer : `${layer}/${host}`;
  return entries.flatMap(({ entry: given, index }, hookIndex) => {
    const id = `${place}:${event}:${groupIndex}.${hookIndex}`;
    const entryPath = pathOf(pathOf(path, "hooks"), index);
    const inHook: Context = { ...inGroup, hook: id, lost: "the hook" };
    if (given.type !== "object") {
      reportWrong(given, entryPath, ["an object with a command"], inHook);
      return [];
    }
    const entry = host === "wave" ? waveEntry(given, entryPath, inHook) : given;
    if (entry === null) return [];
    const surroundings = {
      id,
      event,
      source: { layer, file, line: entry.line, ...(host !== undefined && { host }) },
      matcher,
      if: fields.get("if"),
    };
    const hook = readHook(entry, entryPath, surroundings, { ...inHook, hook: nameOf(entry) ?? id });
    return hook === null ? [] : [hook];
  });
}
