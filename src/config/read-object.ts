import { nearest } from "../problem/index.js";
import type { ValueFault } from "./fault.js";
import { describe, type Located, type LocatedObject, type Member } from "./located.js";
import { readValue } from "./read-value.js";
import { pathOf, type Report } from "./report.js";
import type { Layer } from "../layer/index.js";
import type { KeySpec, KeyTable, ValueOf } from "./value-spec.js";

/** What is being read: the problems go to `report` under the name of the hook and with this code. */
export interface Context {
  readonly layer: Layer;
  readonly report: Report;
  readonly hook: string;
  readonly code: "hook-invalid" | "setting-invalid";
  readonly lost?: string;
  /** Whether the hooks of this file only observe, where they do not say otherwise themselves. */
  readonly observe?: boolean;
  /** The host whose file it is; absent for Snaphook's own. */
  readonly host?: "wave";
}

/** An object of the settings, checked against its table. */
export class CheckedObject<Table extends KeyTable> {
  private readonly values = new Map<string, unknown>();
  private readonly places = new Map<string, readonly Member[]>();
  /** Something in it is wrong that is more than a warning. */
  bad = false;

  set(key: string, value: unknown, members: readonly Member[]): void {
    this.values.set(key, value);
    this.places.set(key, members);
  }

  drop(key: string): void {
    this.values.delete(key);
    this.places.delete(key);
  }

  /** The value that counts, or undefined. The table vouches for its type. */
  get<Key extends keyof Table & string>(key: Key): ValueOf<Table[Key]["value"]> | undefined {
    return this.values.get(key) as ValueOf<Table[Key]["value"]> | undefined;
  }

  /** Everywhere the key appears: more than one where both count. */
  members(key: string): readonly Member[] {
    return this.places.get(key) ?? [];
  }
}

/** Checks every key of an object: unknown ones, doubled ones, ones that do not count in this layer, wrong values. */
export function readObject<Table extends KeyTable>(
  object: LocatedObject,
  table: Table,
  path: string,
  context: Context,
): CheckedObject<Table> {
  const fields = new CheckedObject<Table>();
  for (const [key, members] of byKey(object.members)) {
    const spec = Object.hasOwn(table, key) ? table[key] : undefined;
    const at = { path: pathOf(path, key), line: members[0]?.line ?? null };
    if (spec === undefined) {
      const allowed = Object.keys(table).filter(
        (name) => context.layer === "program" || table[name]?.value.kind !== "function",
      );
      const details = { ...at, found: key, allowed, suggestion: nearest(key, allowed) };
      context.report.add("setting-unknown", context.hook, details);
      continue;
    }
    if (members.length > 1) {
      const found = `${JSON.stringify(key)} ${members.length} times`;
      const details = { path: at.path, line: members[1]?.line ?? null, found };
      const once = { ...details, allowed: ["each key once"] };
      context.report.add("setting-duplicate", context.hook, once);
    }
    if (spec.layers !== undefined && !spec.layers.includes(context.layer)) {
      const found = `${key} in ${context.layer} settings`;
      const allowed = spec.layers.map((layer) => `${layer} settings`);
      context.report.add("setting-ignored", context.hook, { ...at, found, allowed });
      continue;
    }
    readKey(fields, key, members, spec, at.path, context);
  }
  return fields;
}

function readKey(
  fields: CheckedObject<KeyTable>,
  key: string,
  members: readonly Member[],
  spec: KeySpec,
  path: string,
  context: Context,
): void {
  const read = members.map((member) => readValue(member.value, spec.value, path));
  for (const fault of read.flatMap(({ faults }) => faults)) {
    reportFault(fault, context);
    if (fault.code === undefined) fields.bad = true;
  }
  const values = read.map(({ value }) => value).filter((value) => value !== undefined);
  fields.set(key, choose(values, spec), members);
}

function choose(values: readonly unknown[], { twice }: KeySpec): unknown {
  if (values.length <= 1) return values[0];
  if (twice === "neither") return undefined;
  if (twice === "both") return values.flat();
  return twice?.prefer.find((value) => values.includes(value)) ?? values.at(-1);
}

function reportFault({ code, ...fault }: ValueFault, context: Context): void {
  const lost = code === undefined && context.lost !== undefined ? { lost: context.lost } : {};
  context.report.add(code ?? context.code, context.hook, { ...fault, ...lost });
}

/** Reports a value of another type than expected. */
export function reportWrong(
  value: Located,
  path: string,
  allowed: readonly string[],
  context: Context,
): void {
  reportFault({ path, line: value.line, found: describe(value), allowed }, context);
}

function byKey(members: readonly Member[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = groups.get(member.key);
    if (group === undefined) groups.set(member.key, [member]);
    else group.push(member);
  }
  return groups;
}
