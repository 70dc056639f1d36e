import { createTwoFilesPatch } from "diff";
import { relative } from "node:path";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import { isTerminal } from "../files.js";
import type { Draft } from "./drafts.js";
import type { FixReport } from "./run-fixes.js";

/** What the fixes would change, for people and for `git apply`. */
export function diffText(drafts: readonly Draft[], folder: string): string {
  const text = drafts.map((draft) => oneDiff(draft, shownPath(draft.path, folder))).join("");
  // A patch is for a program unless it is read here.
  return isTerminal(1) ? forTerminal(text) : text;
}

function oneDiff({ before, text, isExecutable, mode }: Draft, path: string): string {
  const modes = isExecutable
    ? `old mode ${octal(mode)}\nnew mode ${octal(mode | ((mode & 0o444) >> 2))}\n`
    : "";
  const head = `diff --git a/${path} b/${path}\n${modes}`;
  if (text === before) return head;
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, text, "", "");
  return head + patch.replace(/^=+\n/, "").replace(/^(---|\+\+\+) (.*)\t$/gm, "$1 $2");
}

/** As git has it. */
function octal(mode: number): string {
  return `100${mode.toString(8).padStart(3, "0")}`;
}

/** A line for each file that was changed and for each fix that was not made. */
export function fixedText(
  { made, refused }: FixReport,
  { isDiff, folder }: { readonly isDiff: boolean; readonly folder: string },
): string {
  const files = new Map<string, string[]>();
  for (const { code, line, file, fix } of made) {
    const changed = fix?.file ?? file;
    const at = line === null || !changed.endsWith(file) ? code : `${code} (line ${line})`;
    files.set(changed, [...(files.get(changed) ?? []), at]);
  }
  const lines = [
    ...Array.from(
      files,
      ([file, what]) =>
        `${isDiff ? "Would fix" : "Fixed"} ${shownPath(file, folder)}: ${what.join(", ")}`,
    ),
    ...refused.map(
      ({ finding, why }) =>
        `Not fixed ${shownPath(finding.fix?.file ?? finding.file, folder)}: ${finding.code}, because ${why}`,
    ),
  ];
  const hooks = [...new Set(made.flatMap((finding) => finding.hooks))];
  if (hooks.length > 0 && !isDiff)
    lines.push(
      `Changed hooks: ${hooks.join(", ")}. If they were approved, they need approval again: snaphook trust review`,
    );
  return [...new Set(lines)].map((line) => `${forTerminalLine(line)}\n`).join("");
}

export function shownPath(path: string, folder: string): string {
  const short = relative(folder, path);
  return short === "" || short.startsWith("..") ? path : short;
}
