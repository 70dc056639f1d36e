import { relative } from "node:path";
import type { HookReport } from "../../engine/index.js";
import type { Problem } from "../../problem/index.js";
import { endingText, forTerminalLine, problemText, type Paint } from "../../show/index.js";

/** What is said of a hook, whoever's it is. */
export type ShownHook = Omit<HookReport, "skipped" | "hookType">;

/** A line for each hook: how it ran, or why it did not. */
export function hookLines(hooks: readonly ShownHook[], paint: Paint): string {
  const lines = hooks.map((hook) => `  ${describe(hook, paint)}`);
  const none = "  No hooks match this event.";
  return `${paint.dim("hooks")}\n${lines.length === 0 ? none : lines.join("\n")}\n`;
}

/** The same before anything ran: who would, and why the others would not. */
export function planLines(hooks: readonly ShownHook[], paint: Paint): string {
  const lines = hooks.map((hook) => {
    const { name, why, ran } = hook;
    const mark = ran ? paint.green("would run") : paint.yellow("would not run");
    return `  ${mark} ${forTerminalLine(name)}: ${forTerminalLine(why)}${placeOf(hook, paint)}`;
  });
  return `${lines.length === 0 ? "  No hooks are on this event." : lines.join("\n")}\n`;
}

/** File and line, or nothing. */
export function placeText({ file, line }: Pick<ShownHook, "file" | "line">): string {
  if (file === null) return "";
  return `${forTerminalLine(shortPath(file))}${line === null ? "" : `:${line}`}`;
}

function placeOf(hook: ShownHook, paint: Paint): string {
  return hook.file === null ? "" : paint.dim(` ${placeText(hook)}`);
}

function describe(hook: ShownHook, paint: Paint): string {
  const place = placeOf(hook, paint);
  const name = forTerminalLine(hook.name);
  if (!hook.ran) return `${paint.yellow("skipped")} ${name}: ${forTerminalLine(hook.why)}${place}`;
  const vote =
    hook.async === true
      ? ", async: it has no vote"
      : hook.observe === true
        ? ", observes: it has no effect"
        : "";
  if (hook.run === undefined) return `${paint.yellow("started")} ${name}${vote}${place}`;
  return `${paint.green("ran")} ${name}: ${endingText(hook.run)} in ${Math.round(hook.ms ?? 0)} ms${vote}${place}`;
}

/** From where the command runs, where that is shorter. */
function shortPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith("..") ? file : short;
}

/** Problems of settings, below what they are about. */
export function problemTexts(problems: readonly Problem[], paint: Paint): string {
  return problems.map((problem) => `\n${problemText(problem, paint)}\n`).join("");
}
