import { setTimeout as sleep } from "node:timers/promises";
import { FleetFault } from "./fleet-fault.js";
import { OpenQuestions, type StoredQuestion } from "./open-questions.js";
import { within } from "./within.js";

/** What has changed since the last time. */
interface QuestionChange {
  /** All that wait, the oldest first. */
  readonly open: readonly StoredQuestion[];
  readonly added: readonly StoredQuestion[];
  /** Those that wait no more, with what came of them. */
  readonly ended: readonly StoredQuestion[];
}

export interface QuestionFollower {
  /** Called at first, and whenever something may have changed. The connection can be used until `onFault` is called. */
  readonly onChange: (change: QuestionChange, questions: OpenQuestions) => void;
  /** The database cannot be reached, or was lost: it is tried again, unless this throws. */
  readonly onFault: (fault: FleetFault) => void;
}

const PAUSE_MS = 1000;
/** How often a connection on which nothing happens is checked: one may be dead without having ended. */
const CHECK_MS = 30_000;
/** After the moment at which a question ends. */
const PAST_END_MS = 50;

/** Follows the questions of a fleet until it is aborted. PostgreSQL notifies; a lost connection is made again. */
export async function followQuestions(
  url: string,
  signal: AbortSignal,
  { onChange, onFault }: QuestionFollower,
): Promise<void> {
  let known = new Map<string, StoredQuestion>();
  const take = async (questions: OpenQuestions): Promise<readonly StoredQuestion[]> => {
    const open = await within(questions.list(), CHECK_MS);
    const now = new Map(open.map((one) => [one.id, one]));
    const gone = [...known.values()].filter(({ id }) => !now.has(id));
    const found = gone.length === 0 ? [] : await within(questions.read(gone.map(({ id }) => id)));
    const added = open.filter(({ id }) => !known.has(id));
    known = now;
    // One that was deleted is as it was last seen.
    const ended = gone.map((one) => found.find(({ id }) => id === one.id) ?? one);
    onChange({ open, added, ended }, questions);
    return open;
  };
  while (!signal.aborted) {
    try {
      await followOnce(url, signal, take);
    } catch (error) {
      if (!(error instanceof FleetFault)) throw error;
      if (!signal.aborted) onFault(error);
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** For as long as one connection lives. */
async function followOnce(
  url: string,
  signal: AbortSignal,
  take: (questions: OpenQuestions) => Promise<readonly StoredQuestion[]>,
): Promise<void> {
  const state = { isChanged: false, isLost: false, wake: (): void => undefined };
  const onNotify = (): void => {
    state.isChanged = true;
    state.wake();
  };
  const questions = await OpenQuestions.connect(url, onNotify, signal);
  const onAbort = (): void => state.wake();
  signal.addEventListener("abort", onAbort, { once: true });
  void questions.lost.then(() => {
    state.isLost = true;
    state.wake();
  });
  try {
    while (!signal.aborted) {
      state.isChanged = false;
      const open = await take(questions);
      const ends = open.map(({ secondsLeft }) => secondsLeft * 1000 + PAST_END_MS);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        state.wake = resolve;
        timer = setTimeout(resolve, Math.max(PAST_END_MS, Math.min(CHECK_MS, ...ends)));
        if (state.isChanged || state.isLost || signal.aborted) resolve();
      });
      clearTimeout(timer);
      if (state.isLost) throw new FleetFault("the connection to the database was lost");
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    await questions.close();
  }
}
