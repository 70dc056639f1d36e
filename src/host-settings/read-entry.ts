import { describe, pathOf, type LocatedObject, type Member } from "../config/index.js";
import { nearest } from "../problem/index.js";
import type { Defect, Draft } from "./format.js";
import type { ConfigHook } from "./host-config.js";
import type { Spot } from "./losses.js";
import { lastMembers, readMatcher, type Matcher, type Scan } from "./scan.js";
import { allowedFor, fits } from "./values.js";

type EntryMembers = Map<string, Member>;

/** Keys whose wrong values a host may treat otherwise than those of other keys. */
const special: Readonly<Record<string, Defect>> = {
  timeout: "timeout",
  timeoutSec: "timeout",
  onFailure: "failure",
  failClosed: "failure",
  matcher: "matcher",
};

/** One entry as the host takes it. What is wrong with it is reported; what it loses by that is known at the end. */
export function readEntry(
  entry: LocatedObject,
  inGroup: Matcher | null,
  spot: Spot,
  scan: Scan,
): ConfigHook {
  const { losses, place, world } = scan;
  const { format } = losses;
  const path = spot.hookPath;
  const written = lastMembers(entry, path, spot, scan);
  const type = readType(entry, written, spot, scan);
  const fields = goodFields(written, inGroup === null, spot, scan);
  const matcher = inGroup ?? readMatcher(written.get("matcher"), path, spot, scan);
  const event = format.eventName(spot.event);
  const draft = draftOf(event, type, matcher.text, fields);
  checkAction(entry, written, draft, spot, scan);
  for (const remark of Object.hasOwn(format.types, type) ? format.remarks(draft, world) : []) {
    const at =
      remark.key === "matcher"
        ? matcher
        : { path: pathOf(path, remark.key), line: fields.get(remark.key)?.line };
    losses.remark(remark, spot, at.path, at.line ?? entry.line);
  }
  const command = format.command(draft, world);
  const [condition, url, name] = [draft.text("if"), draft.text("url"), draft.text("name")];
  const args = textsOf(fields.get("args"));
  const stated = variablesOf(fields.get("env"));
  const env = place.env === undefined ? stated : { ...stated, ...place.env };
  const headers = variablesOf(fields.get("headers"));
  const allowedEnvVars = textsOf(fields.get("allowedEnvVars"));
  const cwd = draft.text("cwd") ?? place.cwd;
  return {
    id: spot.hook,
    file: place.path,
    layer: place.layer,
    line: entry.line,
    event,
    ...(matcher.text !== undefined && { matcher: matcher.text }),
    ...(condition !== undefined && { if: condition }),
    type,
    ...(command !== undefined && { command }),
    ...(args !== undefined && { args }),
    ...(url !== undefined && { url }),
    ...(headers !== undefined && { headers }),
    ...(allowedEnvVars !== undefined && { allowedEnvVars }),
    ...(env !== undefined && { env }),
    ...(cwd !== undefined && { cwd }),
    timeoutSeconds: format.seconds(draft),
    onFailure: format.onFailure(draft),
    ...(format.isAsync(draft) && { async: true }),
    ...(draft.flag("asyncRewake") && { wakesModel: true }),
    ...(name !== undefined && { name }),
    dialect: format.dialect,
  };
}

function readType(
  entry: LocatedObject,
  written: ReadonlyMap<string, Member>,
  spot: Spot,
  { losses }: Scan,
): string {
  const { types, defaultType } = losses.format;
  const member = written.get("type");
  if (member === undefined && defaultType !== null) return defaultType;
  const value = member?.value;
  const type = value?.type === "text" ? value.value : "";
  const known = Object.hasOwn(types, type) ? types[type] : undefined;
  const allowed = Object.keys(types).filter((name) => types[name]?.skipped === undefined);
  const details = {
    path: pathOf(spot.hookPath, "type"),
    line: member?.line ?? entry.line,
    allowed,
  };
  if (known === undefined) {
    const found = value === undefined ? "nothing" : describe(value);
    losses.fault("type", spot, { ...details, found, suggestion: nearest(type, allowed) });
  } else if (known.skipped !== undefined) {
    const remark = { code: "host-config-ignored", key: "type", found: known.skipped } as const;
    losses.remark({ ...remark, allowed }, spot, details.path, details.line);
  }
  return type;
}

/** The values that the host takes; the others are reported and left out. */
function goodFields(
  written: ReadonlyMap<string, Member>,
  hasMatcher: boolean,
  spot: Spot,
  { losses }: Scan,
): EntryMembers {
  const { keys, nullable } = losses.format;
  const good: EntryMembers = new Map();
  for (const [key, member] of written) {
    if (key === "type" || (key === "matcher" && hasMatcher)) continue;
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
    const details = { path: pathOf(spot.hookPath, key), line: member.line };
    const allowed = Object.keys(keys);
    if (kind === undefined) {
      const suggestion = nearest(key, allowed);
      losses.report.add("setting-ignored", spot.hook, {
        ...details,
        found: key,
        allowed,
        suggestion,
      });
    } else if (member.value.type === "null" && nullable.includes(key)) {
      continue;
    } else if (fits(member.value, kind)) {
      good.set(key, member);
    } else {
      const defect = Object.hasOwn(special, key) ? special[key] : undefined;
      const found = describe(member.value);
      losses.fault(defect ?? "field", spot, { ...details, found, allowed: allowedFor(kind) });
    }
  }
  return good;
}

/** What the type needs is there and says something. A value of the wrong kind was reported already. */
function checkAction(
  entry: LocatedObject,
  written: ReadonlyMap<string, Member>,
  draft: Draft,
  spot: Spot,
  { losses }: Scan,
): void {
  const { types } = losses.format;
  const needs = Object.hasOwn(types, draft.type) ? (types[draft.type]?.needs ?? []) : [];
  for (const keys of needs) {
    const [key = ""] = keys;
    const present = keys.filter((one) => written.has(one));
    const details = { path: pathOf(spot.hookPath, key), line: entry.line };
    if (present.length === 0)
      losses.fault("action", spot, { ...details, found: "nothing", allowed: keys });
    else if (present.every((one) => draft.text(one)?.trim() === ""))
      losses.fault("blank-command", spot, {
        ...details,
        found: "nothing but space",
        allowed: keys,
      });
  }
}

function draftOf(
  event: string,
  type: string,
  matcher: string | undefined,
  fields: EntryMembers,
): Draft {
  return {
    event,
    type,
    matcher,
    has: (key) => fields.has(key),
    text(key) {
      const value = fields.get(key)?.value;
      return value?.type === "text" ? value.value : undefined;
    },
    flag(key) {
      const value = fields.get(key)?.value;
      return value?.type === "flag" && value.value;
    },
    number(key) {
      const value = fields.get(key)?.value;
      return value?.type === "number" ? Number(value.value) : undefined;
    },
  };
}

function textsOf(member: Member | undefined): readonly string[] | undefined {
  if (member?.value.type !== "list") return undefined;
  return member.value.items.flatMap((item) => (item.type === "text" ? [item.value] : []));
}

function variablesOf(member: Member | undefined): Readonly<Record<string, string>> | undefined {
  if (member?.value.type !== "object") return undefined;
  return Object.fromEntries(
    member.value.members.flatMap(({ key, value }) =>
      value.type === "text" ? [[key, value.value]] : [],
    ),
  );
}
