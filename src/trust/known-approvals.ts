import { approvalsFault, type Approvals, type ApprovalStore } from "./approval-store.js";
import type { TrustMemory } from "./hook-trust.js";
import { askStore, isPromise, writeToStore, type StoreAnswer } from "./ask-store.js";

const notYet = "the store of approvals has not answered yet";

/** What a store says of one project, as it last answered. */
export class KnownApprovals {
  private last: StoreAnswer<Approvals> = { value: null, fault: notYet };
  /** How it answered when it last did: a failure says nothing about that. */
  private answersAtOnce = true;
  /** Questions are numbered: an answer that comes late does not replace that to a later question. */
  private asked = 0;
  private answered = 0;

  constructor(
    private readonly store: ApprovalStore,
    private readonly project: string,
    private readonly memory: Pick<TrustMemory, "usableApprovals">,
  ) {
    void this.ask();
  }

  /** What is known. A store that answers at once is asked again. */
  get(): StoreAnswer<Approvals> {
    if (this.answersAtOnce) void this.ask();
    return this.last;
  }

  /** Why nothing was known when the store was last asked, or null. */
  get fault(): string | null {
    return this.last.fault;
  }

  /** The same as `get`; where the store cannot be used, what it held before. */
  get lastUsable(): Approvals | null {
    return this.get().value ?? this.memory.usableApprovals;
  }

  /** Asks a store that answers by a promise, or has failed; null where `get` asks it. */
  refresh(): Promise<void> | null {
    return this.answersAtOnce && this.last.fault === null ? null : this.ask();
  }

  private ask(): Promise<void> | null {
    const number = ++this.asked;
    const answer = askStore(() => this.store.read(this.project), this.faultOf);
    if (isPromise(answer)) {
      this.answersAtOnce = false;
      return answer.then((answered) => this.take(answered, number));
    }
    this.answersAtOnce ||= answer.fault === null;
    this.take(answer, number);
    return null;
  }

  /** Changes what the store holds, and is up to date then. Rejects where that fails. */
  async change(
    alter: (before: Approvals) => Approvals,
    texts: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> {
    await writeToStore(() => this.store.change(this.project, alter, texts));
    await this.refresh();
  }

  private take(answer: StoreAnswer<Approvals>, number: number): void {
    if (number < this.answered) return;
    this.answered = number;
    this.last = answer;
    if (answer.value !== null) this.memory.usableApprovals = answer.value;
  }

  /** What was checked need not be checked again. */
  private readonly faultOf = (given: unknown): string | null =>
    given === this.last.value && given !== null ? null : approvalsFault(given);
}
