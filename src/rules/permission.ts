import { globMatches, parseGlob } from "../match/index.js";
import { isCommandField, isPathField, textsOf, valueAt } from "./input-facts.js";
import { readPathPattern } from "./path-pattern.js";
import type { FieldCondition, RuleArgument } from "./rule.js";
import type { Tested } from "./restriction.js";
import { isShellTool } from "./tool-names.js";
import { meaningsOf, type CallWorld } from "./world.js";

/** What an allow rule permits of a call of its tool. */
export type RulePermission =
  | { readonly type: "all" }
  | { readonly type: "nothing"; readonly why: string }
  /** Those parts of a command that fit the pattern. */
  | { readonly type: "parts"; readonly pattern: string };

const ALL: RulePermission = { type: "all" };

/** A name that is written like a variable of the shell, and not like a field of an input. */
const VARIABLE = /^[A-Z_][A-Z0-9_]*$/;

/** What an allow rule permits. Where there is doubt, nothing. */
export function permissionOf(argument: RuleArgument, tested: Tested): RulePermission {
  const { facts } = tested;
  if (argument.type === "none") return ALL;
  if (argument.type === "unreadable") return nothing(argument.why);
  if (facts.untestable !== null) return nothing(facts.untestable);
  if (argument.type === "main") return permitMain(argument.text, tested);
  if (facts.isShell && argument.fields.some(({ field }) => VARIABLE.test(field)))
    return permitMain(argument.text, tested);
  return permitFields(argument.fields, tested);
}

function nothing(why: string): RulePermission {
  return { type: "nothing", why };
}

function permitMain(text: string, { facts, world }: Tested): RulePermission {
  const hasPaths = facts.paths.length > 0 && !isShellTool(facts.tool);
  if (facts.isShell)
    return hasPaths
      ? nothing("the input has a command and a path: name the field that is meant")
      : { type: "parts", pattern: text };
  if (hasPaths) return permitPaths(text, facts.paths, world);
  return permitTexts(
    text,
    facts.texts.map((one) => one.text),
  );
}

/** All must hold. At most one of them can be about parts of a command. */
function permitFields(fields: readonly FieldCondition[], tested: Tested): RulePermission {
  let permission = ALL;
  for (const { field, text } of fields) {
    const one = permitField(field, text, tested);
    if (one.type === "nothing") return one;
    if (one.type === "parts") {
      if (permission.type === "parts") return nothing("two conditions are about the command");
      permission = one;
    }
  }
  return permission;
}

function permitField(field: string, text: string, { facts, world }: Tested): RulePermission {
  const value = valueAt(facts.input, field);
  const { texts: found } = textsOf(value);
  if (found.length === 0) return nothing(`the input has no ${field}`);
  const texts = found.map((one) => one.text);
  const name = field.slice(field.lastIndexOf(".") + 1);
  if (isCommandField(name)) return { type: "parts", pattern: text };
  return isPathField(name) ? permitPaths(text, texts, world) : permitTexts(text, texts);
}

/** Every path must fit, both as it is written and with its links resolved. */
export function permitPaths(
  text: string,
  paths: readonly string[],
  world: CallWorld,
  folder: string = world.cwd,
): RulePermission {
  const pattern = readPathPattern(text, world, { isRestriction: false });
  const strange = paths.find((path) => {
    const meanings = meaningsOf(path, folder, world);
    return meanings === null || !meanings.every((one) => pattern?.fits(one) === true);
  });
  return strange === undefined ? ALL : nothing(`it does not match ${JSON.stringify(strange)}`);
}

/** Every text must fit, so that no other field can carry what was not meant. */
function permitTexts(text: string, texts: readonly string[]): RulePermission {
  const glob = parseGlob(text);
  if ("fault" in glob) return nothing(`it is not a readable glob: ${glob.fault}`);
  if (texts.length === 0) return nothing("the input holds no text");
  const strange = texts.find((one) => !globMatches(glob.alternatives, one));
  return strange === undefined ? ALL : nothing(`it does not match ${JSON.stringify(strange)}`);
}
