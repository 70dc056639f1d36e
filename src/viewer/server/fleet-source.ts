import type { FleetAnswer, FleetAnswered, ShownFleet, ShownFleetStatus } from "../protocol.js";

/** The fleet whose questions whoever looks at the page may answer. What goes wrong with it is shown, and nothing else ends by it. */
export interface FleetSource {
  /** As it is now. */
  readonly shown: ShownFleet;
  /** Follows it from now on: calls the first when `shown` has changed, the second with what came of a question elsewhere. */
  follow(onChange: () => void, onNews: (text: string) => void): void;
  status(): Promise<ShownFleetStatus>;
  /** Answers exactly the question that was shown. */
  answer(answer: FleetAnswer): Promise<FleetAnswered>;
  close(): Promise<void>;
}
