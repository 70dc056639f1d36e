import { commands, commonOptions, exitCodes } from "../../src/cli/command-spec.js";
import { code, page, table, type Files } from "./markdown.js";

export function commandPages(): Files {
  const pages: Files = new Map();
  pages.set(
    "docs/commands/README.md",
    page(
      "Commands",
      "`snaphook help COMMAND` and `snaphook COMMAND -h` show the same as these pages.",
      table(
        ["command", "what it does"],
        commands.map(({ name, summary }) => [`[${name}](${name}.md)`, summary]),
      ),
      "## Exit codes",
      table(
        ["code", "what it means"],
        Object.entries(exitCodes).map(([number, text]) => [code(number), text]),
      ),
    ),
  );
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
