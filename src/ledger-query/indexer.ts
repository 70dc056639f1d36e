import { isRecord } from "../json/index.js";
import { payloadFacts, waitedFor } from "../recorded/index.js";
import { readQuickly, type RawLine } from "../trace/index.js";
import {
  answerCodes,
  levelCodes,
  outcomeCode,
  PROBLEM_FAILURE,
  RUN_ASYNC,
  RUN_FAILED,
  RUN_OBSERVES,
  runKinds,
  VERDICT_FAILED,
  VOICE_OBSERVES,
  VOICE_WON,
} from "./codes.js";
import { hookKey, idHash, type Block, type Columns } from "./columns.js";
import { Remembered } from "./remembered.js";
import { rowOfId } from "./row-places.js";

type Fields = Readonly<Record<string, unknown>>;

/** An event whose records come one by one. */
interface OpenEvent {
  readonly row: number;
  readonly offset: number;
  readonly time: number;
  /** How long each hook took that was waited for. */
  readonly times: number[];
  /** Hooks by their names: what the verdict says of one is known by its name. */
  hooks: Map<string, number> | null;
  isDecided: boolean;
}

/** A record on its way into the columns. */
interface IndexedLine {
  readonly record: Fields;
  readonly offset: number;
  readonly time: number;
  /** It came before its event. */
  readonly isEarly: boolean;
}

const ofEvents: ReadonlySet<unknown> = new Set([...runKinds, "verdict", "permission"]);

/** At least so many are remembered; an older one is looked up in the columns. */
const MOST_KNOWN = 512;
const MOST_EARLY = 64;
/** An id that no event has costs a look at all events. Past this many, such records are passed over. */
const MOST_MISSES = 1000;
const FARTHEST = 0xffff_ffff;

/** Fills columns with what lines say. Hashes are not checked here: a line is checked when it is shown. */
export class Indexer {
  private readonly known = new Remembered<string, OpenEvent>(MOST_KNOWN);
  /** Records whose event has not come yet: another process has carried it over. */
  private readonly early = new Remembered<string, readonly IndexedLine[]>(MOST_EARLY);
  private misses = 0;

  /** `idAt` gives the id of the event whose line begins at a byte. */
  constructor(
    private readonly columns: Columns,
    private readonly idAt: (offset: number) => string,
  ) {}

  add(block: Block, { offset, bytes, fault }: RawLine): void {
    block.to = offset + bytes.length + 1;
    const line = fault === null ? readQuickly(bytes) : null;
    if (line === null) {
      block.damaged++;
      return;
    }
    const { fields: record, time } = line;
    this.take(block, { record, offset, time: Date.parse(time) || 0, isEarly: false });
  }

  private take(block: Block, line: IndexedLine): void {
    const { record, offset } = line;
    const { type } = record;
    if (type === "event") return this.event(block, line);
    if (type === "settings")
      return block.tables.settings.push({ offset, revision: this.name(record["revision"]) });
    if (!ofEvents.has(type)) return;
    const id = textOf(record["eventId"]);
    const event = this.eventOf(id);
    if (event === null) {
      this.early.set(id, [...(this.early.get(id) ?? []), line].slice(-MOST_EARLY));
      return;
    }
    const { row } = event;
    const isLate = event.isDecided || line.isEarly || type === "permission";
    const isYes = record["decision"] === "allow";
    const answer = type === "permission" ? answerCodes.indexOf(isYes ? "allow" : "deny") : 0;
    if (isLate) block.tables.late.push({ row, offset, answer });
    if (type === "verdict") this.verdict(block, event, line);
    else if (type !== "permission") this.run(block, event, record);
  }

  private event(block: Block, { record, offset, time }: IndexedLine): void {
    const id = textOf(record["eventId"]);
    const { session, tool, project } = payloadFacts(record["payload"]);
    const row = block.firstRow + block.tables.events.length;
    const { columns } = this;
    block.tables.events.push({
      offset,
      time,
      id: idHash(id),
      session: columns.intern(session),
      event: this.name(record["event"]),
      tool: columns.intern(tool),
      project: columns.intern(project),
    });
    this.known.set(id, { row, offset, time, times: [], hooks: null, isDecided: false });
    const early = this.early.get(id) ?? [];
    if (early.length > 0) this.early.set(id, []);
    for (const line of early) this.take(block, { ...line, isEarly: true });
  }

  private run(block: Block, event: OpenEvent, record: Fields): void {
    const kind = runKinds.indexOf(record["type"] as "run");
    const name = textOf(record["name"]);
    const hook = this.columns.intern(hookKey(name, textOf(record["at"])));
    const ms = typeof record["ms"] === "number" ? record["ms"] : 0;
    const isAsync = record["async"] === true;
    const isRun = runKinds[kind] === "run";
    event.hooks = (event.hooks ?? new Map()).set(name, hook);
    if (isRun && !isAsync) event.times.push(ms);
    const flags =
      (record["observe"] === true ? RUN_OBSERVES : 0) |
      (isAsync ? RUN_ASYNC : 0) |
      (isRun && isFailedRun(record["run"], isAsync) ? RUN_FAILED : 0);
    block.tables.runs.push({ row: event.row, hook, ms, kind, flags });
  }

  private verdict(block: Block, event: OpenEvent, { record, time }: IndexedLine): void {
    const { row, times } = event;
    const between = time - event.time;
    const provenance = isRecord(record["provenance"]) ? record["provenance"] : {};
    const winners: string[] = [];
    for (const voice of objects(provenance["voices"])) {
      const name = textOf(voice["hook"]);
      const level = levelCodes.indexOf(textOf(voice["level"]) as "");
      const won = voice["won"] === true;
      if (won && !winners.includes(name)) winners.push(name);
      const flags = (won ? VOICE_WON : 0) | (voice["observes"] === true ? VOICE_OBSERVES : 0);
      block.tables.voices.push({ row, hook: this.hook(event, name), level, flags });
    }
    for (const problem of objects(record["problems"]))
      block.tables.problems.push({
        row,
        hook: this.hook(event, textOf(problem["hook"])),
        code: this.name(problem["code"]),
        flags: isFailure(problem) ? PROBLEM_FAILURE : 0,
      });
    block.tables.verdicts.push({
      row,
      end: Math.min(FARTHEST, block.to - event.offset),
      waited: times.length === 0 ? -1 : waitedFor(times, between),
      by: this.columns.intern(winners.join("\0")),
      outcome: outcomeCode(record["outcome"]),
      flags: record["failed"] === true ? VERDICT_FAILED : 0,
    });
    event.isDecided = true;
  }

  private hook(event: OpenEvent, name: string): number {
    return event.hooks?.get(name) ?? this.columns.intern(hookKey(name, ""));
  }

  private name(value: unknown): number {
    return this.columns.intern(textOf(value));
  }

  private eventOf(id: string): OpenEvent | null {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    if (id === "" || this.misses >= MOST_MISSES) return null;
    const row = rowOfId(this.columns, id, this.columns.rows - 1, this.idAt);
    if (row < 0) {
      this.misses++;
      return null;
    }
    const offset = this.columns.event(row, "offset");
    const time = this.columns.event(row, "time");
    const isDecided = this.columns.blocks.some(({ tables: { verdicts } }) =>
      verdicts.columns.row.subarray(0, verdicts.length).includes(row),
    );
    const event = { row, offset, time, times: [], hooks: null, isDecided };
    this.known.set(id, event);
    return event;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Of a hook that was waited for a bad exit code is a Problem of the verdict; of an async one nothing else says so. */
function isFailedRun(run: unknown, isAsync: boolean): boolean {
  if (!isRecord(run)) return false;
  const { exit, json } = run;
  if (typeof run["signal"] === "string" || typeof run["spawnError"] === "string") return true;
  if (run["timedOut"] === true || typeof run["changed"] === "string") return true;
  return isAsync && json === undefined && exit !== 0 && exit !== 2;
}

/** A bad exit code is only a warning, and a failure all the same. */
function isFailure({ severity, code }: Fields): boolean {
  return severity === "error" || code === "exit-code-failure";
}
