import { rules, type Example } from "../../lint/index.js";
import { catalogue, problemCodes } from "../../problem/index.js";

/** What `explain` says about a code; null where there is no such code. */
export function pageOf(name: string): string | null {
  const code = problemCodes.find((one) => one === name);
  if (code === undefined) return null;
  const { severity, title, happens, fix } = catalogue[code];
  const rule = rules.find((one) => one.code === code);
  const parts = [
    `${code} (${rule?.severity ?? severity}): ${title}`,
    `What happens: ${happens}`,
    `What to do: ${fix}`,
    ...(rule === undefined
      ? []
      : [
          ...rule.bad.slice(0, 1).map((example) => exampleText("Found", example)),
          ...rule.good.slice(0, 1).map((example) => exampleText("Fine", example)),
          ...(rule.fix === "none"
            ? []
            : [`Lint can fix it: snaphook lint --fix${rule.fix === "safe" ? "" : "=unsafe"}`]),
          `Turn it off for one line: # snaphook: ignore[${code}] your reason`,
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function exampleText(word: string, { title, event, matcher, script, command }: Example): string {
  const where = matcher === undefined ? event : `${event} [${matcher}]`;
  const code = (script ?? `"command": ${JSON.stringify(command)}`).trimEnd();
  const lines = code.split("\n").map((line) => `    ${line.slice(0, 200)}`);
  return [`${word}, on ${where}: ${title}`, ...lines].join("\n");
}
