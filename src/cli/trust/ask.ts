import { cancel, isCancel, select } from "@clack/prompts";
import { forTerminalLine } from "../../show/index.js";
import type { HookTrust } from "../../trust/index.js";

/** Asks what to do with one hook that was just shown; `quit` also where the question is cancelled. */
export async function askAbout({
  hook,
  fingerprint,
}: HookTrust): Promise<"approve" | "skip" | "quit"> {
  const isKnown = fingerprint.notKnown.length === 0;
  const answer = await select({
    message: `May ${forTerminalLine(hook.id)} run in this project?`,
    options: [
      { value: "skip", label: "Not now", hint: "it does not run" },
      {
        value: "approve",
        label: isKnown
          ? "Approve exactly this version"
          : "Approve, although its files are not known",
      },
      { value: "quit", label: "Stop here" },
    ],
  });
  if (isCancel(answer)) {
    cancel("Nothing more was approved.");
    return "quit";
  }
  return answer;
}
