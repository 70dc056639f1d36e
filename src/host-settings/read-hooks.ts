import {
  describe,
  pathOf,
  type Located,
  type LocatedObject,
  type Member,
} from "../config/index.js";
import { nearest } from "../problem/index.js";
import type { ConfigHook } from "./host-config.js";
import { nowhere, type FileLosses, type Spot } from "./losses.js";
import { readEntry } from "./read-entry.js";
import { lastMembers, readMatcher, type Matcher, type Scan } from "./scan.js";
import { allowedFor, fits } from "./values.js";

/** Every hook of a file, also of one that the host drops: each says why it does not run. */
export function readHooks(root: LocatedObject, scan: Scan): readonly ConfigHook[] {
  const { losses } = scan;
  const top = lastMembers(root, "", nowhere, scan);
  checkTop(root, top, losses);
  const hooks = top.get("hooks");
  const found = hooks === undefined ? [] : readEvents(hooks, scan);
  return found.map(({ hook, spot }) => {
    const ignored = losses.why(spot);
    return ignored === undefined ? hook : { ...hook, ignored };
  });
}

interface Found {
  readonly hook: ConfigHook;
  readonly spot: Spot;
}

function checkTop(root: LocatedObject, top: ReadonlyMap<string, Member>, losses: FileLosses): void {
  const { topKeys, topNeeds } = losses.format;
  for (const key of topNeeds.filter((needed) => !top.has(needed)))
    losses.fault("top-value", nowhere, {
      path: key,
      line: root.line,
      found: "nothing",
      allowed: topKeys?.[key] === undefined ? ["an object"] : allowedFor(topKeys[key]),
    });
  if (topKeys === null) return;
  for (const [key, { line, value }] of top) {
    if (key === "hooks") continue;
    const kind = Object.hasOwn(topKeys, key) ? topKeys[key] : undefined;
    if (kind === undefined) {
      const allowed = ["hooks", ...Object.keys(topKeys)];
      losses.fault("top-key", nowhere, { path: pathOf("", key), line, found: key, allowed });
    } else if (!fits(value, kind)) {
      const details = { line, found: describe(value), allowed: allowedFor(kind) };
      losses.fault("top-value", nowhere, { path: key, ...details });
    }
  }
}

function readEvents({ value, line }: Member, scan: Scan): readonly Found[] {
  const { losses } = scan;
  if (value.type !== "object") {
    const details = { path: "hooks", line, found: describe(value), allowed: ["an object"] };
    losses.fault("hooks", nowhere, details);
    return [];
  }
  const { besideEvents } = losses.format;
  return [...lastMembers(value, "hooks", nowhere, scan)]
    .filter(([key]) => !besideEvents.includes(key))
    .flatMap(([event, member]) => readEvent(event, member, scan));
}

function readEvent(event: string, { line, value }: Member, scan: Scan): readonly Found[] {
  const { losses } = scan;
  const { events, grouped } = losses.format;
  const eventPath = pathOf("hooks", event);
  const spot: Spot = { ...nowhere, event, eventPath };
  const isKnown = events.includes(event);
  if (!isKnown) {
    const suggestion = nearest(event, events);
    const details = { path: eventPath, line, found: event, allowed: events, suggestion };
    losses.fault("event-unknown", spot, details);
  }
  if (value.type !== "list") {
    const allowed = [`a list of ${grouped === true ? "groups" : "hooks"}`];
    const details = { path: eventPath, line: value.line, found: describe(value), allowed };
    if (isKnown) losses.fault("event", spot, details);
    return [];
  }
  return value.items.flatMap((item, index) => {
    const path = pathOf(eventPath, index);
    if (grouped === true || (grouped === "either" && isGroup(item)))
      return readGroup(item, index, { ...spot, groupPath: path }, scan);
    const id = `${scan.place.label}:${event}:${index}`;
    return readOne(item, id, null, { ...spot, hookPath: path, groupPath: path }, scan);
  });
}

function isGroup(item: Located): boolean {
  return item.type === "object" && item.members.some(({ key }) => key === "hooks");
}

function readGroup(group: Located, place: number, spot: Spot, scan: Scan): readonly Found[] {
  const { losses } = scan;
  const { groupPath: path, event } = spot;
  if (group.type !== "object") {
    const details = { path, line: group.line, found: describe(group) };
    losses.fault("group", spot, { ...details, allowed: ["an object with hooks"] });
    return [];
  }
  const fields = lastMembers(group, path, spot, scan);
  const list = fields.get("hooks");
  if (list?.value.type !== "list") {
    losses.fault("group", spot, {
      path: pathOf(path, "hooks"),
      line: list?.line ?? group.line,
      found: list === undefined ? "nothing" : describe(list.value),
      allowed: ["a list of hooks"],
    });
    return [];
  }
  const matcher = readMatcher(fields.get("matcher"), path, spot, scan);
  return list.value.items.flatMap((entry, index) => {
    const hookPath = pathOf(pathOf(path, "hooks"), index);
    const id = `${scan.place.label}:${event}:${place}.${index}`;
    return readOne(entry, id, matcher, { ...spot, hookPath }, scan);
  });
}

function readOne(
  entry: Located,
  id: string,
  matcher: Matcher | null,
  inGroup: Spot,
  scan: Scan,
): readonly Found[] {
  const spot: Spot = { ...inGroup, hook: id };
  if (entry.type !== "object") {
    scan.losses.fault("entry", spot, {
      path: spot.hookPath,
      line: entry.line,
      found: describe(entry),
      allowed: ["an object with a command"],
    });
    return [];
  }
  return [{ hook: readEntry(entry, matcher, spot, scan), spot }];
}
