import { catalogue, problemCodes } from "../../src/core.js";
import { createTwoFilesPatch } from "diff";
import { exampleSubject, fixedExample } from "../../src/lint/example-subject.test-support.js";
import { lintSubjects, rules, type Example } from "../../src/lint/index.js";
import { code, page, table, type Files } from "./markdown.js";

/** What `--fix=unsafe` does to each example. */
const changes = new Map<Example, readonly string[]>();
for (const rule of rules)
  for (const example of rule.bad) changes.set(example, await fixParts(rule.code, example));

async function fixParts(name: string, example: Example): Promise<string[]> {
  const subject = await exampleSubject(example);
  const found = lintSubjects([subject]).find((finding) => finding.code === name);
  if (found?.fix?.edits === undefined) return [];
  const fixed = fixedExample(example, subject, found.fix);
  const isScript = fixed.script !== example.script;
  const [before, after] = [example, fixed].map((one) =>
    isScript ? (one.script ?? "") : `${JSON.stringify(entryOf(one))}\n`,
  );
  const patch = createTwoFilesPatch("", "", before ?? "", after ?? "", "", "", { context: 1 });
  const lines = patch.split("\n");
  const shown = lines.slice(lines.findIndex((line) => line.startsWith("@@")));
  const diff = shown.filter((line) => !line.startsWith("@@")).join("\n");
  return ["The fix:", `\`\`\`diff\n${diff.trimEnd()}\n\`\`\``];
}

export function problemPages(): Files {
  const pages: Files = new Map();
  for (const name of problemCodes) {
    const { severity, title, happens, fix } = catalogue[name];
    pages.set(
      `docs/problems/${name}.md`,
      page(
        name,
        `**${title}** (${severity})`,
        `What happens: ${happens}`,
        `What to do: ${fix}`,
        ...ruleParts(name),
      ),
    );
  }
  const rows = problemCodes.map((name) => [
    `[${name}](${name}.md)`,
    catalogue[name].severity,
    catalogue[name].title,
  ]);
  pages.set(
    "docs/problems/README.md",
    page(
      "Problem codes",
      `Every Problem has one of these codes. ${code("error")} and ${code("warning")} are shown to the user; ${code("info")} goes to the log.`,
      table(["code", "severity", "what"], rows),
    ),
  );
  return pages;
}

/** What `snaphook lint` says about the code, with the examples that are its tests. */
function ruleParts(name: string): string[] {
  const rule = rules.find(({ code: own }) => own === name);
  if (rule === undefined) return [];
  const fixes = {
    safe: "a safe fix (`--fix`)",
    unsafe: "a fix to be looked at (`--fix=unsafe`)",
    none: "no fix that it could make itself",
  }[rule.fix];
  const from = rule.confidence === "shape" ? "the structure of the hook" : "the words of the hook";
  return [
    "## In lint",
    `\`snaphook lint\` reports it as ${rule.severity} or less, from ${from}, with ${fixes}. A comment \`# snaphook: ignore[${name}] reason\` turns it off for a line.`,
    ...rule.bad.flatMap((example) => [
      ...exampleParts("Found", example),
      ...(changes.get(example) ?? []),
    ]),
    ...rule.good.flatMap((example) => exampleParts("Fine", example)),
  ];
}

function entryOf({ matcher, command, timeout, onFailure, ...rest }: Example): object {
  return { matcher, command, timeout, onFailure, async: rest.async };
}

function exampleParts(word: string, example: Example): string[] {
  const { title, event, host, script } = example;
  const given = JSON.stringify(entryOf(example));
  const where = `${host === undefined ? "" : `${host}, `}${event}${given === "{}" ? "" : `, ${code(given)}`}`;
  const language =
    script?.includes("python3\n") === true
      ? "python"
      : script?.includes("node\n") === true
        ? "js"
        : "sh";
  const shown =
    script === undefined ? [] : [`\`\`\`${language}\n${script.slice(0, 1500).trimEnd()}\n\`\`\``];
  return [`${word}: ${title} (${where})`, ...shown];
}
