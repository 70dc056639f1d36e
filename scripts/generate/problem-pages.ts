import { catalogue, problemCodes } from "../../src/core.js";
import { code, page, table, type Files } from "./markdown.js";

export function problemPages(): Files {
  const pages: Files = new Map();
  for (const name of problemCodes) {
    const { severity, title, happens, fix } = catalogue[name];
    pages.set(
      `docs/problems/${name}.md`,
      page(name, `**${title}** (${severity})`, `What happens: ${happens}`, `What to do: ${fix}`),
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
