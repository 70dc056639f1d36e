import { exitCode } from "../ending.js";
import { own } from "../json.js";
import type { HookRun } from "../../decode/index.js";
import { problemList, type ProblemList } from "../../problem/index.js";
import { silent, type ClaudeAnswer, type Aside, type ClaudeSay } from "./answer.js";
import { readInBackground } from "./background.js";
import { changesIn, reportCaveats, saysIn, type ClaudeFields } from "./fields.js";
import { reportIgnored } from "./ignored-fields.js";
import { blockingFailure, errorOf, failureOf, type Failure } from "./failure.js";
import { isDiscarded, type ClaudeContext } from "./read-context.js";
import { reportLost } from "./lost.js";
import { readBackground, readOutput, type ClaudeOutput } from "./output.js";
import { capped, texts } from "./texts.js";

/** What one run means to the client; with a Problem for everything that it ignores. */
export function readRun(run: HookRun, context: ClaudeContext): ClaudeAnswer {
  const problems = problemList(run.hook);
  const background = readBackground(run, context.client);
  const answer =
    run.isAsync || background !== null
      ? readInBackground(run, background, context, problems)
      : readAwaited(run, context, problems);
  reportLost(run, answer, context.rule, problems);
  return { ...answer, problems: problems.problems };
}

function readAwaited(run: HookRun, context: ClaudeContext, problems: ProblemList): ClaudeAnswer {
  const output: ClaudeOutput = isDiscarded(run)
    ? { type: "text", text: "" }
    : readOutput(run, context);
  const failure = failureOf(run, output, context);
  const blocking = failure === null ? null : blockingFailure(run, failure, context);
  if (exitCode(run) === 2) return readCodeTwo(run, output, context, problems);
  if (failure !== null) return readFailed(run, { failure, blocking, output }, context, problems);
  if (output.type === "object") return readFields(run, output, context, problems);
  return readText(run, output.type === "text" ? output.text : "", context, problems);
}

/** Exit code 2: what the JSON says next to it counts, but it never takes the block back. */
function readCodeTwo(
  run: HookRun,
  output: ClaudeOutput,
  context: ClaudeContext,
  problems: ProblemList,
): ClaudeAnswer {
  const { rule, client } = context;
  const applies = output.type === "object" && !rule.jsonNeedsZero;
  const answer = applies ? readFields(run, output, context, problems) : silent(run.hook);
  if (!applies) reportVoid(output, problems);
  const stderr = run.stderr.text === "" ? texts.noStderr : run.stderr.text;
  if (rule.codeTwo === "ignored")
    return { ...answer, failed: !applies, asides: [...answer.asides, logged("error", stderr)] };
  if (output.type === "mislabelled" && client.codeTwoMislabelled === "fails") {
    const error = errorOf(texts.otherEvent(output.named, context.event), rule);
    return { ...answer, failed: true, error };
  }
  const unprocessed = output.type === "mislabelled";
  const reason = unprocessed ? texts.unprocessed : stderr;
  if (rule.codeTwo === "shown") {
    const blocking = applies ? blockingReason(output, context) : null;
    return { ...answer, failed: true, error: errorOf(blocking ?? reason, rule) };
  }
  const halts = answer.says.filter(({ level }) => level === "halt");
  const stated = answer.says.find((say) => say.level === "deny" && say.reason !== null);
  const denial: ClaudeSay = stated ?? { level: "deny", by: "exit-code", reason };
  const untold = stated === undefined && !unprocessed ? [] : stderrAside(run);
  const asides = [...answer.asides.filter(({ kind }) => kind !== "error"), ...untold];
  return { ...answer, says: [...halts, denial], failed: unprocessed, asides };
}

/** The reason of a block that the event does not read, but that is shown in place of stderr. */
function blockingReason(
  output: ClaudeOutput & { type: "object" },
  context: ClaudeContext,
): string | null {
  const rule = { ...context.rule, decision: { block: "deny" as const } };
  const says = saysIn({ ...output, ...context, rule });
  return says.find(({ level }) => level === "deny")?.reason ?? null;
}

function readFailed(
  run: HookRun,
  found: {
    readonly failure: Failure;
    readonly blocking: string | null;
    readonly output: ClaudeOutput;
  },
  context: ClaudeContext,
  problems: ProblemList,
): ClaudeAnswer {
  const { failure, blocking, output } = found;
  const { rule } = context;
  reportVoid(output, problems);
  const answer: ClaudeAnswer = { ...silent(run.hook), failed: true };
  if (blocking !== null) {
    if (run.onFailure !== "block")
      problems.report("host-blocks-unasked", { path: failure.path, found: failure.found });
    return { ...answer, says: [{ level: "deny", by: "failure", reason: blocking }] };
  }
  if (output.type !== "broken" && output.type !== "invalid" && output.type !== "mislabelled")
    problems.report("host-fails-open", {
      path: failure.path,
      found: failure.found,
      lost: rule.unblocked,
    });
  if (run.onFailure !== "continue")
    problems.report("host-ignores-field", {
      path: "onFailure",
      found: run.onFailure,
      lost: rule.unblocked,
    });
  const error = failure.shown === null ? null : errorOf(failure.shown, rule);
  const hidden = failure.shown !== null && error === null ? [logged("error", failure.shown)] : [];
  return { ...answer, error, asides: [...hidden, ...stdoutAside(run)] };
}

/** Plain stdout of a hook that ended well. */
function readText(
  run: HookRun,
  text: string,
  { rule }: ClaudeContext,
  problems: ProblemList,
): ClaudeAnswer {
  const answer = { ...silent(run.hook), asides: stderrAside(run) };
  if (rule.stdout === "path") return readPath(answer, text, problems);
  if (text === "") return answer;
  if (looksLikeJson(text))
    problems.report("host-output-void", {
      path: "stdout",
      found: text,
      lost: "it is read as plain text, not as JSON",
    });
  if (rule.stdout === "model") return { ...answer, contexts: [capped(text)] };
  return { ...answer, asides: [...answer.asides, logged("context", text)] };
}

/** An object that begins the text, or has a line of it to itself: somebody meant it to be read. */
function looksLikeJson(text: string): boolean {
  return /^\{\s*"/.test(text) || text.split("\n").some((line) => /^\{.*\}$/s.test(line.trim()));
}

function readPath(answer: ClaudeAnswer, text: string, problems: ProblemList): ClaudeAnswer {
  const path = text.split("\n").findLast((line) => line.trim() !== "");
  if (path !== undefined)
    return { ...answer, asides: [...answer.asides, logged("context", path.trim())] };
  problems.report("host-blocks-unasked", { path: "stdout", found: "" });
  return { ...answer, says: [{ level: "deny", by: "failure", reason: texts.noPath }] };
}

/** A valid answer, whatever the exit code. */
function readFields(
  run: HookRun,
  output: ClaudeOutput & { type: "object" },
  context: ClaudeContext,
  problems: ProblemList,
): ClaudeAnswer {
  const { rule } = context;
  const { top, specific } = output;
  const fields: ClaudeFields = { ...output, ...context };
  reportIgnored(top, rule, problems);
  reportCaveats(fields, problems);
  const says = [...saysIn(fields)];
  const added = own(specific, "additionalContext");
  const contexts: string[] = [];
  if (typeof added === "string" && added !== "" && rule.context !== "dropped")
    contexts.push(capped(added));
  if (rule.context === "continues" && contexts.length > 0 && !says.some(isDenial)) {
    says.push({ level: "deny", by: "json", reason: null });
    if (exitCode(run) !== 2)
      problems.report("host-blocks-unasked", {
        path: "hookSpecificOutput.additionalContext",
        found: String(added),
      });
  }
  const first = own(specific, "initialUserMessage");
  if (typeof first === "string" && first !== "" && rule.specific?.["initialUserMessage"])
    contexts.push(first);
  const warning = own(top, "systemMessage");
  const warningText = typeof warning === "string" && warning !== "" ? capped(warning) : null;
  const display = own(specific, "displayContent");
  const asides: Aside[] = [...stderrAside(run)];
  const block = says.find(isDenial);
  if (block !== undefined && hidesReason(fields, contexts)) {
    const { reason } = block;
    says.splice(says.indexOf(block), 1, { ...block, reason: texts.denied });
    asides.push(logged("reason", reason ?? ""));
    problems.report("host-ignores-field", {
      path: "reason",
      found: reason ?? "",
      lost: "with additional context, the model learns only that the call was denied",
    });
  }
  if (warningText !== null && rule.warning === "dropped")
    asides.push(logged("warning", warningText));
  const path = own(specific, "worktreePath");
  if (rule.stdout === "path" && (typeof path !== "string" || path === ""))
    return readPath({ ...silent(run.hook), asides }, "", problems);
  return {
    ...silent(run.hook),
    says,
    contexts,
    warning: rule.warning === "dropped" ? null : warningText,
    display: typeof display === "string" && rule.specific?.["displayContent"] ? display : null,
    changes: changesIn(fields, problems),
    asides,
  };
}

/** Whether the block is the top-level one, and the event keeps its reason to itself next to a context. */
function hidesReason({ rule, specific }: ClaudeFields, contexts: readonly string[]): boolean {
  const isTopLevel = own(specific, "permissionDecision") === undefined;
  return rule.contextHidesReason && contexts.length > 0 && isTopLevel;
}

function isDenial({ level }: ClaudeSay): boolean {
  return level === "deny";
}

function reportVoid(output: ClaudeOutput, problems: ProblemList): void {
  switch (output.type) {
    case "broken":
      return problems.report("host-output-void", { path: "stdout", found: output.text });
    case "invalid":
      return problems.report("host-output-void", output.fault);
    case "mislabelled":
      return problems.report("host-output-void", {
        path: "hookSpecificOutput.hookEventName",
        found: output.named,
      });
    case "no-object":
      return problems.report("host-output-void", { path: "stdout", found: output.found });
    case "object":
      // Only where the ending keeps a valid answer from being read at all.
      if (Object.keys(output.top).length > 0)
        problems.report("host-output-void", {
          path: "exit",
          found: "a valid answer",
          lost: "with this ending nothing in it counts",
        });
      return undefined;
    case "text":
      return undefined;
  }
}

function logged(kind: Aside["kind"], text: string): Aside {
  return { kind, text };
}

function stderrAside(run: HookRun): Aside[] {
  return run.stderr.text === "" ? [] : [logged("error", run.stderr.text)];
}

function stdoutAside(run: HookRun): Aside[] {
  return run.stdout.text === "" ? [] : [logged("context", run.stdout.text)];
}
