import { globMatches, parseGlob } from "../match/index.js";
import { commandText, fitText, readCommandPattern, textsOfCommand } from "./command-pattern.js";
import { strongest, weakest, type Fit } from "./fit.js";
import { isCommandField, isPathField, textsOf, valueAt, type InputFacts } from "./input-facts.js";
import { findMention } from "./mentions.js";
import { readPathPattern } from "./path-pattern.js";
import { textsByLinks } from "./program-links.js";
import { excerpt, showCommand } from "./show-command.js";
import { isShellTool } from "./tool-names.js";
import type { FieldCondition, RuleArgument } from "./rule.js";
import type { ShellFacts } from "./shell-facts.js";
import { remember, type SimpleCommand } from "../shell/index.js";
import { meaningsOf, type LookedAtWorld } from "./world.js";

/** What restrictions are tested on. */
export interface Tested {
  readonly facts: InputFacts;
  readonly shell: ShellFacts;
  readonly world: LookedAtWorld;
}

/** Whether the argument of a deny or an ask fits a call of its tool. Anything that may be meant counts. */
export function testRestriction(argument: RuleArgument, tested: Tested): Fit {
  const { untestable } = tested.facts;
  switch (argument.type) {
    case "none":
      return { fits: "yes", why: "it is about every call of this tool" };
    case "unreadable":
      return { fits: "maybe", why: `the rule cannot be read: ${argument.why}` };
    case "main":
      return orUntestable(testMain(argument.text, tested), untestable);
    case "fields": {
      const byFields = weakest(argument.fields.map((field) => testField(field, tested)));
      // `NAME=value` may also be meant as the beginning of a command, or be part of a path.
      return orUntestable(strongest([byFields, testMain(argument.text, tested)]), untestable);
    }
  }
}

function orUntestable(fit: Fit, untestable: string | null): Fit {
  return fit.fits === "no" && untestable !== null ? { fits: "maybe", why: untestable } : fit;
}

function testMain(text: string, tested: Tested): Fit {
  const { facts } = tested;
  const fits: Fit[] = [];
  if (facts.isShell) fits.push(testCommand(text, tested));
  if (facts.paths.length > 0 && !isShellTool(facts.tool))
    fits.push(testPaths(text, facts.paths, tested));
  if (fits.length === 0)
    fits.push(
      testTexts(
        text,
        facts.texts.map((one) => one.text),
      ),
    );
  return strongest(fits);
}

/** A field that is not there fits nothing; one whose value is no text cannot be tested. */
function testField({ field, text }: FieldCondition, tested: Tested): Fit {
  const value = valueAt(tested.facts.input, field);
  if (value === undefined) return { fits: "no", why: `the input has no ${field}` };
  const texts = textsOf(value).texts.map((one) => one.text);
  if (texts.length === 0) return { fits: "maybe", why: `${field} is not a text` };
  const fits = [testTexts(text, texts)];
  const name = field.slice(field.lastIndexOf(".") + 1);
  if (isCommandField(name)) fits.push(testCommand(text, tested));
  if (isPathField(name)) fits.push(testPaths(text, texts, tested));
  return strongest(fits);
}

function testCommand(text: string, tested: Tested): Fit {
  const { shell } = tested;
  const { lines, commands, unparsed, unseen } = shell;
  const pattern = readCommandPattern(text, true);
  const whole = lines.find(({ compared }) => fitText(pattern, compared) === "yes");
  if (whole !== undefined) return { fits: "yes", why: `it matches ${excerpt(whole.raw)}` };
  let possible: SimpleCommand | null = null;
  for (const one of textsOfCommands(tested)) {
    const fit = fitText(pattern, one.text);
    if (fit === "yes")
      return { fits: "yes", why: `it matches ${showCommand(one.command, commands)}` };
    if (fit === "maybe") possible ??= one.command;
  }
  if (possible !== null)
    return { fits: "maybe", why: `it may fit ${showCommand(possible, commands)}` };
  if (unparsed !== null)
    return { fits: "maybe", why: `the command cannot be read in full: ${unparsed}` };
  if (unseen !== null) return { fits: "maybe", why: unseen };
  const mention = findMention(pattern, shell);
  if (mention !== null) return { fits: "maybe", why: mention };
  return { fits: "no", why: "it fits no part of the command" };
}

/** The texts of all commands, found once for all rules. */
const textsOfCommands = remember((tested: Tested) =>
  tested.shell.commands.flatMap((command) =>
    [...textsOfCommand(command), ...textsByLinks(command, tested)].map((text) => ({
      command,
      text: commandText(text),
    })),
  ),
);

/** Every way in which a path may be meant is compared. */
function testPaths(text: string, paths: readonly string[], { world, shell }: Tested): Fit {
  const pattern = readPathPattern(text, world, { isRestriction: true });
  return strongest(
    paths.flatMap((path) => shell.where.folders.map((folder) => testPath(path, folder))),
  );

  function testPath(path: string, folder: string): Fit {
    const meanings = meaningsOf(path, folder, world);
    const found = meanings?.map((meaning) => pattern?.fits(meaning) ?? null) ?? [null];
    if (found.includes(true)) return { fits: "yes", why: `it matches ${excerpt(path)}` };
    return found.includes(null)
      ? { fits: "maybe", why: `it is unknown what ${excerpt(path)} is` }
      : { fits: "no", why: `it does not match ${excerpt(path)}` };
  }
}

function testTexts(text: string, texts: readonly string[]): Fit {
  const glob = parseGlob(text);
  if ("fault" in glob) return { fits: "maybe", why: `it is not a readable glob: ${glob.fault}` };
  const found = texts.find((one) => globMatches(glob.alternatives, one));
  return found === undefined
    ? { fits: "no", why: "it fits no text of the input" }
    : { fits: "yes", why: `it matches ${excerpt(found)}` };
}
