import {
  processHookOutput,
  type HookOutputContext,
  type HookProcessingResult,
  type MessageManager,
} from "../conversation/index.js";
import type { Fired } from "../engine/index.js";
import { isDiagnosis } from "../problem/index.js";
import type { AgentEvent } from "./agent-events.js";

type Reading = Fired["reading"];
type Texts = Reading["toModel"];

/** Takes what hooks say into one conversation, and keeps account of what its model has not been sent yet. */
export class Delivery {
  private unsent: Texts = [];

  constructor(
    private readonly messages: MessageManager,
    /** Those that were shown in this session; its subagents share them. */
    private readonly shownProblems: Map<string, number>,
    private readonly onEvent: ((event: AgentEvent) => void) | undefined,
  ) {}

  take(
    event: string,
    reading: Reading,
    context: Omit<HookOutputContext, "shownProblems"> = {},
  ): HookProcessingResult {
    for (const problem of reading.problems.filter(isDiagnosis))
      this.onEvent?.({ type: "problem", event, problem });
    const alsoToUser = (text: Texts[number]): boolean =>
      reading.toUser.some((one) => one.hook === text.hook && one.text === text.text);
    this.expect(reading.toModel.filter((text) => !alsoToUser(text)));
    const { shownProblems } = this;
    return processHookOutput(event, reading, { ...context, shownProblems }, this.messages);
  }

  /** These texts are in the conversation, and the next request will hold them. */
  expect(texts: Texts): void {
    this.unsent = [...this.unsent, ...texts];
  }

  /** A request is made with all that is in the conversation. */
  sent(): void {
    this.unsent = [];
  }

  /** The model will not be asked again: what it did not get goes to the user. */
  close(): void {
    for (const { hook, text } of this.unsent)
      this.messages.addWarnBlock(`${hook} to the model, which was not asked again: ${text}`);
    this.unsent = [];
  }
}
