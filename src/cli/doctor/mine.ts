import { readdirSync } from "node:fs";
import { join } from "node:path";
import { linesOf } from "../../trace/index.js";
import type { Finding } from "./finding.js";
import { common } from "./ledger-look.js";
import { failuresIn, marks, type TranscriptFailure } from "./transcript-failures.js";

/** What was looked at for `--mine`. */
export interface Mined {
  readonly files: number;
  readonly findings: readonly Finding[];
}

/** Folders in which hosts keep their transcripts. */
function transcriptFolders(
  home: string,
): readonly { readonly host: string; readonly folder: string }[] {
  const { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex } = process.env;
  return [
    { host: "claude-code", folder: join(claude || join(home, ".claude"), "projects") },
    { host: "codex", folder: join(codex || join(home, ".codex"), "sessions") },
  ];
}

/** Hooks that failed in silence, by the hosts' own transcripts. Nothing of it leaves the machine. */
export function mine(home: string, host: string | null): Mined {
  let files = 0;
  const findings = transcriptFolders(home)
    .filter((one) => host === null || one.host === host.split("@", 1)[0])
    .flatMap((one) => {
      const failed = new Map<string, Failed>();
      for (const file of transcriptsIn(one.folder)) {
        files++;
        for (const failure of failuresOf(file)) count(failed, failure, file);
      }
      return [...failed.values()]
        .toSorted((first, second) => second.count - first.count)
        .map((each) => findingOf(one.host, each));
    });
  return { files, findings };
}

interface Failed {
  readonly event: string;
  readonly hook: string;
  count: number;
  readonly sessions: Set<string>;
  last: PlacedFailure;
  lastFile: string;
}

type PlacedFailure = TranscriptFailure & { readonly line: number };

function count(failed: Map<string, Failed>, failure: PlacedFailure, file: string): void {
  const { event, hook } = failure;
  const key = `${event}\0${hook}`;
  const known = failed.get(key);
  if (known === undefined) {
    const first = { count: 1, sessions: new Set([file]), last: failure, lastFile: file };
    failed.set(key, { event, hook, ...first });
    return;
  }
  known.count++;
  known.sessions.add(file);
  if ((failure.time ?? "") < (known.last.time ?? "")) return;
  known.last = failure;
  known.lastFile = file;
}

function findingOf(
  host: string,
  { event, hook, count: times, sessions, last, lastFile }: Failed,
): Finding {
  const where = sessions.size === 1 ? "1 session" : `${sessions.size} sessions`;
  const many = `${times === 1 ? "once" : `${times} times`} in ${where}`;
  const when = last.time === null ? "" : `, last ${last.time.slice(0, 10)}`;
  const message = `${event}: ${hook} failed ${many}${when}: ${last.how}`;
  const { file, line } = { file: lastFile, line: last.line };
  const cause = "by its transcripts";
  return {
    ...common("hook-failed-unseen"),
    host,
    file,
    line,
    hook,
    message,
    cause,
    detail: message,
  };
}

/** Nobody keeps more; a folder that leads into itself must end. */
const MOST_FILES = 100_000;
const DEEPEST = 8;

function* transcriptsIn(folder: string): Generator<string, void> {
  const pending = [{ path: folder, depth: 0 }];
  let seen = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of entriesOf(next.path)) {
      if (++seen > MOST_FILES) return;
      const path = join(next.path, entry.name);
      if (entry.isDirectory() && next.depth < DEEPEST)
        pending.push({ path, depth: next.depth + 1 });
      else if (entry.isFile() && entry.name.endsWith(".jsonl")) yield path;
    }
  }
}

function entriesOf(folder: string): ReturnType<typeof readFolder> {
  try {
    return readFolder(folder);
  } catch {
    return [];
  }
}

const readFolder = (folder: string) => readdirSync(folder, { withFileTypes: true });

/** Line by line, whatever the size; what is broken or longer than any record is passed over. */
function failuresOf(file: string): readonly PlacedFailure[] {
  const found: PlacedFailure[] = [];
  for (const { line, bytes } of linesOf(file)) {
    if (!bytes.includes("hook") && !bytes.includes("failed ")) continue;
    if (!marks.some((mark) => bytes.includes(mark))) continue;
    found.push(...failuresIn(parsed(bytes)).map((failure) => ({ ...failure, line })));
  }
  const hasStops = found.some(({ event, isSummary }) => event.endsWith("Stop") && !isSummary);
  return found.filter(({ isSummary }) => !(isSummary && hasStops));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
