import { readPattern } from "../match/index.js";
import { faultOf, fine, isText, type ValueFault, type ReadValue } from "./fault.js";
import { describe, type Located, type Member } from "./located.js";
import { pathOf } from "./report.js";

/** Variables of the environment by name; of one that appears twice the last counts. */
export function readVariables(members: readonly Member[], path: string): ReadValue {
  return readMap(members, path, readVariable).read;
}

/** A condition that is no pattern, or that appears twice, is left out: a guard should rather match too much. */
export function readConditions(members: readonly Member[], path: string): ReadValue {
  const { map, doubled, read } = readMap(members, path, (member, at) =>
    readMatcher(member.value, at),
  );
  for (const key of doubled) delete map[key];
  return read;
}

/** An object without a prototype, so that no key is special. */
function readMap(
  members: readonly Member[],
  path: string,
  readMember: (member: Member, path: string) => ReadValue,
): {
  readonly map: Record<string, unknown>;
  readonly doubled: Set<string>;
  readonly read: ReadValue;
} {
  const map = Object.create(null) as Record<string, unknown>;
  const seen = new Set<string>();
  const doubled = new Set<string>();
  const faults: ValueFault[] = [];
  for (const member of members) {
    const { key, line } = member;
    const memberPath = pathOf(path, key);
    const { value, faults: found } = readMember(member, memberPath);
    faults.push(...found);
    if (seen.has(key)) {
      doubled.add(key);
      const twice = { found: `${JSON.stringify(key)} twice`, allowed: ["each key once"] };
      faults.push({ code: "setting-duplicate", path: memberPath, line, ...twice });
    }
    seen.add(key);
    if (value !== undefined) map[key] = value;
  }
  return { map, doubled, read: { value: map, faults } };
}

function readVariable({ key, line, value }: Member, path: string): ReadValue {
  if (key === "" || /[=\0]/.test(key)) {
    const allowed = ["a name that is not empty and holds no ="];
    return { value: undefined, faults: [{ path, line, found: JSON.stringify(key), allowed }] };
  }
  return isText(value)
    ? fine(value.value)
    : { value: undefined, faults: [faultOf(value, { kind: "text", mayBeEmpty: true }, path)] };
}

/** A pattern that cannot be read is kept: matching counts it as fitting and can say why. */
export function readMatcher(value: Located, path: string): ReadValue {
  if (value.type !== "text") {
    return asMatcher({ value: undefined, faults: [faultOf(value, { kind: "pattern" }, path)] });
  }
  const pattern = readPattern(value.value);
  if (pattern.type !== "invalid") return fine(value.value);
  const found = `${describe(value)}: ${pattern.why}`;
  return asMatcher({
    value: value.value,
    faults: [faultOf(value, { kind: "pattern" }, path, found)],
  });
}

/** As faults that do not spoil the hook. */
export function asMatcher({ value, faults }: ReadValue): ReadValue {
  return { value, faults: faults.map((fault) => ({ ...fault, code: "matcher-invalid" })) };
}
