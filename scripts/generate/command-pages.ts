import { commands, commonOptions } from "../../src/cli/command-spec.js";
import { code, page, table, type Files } from "./markdown.js";

export function commandPages(): Files {
  const pages: Files = new Map();
  for (const command of commands) {
    const options = Object.entries({ ...command.options, ...commonOptions });
    pages.set(
      `docs/commands/${command.name}.md`,
      page(
        `snaphook ${command.name}`,
        `${command.summary}.`,
        `\`\`\`sh\n${command.usage}\n\`\`\``,
        command.details,
        table(
          ["option", "what it does"],
          options.map(([option, text]) => [code(option), text]),
        ),
        "## Examples",
        ...Object.entries(command.examples).map(
          ([line, shows]) => `${shows}:\n\n\`\`\`sh\n${line}\n\`\`\``,
        ),
      ),
    );
  }
  return pages;
}
