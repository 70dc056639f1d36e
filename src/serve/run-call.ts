import type { CommandAnswer } from "./answer.js";
import type { Call } from "./call.js";

/** Answers one call as the direct command would; settles when nothing of it is left. Rejects where there is no answer. */
export type AnswerCall = (
  call: Pick<Call, "host" | "payload"> & { readonly signal: AbortSignal },
  answer: (answer: CommandAnswer) => void,
) => Promise<void>;

/** How a call is going, for whoever has it. */
export interface CallListener {
  onBeat(): void;
  /** Null: there is none, and whoever asked should ask somebody else. */
  onAnswer(answer: CommandAnswer | null): void;
}

/** Answers calls, one at a time. */
export interface Worker {
  readonly isFree: boolean;
  /** Also with what nobody waits for, such as async hooks. */
  readonly isBusy: boolean;
  /** What it gives back aborts the call, if it has no answer yet. */
  call(call: Call, listener: CallListener): () => void;
}

/** A caller that sees no sign for some seconds gives up. */
const BEAT_MS = 500;

/**
 * Answers a call in this process, which takes on the caller's variables, folder and mask, so that nothing that runs needs
 * to know that it is not the direct command: one call at a time. Never rejects.
 */
export async function runCall(
  call: Call,
  signal: AbortSignal,
  answerCall: AnswerCall,
  listener: CallListener,
): Promise<void> {
  const beat = setInterval(() => listener.onBeat(), BEAT_MS);
  const { host } = call;
  const payload = Buffer.from(call.payload);
  try {
    takeOn(call);
    await answerCall({ host, payload, signal }, (answer) => listener.onAnswer(answer));
  } catch {
    // The direct command will say it.
    listener.onAnswer(null);
  } finally {
    clearInterval(beat);
    // No folder is kept busy by someone who has nothing to do there.
    process.chdir("/");
  }
}

/** What `process.env` holds: to ask it takes a hundred times as long as to ask this. */
let taken: Readonly<Record<string, string | undefined>> = { ...process.env };

function takeOn({ environment, cwd, umask }: Call): void {
  for (const name of Object.keys(taken)) if (!(name in environment)) delete process.env[name];
  for (const [name, value] of Object.entries(environment))
    if (taken[name] !== value) process.env[name] = value;
  taken = environment;
  process.umask(umask);
  process.chdir(cwd);
}
