import type { AnswerResult } from "../../fleet/index.js";
import type { Arguments } from "../arguments.js";
import { ownName } from "./own-name.js";

/** The name under which the settings of the machines list the key of whoever answers. */
export function answererName(given: Arguments): string {
  return given.text("as") ?? ownName();
}

/** What came of an answer, in a sentence. */
export const answerResults: Readonly<
  Record<AnswerResult, { readonly counts: boolean; readonly text: string }>
> = {
  counts: { counts: true, text: "Stored; it counts where the machine lists your key." },
  "one more": { counts: true, text: "Stored; one more person must allow it." },
  twice: {
    counts: false,
    text: "You have allowed it already; another person must. You can still deny it.",
  },
  unknown: { counts: false, text: "The question is not there any more." },
  changed: { counts: false, text: "The question is not the one that was shown." },
  expired: { counts: false, text: "Its time is up; the agent has taken that for a no." },
  withdrawn: { counts: false, text: "The agent does not ask any more." },
  allow: { counts: false, text: "Somebody has allowed it already." },
  deny: { counts: false, text: "Somebody has denied it already." },
};
