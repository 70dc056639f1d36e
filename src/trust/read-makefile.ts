/** What a Makefile says, with the texts of make as the shell would write them. */
export interface Makefile {
  /** Lines that are run for the targets, and on the way to them. */
  readonly lines: readonly string[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly included: readonly string[];
  /** Why it is not known what it runs. */
  readonly notKnown: readonly string[];
}

interface MakeRule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  readonly lines: string[];
}

/** Without targets it is the first; null stands for every one. */
export function readMakefile(text: string, targets: readonly string[] | null): Makefile {
  const lines: string[] = [];
  const variables: (readonly [string, string])[] = [];
  const included: string[] = [];
  const rules: MakeRule[] = [];
  const [, prefix = "\t"] = /^\s*\.RECIPEPREFIX\s*[:?]*=\s*(\S)/m.exec(text) ?? [];
  const isRecipe = (line: string): boolean => line.startsWith(prefix) || line.startsWith("\t");
  for (const split of text.split(/(?<=(?<!\\)(?:\\\\)*)\n/)) {
    // The shell joins the lines of a recipe without a blank; make leaves out what begins the next one.
    const line = isRecipe(split)
      ? split.replaceAll(/\\\n(.?)/g, (_all, next: string) => (isRecipe(next) ? "" : next))
      : split.replaceAll(/\\\n/g, " ");
    for (const [, command = ""] of line.matchAll(/\$\(shell\s+([^()]*)\)/g))
      lines.push(shellText(command));
    if (isRecipe(line)) {
      const recipe = line.startsWith(prefix) ? line.slice(prefix.length) : line;
      const rule = rules.at(-1);
      rule?.lines.push(recipeText(recipe, rule));
      continue;
    }
    const [, names] = /^\s*[-s]?(?:include|load)\s+(.*)$/.exec(line) ?? [];
    const [, name, sign = "", value = ""] =
      /^\s*(?:(?:override|export|private)\s+)*([\w.-]+)\s*([:?+!]{0,3})=\s*(.*)$/.exec(line) ?? [];
    if (sign.includes("!")) lines.push(shellText(value));
    const [, heads, needs = "", recipe] =
      /^([^\s#:=][^:=]*):{1,2}(?!=)([^;]*)(?:;(.*))?$/.exec(line) ?? [];
    if (names !== undefined) included.push(...wordsOf(shellText(names)));
    else if (name !== undefined) variables.push([name, shellText(value)]);
    else if (heads !== undefined) {
      const rule: MakeRule = { targets: wordsOf(heads), needs: wordsOf(needs), lines: [] };
      if (recipe !== undefined) rule.lines.push(recipeText(recipe, rule));
      rules.push(rule);
    }
  }
  const shells = variables.flatMap(([name, value]) => (name === "SHELL" ? [value] : []));
  const isElsewhere = targets?.length === 0 && /^\s*\.DEFAULT_GOAL\b/m.test(text);
  const run = wantedRules(rules, isElsewhere ? null : targets).flatMap((rule) => rule.lines);
  const isComputed = included.some((word) => word.startsWith("$(")) || text.includes("$(eval");
  const defined = [...text.matchAll(/^\s*define\b[^\n]*\n(.*?)^\s*endef\b/gms)];
  return {
    lines: [
      ...lines,
      ...shells,
      ...run,
      ...defined.flatMap(([, body = ""]) => body.split("\n").map(shellText)),
    ],
    variables,
    included,
    notKnown: isComputed ? ["make: which files it includes is known only when it runs"] : [],
  };
}

/** The rules for targets and what they need. Where one has no rule by its name, it may be made by any. */
function wantedRules(
  rules: readonly MakeRule[],
  targets: readonly string[] | null,
): readonly MakeRule[] {
  if (targets === null) return rules;
  const first = rules.find(({ targets: [name = "."] }) => !name.startsWith("."))?.targets ?? [];
  const wanted = new Set(targets.length > 0 ? targets : first);
  const ruleFor = (name: string): boolean => rules.some((rule) => rule.targets.includes(name));
  if (![...wanted].every(ruleFor)) return rules;
  const isVague = ({ targets: names }: MakeRule): boolean =>
    names.some((name) => /[%$]/.test(name));
  // A set that grows is walked to its new end.
  for (const name of wanted)
    for (const rule of rules)
      if (rule.targets.includes(name)) for (const need of rule.needs) wanted.add(need);
  return rules.filter((rule) => isVague(rule) || rule.targets.some((name) => wanted.has(name)));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Without the signs before a command, and with the names for which `$<`, `$^` and `$@` stand. */
function recipeText(recipe: string, { targets, needs }: MakeRule): string {
  const names: Readonly<Record<string, string>> = {
    "<": needs[0] ?? "",
    "^": needs.join(" "),
    "@": targets[0] ?? "",
  };
  const line = recipe.replaceAll(/(?<!\$)\$(?:([<^@])|\(([<^@])\))/g, (_all, one: string, other) =>
    String(names[one ?? other]),
  );
  return shellText(line.replace(/^[\s@+-]+/, ""));
}

function shellText(text: string): string {
  return text
    .replaceAll(/\$\(([\w.-]+)\)/g, "${$1}")
    .replaceAll(/\$\(wildcard\s+([^()]*)\)/g, "$1")
    .replaceAll(/\$\(shell\s/g, "$(")
    .replaceAll("$$", "$")
    .trim();
}
