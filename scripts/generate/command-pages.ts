import { commands, commonOptions } from "../../src/cli/command-spec.js";
import { code, page, table, type Files } from "./markdown.js";

export function commandPages(): Files {
  const pages: Files = new Map();
  for (const command of commands) {
    const options = [...command.options, ...commonOptions];
    pages.set(
      `docs/commands/${command.name}.md`,
      page(
        `snaphook ${command.name}`,
        `${command.summary}.`,
        `\`\`\`sh\n${command.usage}\n\`\`\``,
        command.details,
        table(
          ["option", "what it does"],
          options.map((option) => [
            code(`--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`),
            option.text,
          ]),
        ),
        "## Examples",
        ...command.examples.map(
          (example) => `${example.shows}:\n\n\`\`\`sh\n${example.run}\n\`\`\``,
        ),
      ),
    );
  }
  return pages;
}
