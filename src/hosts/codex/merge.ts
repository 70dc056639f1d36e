import { exitCode } from "../ending.js";
import { inReading, type Text } from "../../route/index.js";
import type { Outcome, Permission, Voice } from "../../decide/index.js";
import { strictest, type Level } from "../../dialects/index.js";
import { problemList, type Problem } from "../../problem/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { lossesOf } from "./losses.js";
import { printed } from "./output.js";
import { readRun, type RunReading } from "./read-run.js";
import { applyRewrite } from "./rewrites.js";
import type { CodexRules, EventRules } from "./rules.js";
import { preview, trimmed } from "./text.js";

/** Reads all runs of one event and joins them as Codex does: in configuration order, but for rewrites. */
export function readEvent(request: HostRequest, rules: EventRules, codex: CodexRules): Undiagnosed {
  const readings = request.runs.map((run) => readRun(run, rules));
  const level = strictest(readings.flatMap(({ said }) => (said === null ? [] : [said.level])));
  const denied = level === "deny" || level === "halt";
  const rewritten = applyRewrite(readings, request.finish, {
    rules: codex,
    path: rules.rewrite ?? "",
    tool: request.payload.tool_name,
    blocked: denied,
  });
  const outcome = rewritten.failure === null ? outcomeOf(level, rules) : "block";
  const reasons = reasonsOf(readings, level, rules);
  const model = toModel(readings, reasons, rules, codex);
  const losses = readings.map((reading) => lossesOf(reading, rules, outcome));
  const result = rules.replacesResult ? reasons[0] : undefined;
  const isNotified = ({ run }: RunReading): boolean => rules.alwaysWaits || !run.isAsync;
  const notified = readings.filter(isNotified);
  return {
    outcome,
    permission: permissionOf(level, rules),
    ...inReading({
      ...(rewritten.input !== null && { input: rewritten.input }),
      ...(result !== undefined && { toolOutput: result.text }),
    }),
    toModel:
      rewritten.failure === null
        ? model.texts
        : [...model.texts, { kind: "error", ...rewritten.failure }],
    toUser: notified.flatMap(({ shown }) => shown),
    toLog: [
      ...model.whole,
      ...readings.flatMap((reading) => [
        ...(isNotified(reading) ? [] : reading.shown.filter(({ kind }) => kind !== "context")),
        ...unreadTexts(reading, rules),
      ]),
    ],
    failed: notified.some(({ failed }) => failed),
    problems: [
      ...losses.flatMap(({ problems }) => problems),
      ...rewritten.problems,
      ...model.problems,
    ],
    provenance: {
      voices: readings.flatMap((reading, index) => [
        ...voicesOf(reading, level, rules),
        ...(losses[index]?.voices ?? []),
      ]),
      rewrites: [
        ...rewritten.rewrites,
        ...(result === undefined
          ? []
          : [
              {
                hook: result.hook,
                what: "output" as const,
                applied: true,
                why: "a block makes its reason the result",
              },
            ]),
      ],
    },
  };
}

function outcomeOf(level: Level | null, { grants, silence }: EventRules): Outcome {
  if (level === "halt") return "halt";
  if (level === "deny") return "block";
  return level === "allow" && grants ? "proceed" : silence;
}

function permissionOf(level: Level | null, { decidesPermission, grants }: EventRules): Permission {
  if (!decidesPermission) return "none";
  if (level === "deny") return "deny";
  return level === "allow" && grants ? "allow" : "none";
}

/** The reasons that reach the model, each a message of its own. */
function reasonsOf(
  readings: readonly RunReading[],
  level: Level | null,
  { reasons }: EventRules,
): readonly Text[] {
  if (level !== "deny" || reasons === "none") return [];
  const all = readings.flatMap(({ run, said }): Text[] =>
    said === null || said.level !== "deny" || said.forModel === null
      ? []
      : [{ kind: "reason", text: said.forModel, hook: run.hook }],
  );
  const [first] = all;
  if (first === undefined || reasons === "each") return all;
  if (reasons === "first") return [first];
  return [{ ...first, text: all.map(({ text }) => text).join("\n\n") }];
}

/** Contexts first, then reasons. What is too long is cut, and the whole of it is for the log. */
function toModel(
  readings: readonly RunReading[],
  reasons: readonly Text[],
  rules: EventRules,
  { modelTokens }: CodexRules,
): {
  readonly texts: readonly Text[];
  readonly whole: readonly Text[];
  readonly problems: readonly Problem[];
} {
  const contexts = readings.flatMap(({ run, context }): Text[] =>
    context === null ? [] : [{ kind: "context", text: context, hook: run.hook }],
  );
  const whole: Text[] = [];
  const problems: Problem[] = [];
  const fit = (model: Text): Text => {
    const short = preview(model.text, modelTokens);
    if (short === null) return model;
    const list = problemList(model.hook);
    list.report("text-cut", {
      path: model.kind,
      found: `${model.text.length} characters`,
      allowed: [`at most ${modelTokens} tokens of four bytes`],
      lost: "the middle of the text",
    });
    problems.push(...list.problems);
    whole.push(model);
    return { ...model, text: short };
  };
  const texts = [...contexts.map(fit), ...(rules.reasons === "each" ? reasons.map(fit) : reasons)];
  return { texts, whole, problems };
}

/** What was printed and nobody gets. */
function unreadTexts(reading: RunReading, rules: EventRules): readonly Text[] {
  const { run, output, usedStderr } = reading;
  const stdout = trimmed(printed(run));
  const stderr = trimmed(run.stderr.text);
  const isRead = output.type === "answer" || (output.type === "text" && rules.text === "context");
  return [
    ...(isRead || stdout === ""
      ? []
      : [{ kind: "context" as const, text: stdout, hook: run.hook }]),
    ...(usedStderr || stderr === ""
      ? []
      : [
          {
            kind: exitCode(run) === 0 ? ("warning" as const) : ("error" as const),
            text: stderr,
            hook: run.hook,
          },
        ]),
  ];
}

function voicesOf(
  { run, said }: RunReading,
  winner: Level | null,
  rules: EventRules,
): readonly Voice[] {
  if (said === null) return [];
  const { level, by } = said;
  const isMute = level === "allow" && !rules.grants;
  const won = level === winner && !isMute;
  const why = isMute
    ? "allow grants nothing here: it only carries a rewrite"
    : won
      ? `${level} is the strictest that was said`
      : `${winner ?? "nothing"} outranks ${level}`;
  return [{ hook: run.hook, level, by, won, why }];
}
