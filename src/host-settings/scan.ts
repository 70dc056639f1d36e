import { describe, pathOf, type LocatedObject, type Member } from "../config/index.js";
import type { Place, World } from "./format.js";
import type { FileLosses, Spot } from "./losses.js";

/** What the reading of one file needs to know. */
export interface Scan {
  readonly place: Place;
  readonly world: World;
  readonly losses: FileLosses;
}

/** Of a key that appears twice the last counts, as everywhere in JavaScript; a host that refuses it says so in its table. */
export function lastMembers(
  object: LocatedObject,
  path: string,
  spot: Spot,
  { losses }: Scan,
): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const member of object.members) {
    if (members.has(member.key))
      losses.fault("twice", spot, {
        path: pathOf(path, member.key),
        line: member.line,
        found: `${JSON.stringify(member.key)} twice`,
        allowed: ["each key once"],
      });
    members.set(member.key, member);
  }
  return members;
}

/** A matcher, and where it is. */
export interface Matcher {
  readonly text: string | undefined;
  readonly path: string;
  readonly line: number | null;
}

/** The matcher of a group or of an entry. One that is no text is a fault of whatever it is in. */
export function readMatcher(
  member: Member | undefined,
  parent: string,
  spot: Spot,
  { losses }: Scan,
): Matcher {
  const path = pathOf(parent, "matcher");
  const line = member?.line ?? null;
  const value = member?.value;
  if (value?.type === "text") return { text: value.value, path, line };
  const isNone = value?.type === "null" && losses.format.nullable.includes("matcher");
  if (value !== undefined && !isNone)
    losses.fault("matcher", spot, { path, line, found: describe(value), allowed: ["a text"] });
  return { text: undefined, path, line };
}
