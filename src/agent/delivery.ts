import {
  processHookOutput,
  type Conversation,
  type HookProcessingResult,
} from "../conversation/index.js";
import type { Fired } from "../engine/index.js";
import { isDiagnosis } from "../problem/index.js";
import type { AgentEvent } from "./agent-events.js";

type ModelTexts = Fired["reading"]["toModel"];

/** Takes what hooks say into one conversation, and keeps account of what its model has not been sent yet. */
export class Delivery {
  private unsent: ModelTexts = [];

  constructor(
    private readonly messages: Conversation,
    /** Those that were shown in this session; its subagents share them. */
    private readonly shownProblems: Map<string, number> = new Map(),
    private readonly onEvent?: (event: AgentEvent) => void,
  ) {}

  /** Puts what came of an event where it belongs. `toolId` is the call that it is about. */
  take(fired: Fired, toolId?: string): HookProcessingResult {
    const { event, reading } = fired;
    for (const problem of reading.problems.filter(isDiagnosis))
      this.onEvent?.({ type: "problem", event, problem });
    const alsoToUser = (text: ModelTexts[number]): boolean =>
      reading.toUser.some((one) => one.hook === text.hook && one.text === text.text);
    this.expect(reading.toModel.filter((text) => !alsoToUser(text)));
    const exitCode = exitCodeOf(fired);
    const context = {
      shownProblems: this.shownProblems,
      ...(toolId !== undefined && { toolId }),
      ...(exitCode !== undefined && { exitCode }),
    };
    return processHookOutput(event, reading, context, this.messages);
  }

  /** These texts are in the conversation, and the next request will hold them. */
  expect(texts: ModelTexts): void {
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

/** Of the hook that decided; where none did, of the one with the most to say by it: 2, then another error, then 0. */
function exitCodeOf({ reading, hooks }: Fired): number | undefined {
  const winner = reading.provenance.voices.find(({ won }) => won)?.hook;
  const codes = hooks
    .filter(({ name }) => winner === undefined || name === winner)
    .flatMap(({ run }) => run?.exit ?? []);
  return codes.find((code) => code === 2) ?? codes.find((code) => code !== 0) ?? codes[0];
}
