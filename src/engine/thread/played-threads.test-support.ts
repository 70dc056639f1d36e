import type { EngineThreads, OpenRequest } from "./engine-threads.js";
import type { LostEvent, Question, Result, ToThread } from "./messages.js";

type Parts = ConstructorParameters<typeof EngineThreads>[0];

/** Threads of an engine that say what a test wants. */
export class PlayedThreads {
  readonly asked: Question[] = [];
  readonly requests: { readonly message: ToThread; readonly request: OpenRequest }[] = [];
  readonly recorded: LostEvent[] = [];
  readonly aborted: number[] = [];
  lastLoss: string | null = null;
  lastWords: unknown = null;
  closes = 0;
  answer: (question: Question) => unknown = () => null;

  constructor(readonly parts: Parts) {}

  request(message: (id: number) => ToThread, request: OpenRequest): () => void {
    const id = this.requests.length;
    this.requests.push({ message: message(id), request });
    return () => this.aborted.push(id);
  }
  ask(question: Question): unknown {
    this.asked.push(question);
    return this.answer(question);
  }
  record(event: LostEvent): void {
    this.recorded.push(event);
  }
  close(): unknown {
    this.closes++;
    return this.lastWords;
  }
  /** The messages that were sent. */
  get sent(): object[] {
    return this.requests.map(({ message }) => message);
  }
  end(id: number, result: Result): void {
    this.requests[id]?.request.settle(result);
  }
  lose(id: number, why: string): void {
    this.requests[id]?.request.lose(why);
  }
}
