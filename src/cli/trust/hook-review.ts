import { isUtf8 } from "node:buffer";
import { structuredPatch } from "diff";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import type { HookTrust, Trust } from "../../trust/index.js";
import type { ReviewedFile } from "../../viewer/index.js";

const LONGEST_SHOWN = 64 * 1024;

type Lines = ReviewedFile["lines"];

/** More changed lines than this nobody reads as a difference, and to find the shortest could take minutes. */
const MOST_CHANGED = 4000;

/** The files of a hook as someone must see them before agreeing: against what was approved, where that was kept. */
export function reviewedFiles(looked: HookTrust, trust: Trust): Promise<readonly ReviewedFile[]> {
  const { fingerprint, changes } = looked;
  return Promise.all(
    fingerprint.files.map(async (file, index) => {
      const bytes = fingerprint.states[index]?.bytes ?? null;
      const shown = (note: string, lines: Lines = [], isDifference = false): ReviewedFile => ({
        ...file,
        note,
        lines,
        isDifference,
      });
      if (bytes === null) return shown("too large or not readable: not shown");
      if (bytes.includes(0)) return shown(`${bytes.length} bytes that are not text`);
      const now = bytes.toString("utf8");
      const encoding = isUtf8(bytes)
        ? ""
        : "not all of it is UTF-8: bytes that are not, look alike";
      const whole = (note: string): ReviewedFile => shown(withCut(note, now), linesOf(now));
      const before = changes.find(({ what }) => what === `file ${file.path}`)?.before ?? "";
      const sha256 = /[0-9a-f]{64}/.exec(before)?.[0];
      if (sha256 === file.sha256) return whole("what is in it was approved");
      const approved = sha256 === undefined ? null : await trust.approvedText(sha256);
      const patch = approved === null ? null : patchOf(approved, now);
      return patch === null ? whole(encoding) : shown(encoding, patch, true);
    }),
  );
}

/** Whoever agrees must know of what is not shown. */
function withCut(note: string, text: string): string {
  if (text.length <= LONGEST_SHOWN) return note;
  const rest = Buffer.byteLength(text.slice(LONGEST_SHOWN));
  const cut = `the last ${rest} bytes are not shown: read them in the file itself`;
  return note === "" ? cut : `${note}; ${cut}`;
}

function linesOf(text: string): Lines {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}\n…` : text;
  return forTerminal(shown)
    .split("\n")
    .map((line) => ({ mark: " ", text: line }));
}

/** What has changed, with the lines around it; null where it is too much. */
function patchOf(before: string, after: string): Lines | null {
  const options = { context: 3, maxEditLength: MOST_CHANGED };
  const patch = structuredPatch("", "", before, after, "", "", options);
  if (patch === undefined) return null;
  return patch.hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : [{ mark: " ", text: "…" } as const]),
    ...lines.map((line): Lines[number] => {
      const [first] = line;
      const mark = first === "+" || first === "-" ? first : " ";
      return { mark, text: forTerminalLine(line.slice(1)) };
    }),
  ]);
}
