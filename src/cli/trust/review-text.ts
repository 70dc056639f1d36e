import { structuredPatch } from "diff";
import { forTerminal, forTerminalLine, type Paint } from "../../show/index.js";
import type { Trust, HookTrust } from "../../trust/index.js";

const LONGEST_SHOWN = 64 * 1024;

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
  for (const [index, { path, real, sha256 }] of fingerprint.files.entries()) {
    const link = real === path ? "" : ` → ${real}`;
    parts.push(
      paint.bold(forTerminalLine(`${path}${link}`)) + paint.dim(`  sha256 ${sha256.slice(0, 16)}…`),
    );
    parts.push(await fileText(looked, index, trust, paint));
  }
  return `${parts.join("\n")}\n`;
}

async function fileText(
  { fingerprint, changes }: HookTrust,
  index: number,
  trust: Trust,
  paint: Paint,
): Promise<string> {
  const bytes = fingerprint.states[index]?.bytes ?? null;
  const path = fingerprint.files[index]?.path ?? "";
  if (bytes === null) return paint.dim("  (too large or not readable: not shown)");
  if (bytes.includes(0)) return paint.dim(`  (${bytes.length} bytes that are not text)`);
  const now = bytes.toString("utf8");
  const before = changes.find(({ what }) => what === `file ${path}`)?.before;
  const approved =
    before === null || before === undefined
      ? null
      : await trust.approvedText(/[0-9a-f]{64}/.exec(before)?.[0] ?? "");
  if (approved !== null) return patchText(approved, now, paint);
  const shown = now.length > LONGEST_SHOWN ? `${now.slice(0, LONGEST_SHOWN)}\n…` : now;
  return indent(forTerminal(shown));
}

function patchText(before: string, after: string, paint: Paint): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 3 });
  return hunks
    .flatMap(({ lines }) => lines)
    .map((line) => {
      const safe = `  ${forTerminalLine(line)}`;
      if (line.startsWith("+")) return paint.green(safe);
      return line.startsWith("-") ? paint.red(safe) : safe;
    })
    .join("\n");
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
