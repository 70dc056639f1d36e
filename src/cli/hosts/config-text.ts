import type { HostConfig } from "../../hosts/settings.js";
import { forTerminalLine, problemText, type Paint } from "../../show/index.js";

/** The hooks that each host finds, with their places, and what it makes of them. */
export function configText(configs: readonly HostConfig[], paint: Paint): string {
  const found = configs.filter(({ files }) => files.some(({ state }) => state !== "missing"));
  if (found.length === 0) return "No host has settings for this folder.\n";
  return found.map((config) => hostText(config, paint)).join("\n");
}

function hostText({ host, hooks, problems }: HostConfig, paint: Paint): string {
  const lines = hooks.map((hook) => {
    const { event, matcher, command, url, type, file, line, ignored, disabled } = hook;
    const why = ignored ?? (disabled === true ? "turned off" : undefined);
    const mark = why === undefined ? paint.green("runs   ") : paint.yellow("ignored");
    const what = `${event}${matcher === undefined ? "" : ` [${matcher}]`}: ${command ?? url ?? type}`;
    const reason = why === undefined ? "" : ` (${why})`;
    return `  ${mark} ${forTerminalLine(`${what}${reason}`)}  ${paint.dim(forTerminalLine(line === null ? file : `${file}:${line}`))}`;
  });
  // What a hook's line says is not said again.
  const said = new Set(hooks.map(({ ignored }) => ignored));
  const texts = problems
    .filter(({ found }) => found === undefined || !said.has(found))
    .map((problem) => problemText(problem, paint));
  return `${[paint.bold(host), ...(lines.length === 0 ? ["  no hooks"] : lines), ...texts].join("\n")}\n`;
}
