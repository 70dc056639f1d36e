import type { Call } from "./call.js";
import { runCall, type AnswerCall, type CallListener, type Worker } from "./run-call.js";

/** The server's own process as a worker: nobody else needs to be woken up for an event. */
export class LocalWorker implements Worker {
  calls = 0;
  isBusy = false;

  constructor(
    private readonly answerCall: AnswerCall,
    private readonly onFree: () => void,
  ) {}

  get isFree(): boolean {
    return !this.isBusy;
  }

  call(call: Call, listener: CallListener): () => void {
    const abort = new AbortController();
    let isSettled = false;
    this.calls++;
    this.isBusy = true;
    void runCall(call, abort.signal, this.answerCall, {
      onBeat: () => {
        if (!isSettled) listener.onBeat();
      },
      onAnswer: (answer) => {
        if (isSettled) return;
        isSettled = true;
        listener.onAnswer(answer);
      },
    }).then(() => {
      this.isBusy = false;
      this.onFree();
    });
    return () => {
      if (isSettled) return;
      isSettled = true;
      abort.abort();
    };
  }
}
