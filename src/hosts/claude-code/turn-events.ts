import type { EventRule } from "./client.js";
import { guard, quiet, shown, toBoth, toModel, toUser } from "./quiet.js";
import { texts } from "./texts.js";

const prompt: EventRule = {
  ...guard,
  text: "context for the model",
  halts: true,
  haltLeaves: "the prompt stays in the conversation",
  stdout: "model",
  context: "model",
  denial: toUser,
  stopReason: toBoth,
  warning: "unless-blocked",
  several: "first-ends",
};

const stop: EventRule = {
  ...guard,
  exitTwo: "the turn continues; stderr goes to the model",
  unblocked: "the turn ends",
  heedsOnFailure: false,
  halts: true,
  context: "continues",
  specific: { additionalContext: "text" },
  denial: toBoth,
  stopReason: toBoth,
};

const task: EventRule = {
  ...guard,
  denial: toModel,
};

/** The events of a turn: prompts, stops, subagents and tasks. */
export const turnEvents: Readonly<Record<string, EventRule>> = {
  UserPromptSubmit: {
    ...prompt,
    canonical: "UserPromptSubmit",
    exitTwo: "the prompt is erased; stderr goes to the user",
    unblocked: "the prompt is processed",
    specific: {
      additionalContext: "text",
      sessionTitle: "text",
      suppressOriginalPrompt: "boolean",
    },
    timeout: texts.promptTimedOut,
  },
  UserPromptExpansion: {
    ...prompt,
    subject: "command_name",
    exitTwo: "the command is not expanded; stderr goes to the user",
    unblocked: "the command is expanded",
    specific: { additionalContext: "text", suppressOriginalPrompt: "boolean" },
  },
  Stop: { ...stop, canonical: "Stop" },
  SubagentStop: {
    ...stop,
    canonical: "SubagentStop",
    subject: "agent_type",
    exitTwo: "the subagent continues; stderr goes to its model",
    unblocked: "the subagent ends",
    stopReason: toUser,
  },
  StopFailure: { ...quiet, subject: "error", unblocked: "the turn has failed" },
  SubagentStart: {
    ...shown,
    canonical: "SubagentStart",
    subject: "agent_type",
    exitTwo: "stderr goes to the user, in the subagent's transcript",
    unblocked: "the subagent starts",
    context: "model",
    specific: { additionalContext: "text" },
  },
  TaskCreated: {
    ...task,
    exitTwo: "the task is deleted; stderr goes to the model as the tool's error",
    unblocked: "the task stays",
  },
  TaskCompleted: {
    ...task,
    exitTwo: "the task is not completed; stderr goes to the model",
    unblocked: "the task is completed",
    heedsOnFailure: false,
  },
  TeammateIdle: {
    ...task,
    exitTwo: "the teammate keeps working; stderr goes to it",
    unblocked: "the teammate goes idle",
    heedsOnFailure: false,
    decision: {},
    halts: true,
    stopReason: toUser,
  },
};
