import { forTerminal, forTerminalLine, type Paint } from "../../show/index.js";
import type { Trust, HookTrust } from "../../trust/index.js";
import type { ReviewedFile } from "../../viewer/index.js";
import { reviewedFiles } from "./hook-review.js";

const marks: Readonly<Record<HookTrust["state"], keyof Paint>> = {
  approved: "green",
  once: "green",
  own: "green",
  new: "yellow",
  unseen: "yellow",
  changed: "red",
  drifted: "red",
  unknown: "red",
};

/** One line: its state, its id, its name, and why. */
export function stateLine({ hook, state, why }: HookTrust, paint: Paint): string {
  const mark = paint[marks[state]](state.padEnd(8));
  const place = paint.dim(forTerminalLine(`${hook.source.file ?? ""}:${hook.source.line ?? ""}`));
  return `${mark} ${forTerminalLine(hook.id)}  ${forTerminalLine(hook.name)}: ${forTerminalLine(why)}  ${place}`;
}

/** All that someone must see before agreeing: the entry, what it runs, and what is new since the last time. */
export async function reviewText(looked: HookTrust, trust: Trust, paint: Paint): Promise<string> {
  const { hook, fingerprint, changes } = looked;
  const parts = [
    paint.bold(forTerminalLine(`${hook.id}  ${hook.name}`)),
    stateLine(looked, paint),
    forTerminal(JSON.stringify(fingerprint.entry, null, 2)),
  ];
  if (changes.length > 0)
    parts.push(
      paint.bold(
        looked.state === "drifted" ? "differs from snaphook.lock" : "changed since it was approved",
      ),
      ...changes.map(({ what, before, after }) =>
        [
          `  ${forTerminalLine(what)}`,
          ...(before === null ? [] : [paint.red(`  - ${forTerminalLine(before)}`)]),
          ...(after === null ? [] : [paint.green(`  + ${forTerminalLine(after)}`)]),
        ].join("\n"),
      ),
    );
  if (fingerprint.notKnown.length > 0)
    parts.push(
      paint.yellow(
        "files not known: not all that it runs was found, and a change there would not be noticed",
      ),
      ...fingerprint.notKnown.map((why) => `  ${forTerminalLine(why)}`),
    );
  if (fingerprint.unknown.length > 0)
    parts.push(
      paint.yellow("known only when it runs; a file behind it may be none of those below"),
      ...fingerprint.unknown.map((word) => `  ${forTerminalLine(word)}`),
    );
  for (const file of await reviewedFiles(looked, trust)) {
    const { path, real, sha256 } = file;
    const link = real === path ? "" : ` → ${real}`;
    parts.push(
      paint.bold(forTerminalLine(`${path}${link}`)) + paint.dim(`  sha256 ${sha256.slice(0, 16)}…`),
      fileText(file, paint),
    );
  }
  return `${parts.join("\n")}\n`;
}

function fileText({ note, isDifference, lines }: ReviewedFile, paint: Paint): string {
  const shown = lines.map(({ mark, text }) => {
    if (!isDifference) return `  ${text}`;
    const line = `  ${mark}${text}`;
    return mark === "+" ? paint.green(line) : mark === "-" ? paint.red(line) : line;
  });
  return [...(note === "" ? [] : [paint.dim(`  (${note})`)]), ...shown].join("\n");
}
