import { catalogue, problemCodes } from "../../src/core.js";
import { rules, type Example } from "../../src/lint/index.js";
import { code, page, table, type Files } from "./markdown.js";

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
  const fixes = { safe: "a safe fix", unsafe: "a fix to be looked at", none: "no fix" }[rule.fix];
  const from = rule.confidence === "shape" ? "the structure of the hook" : "the words of the hook";
  return [
    "## In lint",
    `\`snaphook lint\` reports it as ${rule.severity} or less, from ${from}, with ${fixes}. A comment \`# snaphook: ignore[${name}] reason\` turns it off for a line.`,
    ...rule.bad.flatMap((example) => exampleParts("Found", example)),
    ...rule.good.flatMap((example) => exampleParts("Fine", example)),
  ];
}

function exampleParts(word: string, example: Example): string[] {
  const { title, event, matcher, host, timeout, onFailure, script, command } = example;
  const entry = {
    ...(matcher !== undefined && { matcher }),
    command,
    timeout,
    onFailure,
    async: example.async,
  };
  const given = JSON.stringify(entry);
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
