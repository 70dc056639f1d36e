/** One step of the tour: what is typed, and what there is to see. */
export interface Scene {
  readonly caption: string;
  readonly prompt: string;
}

/** What the tour shows before anything is typed. */
export const welcome =
  "A throw-away shop with six hooks that nobody has approved yet. Nothing of a project runs before you have looked at it, so you are asked first.";

export const scenes: readonly Scene[] = [
  {
    caption: "Context. A hook adds a line to your prompt; the model gets it, labelled.",
    prompt: "What is this project about?",
  },
  {
    caption:
      "A guard. The model wants rm -rf; a hook denies it with exit code 2, and the model gets the reason.",
    prompt: "Clean up the build folder.",
  },
  {
    caption:
      "A rewrite. The model calls node --test; a hook adds a report to the command before it runs. Your own rule allows what comes of it.",
    prompt: "Run the tests.",
  },
  {
    caption:
      "A question, feedback, and a Stop hook. The edit waits for your yes; afterwards one hook notices that the changelog was not updated, and another keeps the agent from stopping before the tests have run.",
    prompt: "Fix it.",
  },
];

export const farewell =
  "That was the tour. /hooks and /trace show what has happened; /quit ends it and removes the workspace.";
