import { setTimeout as sleep } from "node:timers/promises";
import { FleetFault, OpenQuestions, type StoredQuestion } from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { questionData, questionLine } from "./question-text.js";

const PAUSE_MS = 1000;

/** Prints each question once as it comes, and what came of it, until it is aborted. A lost connection is made again. */
export async function watchQuestions(
  url: string,
  isJson: boolean,
  signal: AbortSignal,
): Promise<number> {
  const known = new Map<string, StoredQuestion>();
  const say = (text: string, data: object): void => {
    writeAll(1, isJson ? `${toJsonText(data, 0)}\n` : `${text}\n`);
  };
  let isFirst = true;
  while (!signal.aborted) {
    try {
      await watchOnce(url, signal, isFirst, known, say);
    } catch (error) {
      if (!(error instanceof FleetFault) || isFirst) throw error;
      writeAll(2, `${forTerminalLine(error.message)}; connecting again\n`);
    }
    isFirst = false;
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

async function watchOnce(
  url: string,
  signal: AbortSignal,
  isFirst: boolean,
  known: Map<string, StoredQuestion>,
  say: (text: string, data: object) => void,
): Promise<void> {
  // It is lost, or somebody interrupts: both end the wait below.
  const state = { isChanged: true, isLost: false, wake: (): void => undefined };
  const questions = await OpenQuestions.connect(url, () => {
    state.isChanged = true;
    state.wake();
  });
  const onAbort = (): void => state.wake();
  signal.addEventListener("abort", onAbort, { once: true });
  void questions.lost.then(() => {
    state.isLost = true;
    state.wake();
  });
  try {
    if (isFirst) writeAll(2, "Questions are shown as they come. Ctrl-C ends it.\n");
    while (!state.isLost && !signal.aborted) {
      const woken = new Promise<void>((resolve) => (state.wake = resolve));
      if (state.isChanged) {
        state.isChanged = false;
        await tell(questions, known, say);
      } else await woken;
    }
    if (!signal.aborted) throw new FleetFault("the connection was lost");
  } finally {
    signal.removeEventListener("abort", onAbort);
    await questions.close();
  }
}

async function tell(
  questions: OpenQuestions,
  known: Map<string, StoredQuestion>,
  say: (text: string, data: object) => void,
): Promise<void> {
  const open = await questions.list();
  for (const one of open)
    if (!known.has(one.id)) {
      known.set(one.id, one);
      say(questionLine(one), { type: "question", ...questionData(one) });
    }
  const ids = new Set(open.map(({ id }) => id));
  for (const id of [...known.keys()].filter((one) => !ids.has(one))) {
    known.delete(id);
    const { outcome } = await questions.find(id);
    const what = outcome ?? "expired";
    say(forTerminalLine(`${id.slice(0, 8)}  ${what}`), { type: "end", id, outcome: what });
  }
}
