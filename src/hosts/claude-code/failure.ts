import { exitCode } from "../ending.js";
import type { HookRun } from "../../decode/index.js";
import type { EventRule } from "./client.js";
import type { ClaudeContext } from "./read-context.js";
import type { ClaudeOutput } from "./output.js";
import { firstLine, texts } from "./texts.js";

/** A run that the client reports as failed. */
export interface Failure {
  readonly path: string;
  readonly found: string;
  /** What a person is shown of it; null: nothing. */
  readonly shown: string | null;
  readonly timedOut: boolean;
}

/** How a run failed; null where it did not. A valid answer makes every code but 2 as good as 0. */
export function failureOf(
  run: HookRun,
  output: ClaudeOutput,
  context: ClaudeContext,
): Failure | null {
  const { ending } = run;
  switch (ending.type) {
    case "timed-out":
    case "cancelled":
      return {
        path: "exit",
        found: ending.type === "timed-out" ? "timed out" : "cancelled",
        shown: context.rule.timeout?.(run.timeout) ?? null,
        timedOut: true,
      };
    case "not-started":
      return failed("exit", ending.error, texts.notStarted(ending.error));
    default:
      break;
  }
  switch (output.type) {
    case "broken":
      return failed("stdout", output.text, texts.notJson);
    case "invalid":
      return failed(output.fault.path, output.fault.found, texts.notValid(output.fault.path));
    case "mislabelled":
      return failed(
        "hookSpecificOutput.hookEventName",
        output.named,
        texts.otherEvent(output.named, context.event),
      );
    case "no-object":
      return failed("stdout", output.found, texts.otherBody);
    default:
      break;
  }
  const found = ending.type === "signalled" ? ending.signal : String(ending.code ?? "no code");
  if (found === "0") return null;
  const { rule } = context;
  const heeded = run.onFailure === "block" && heeds(context);
  const counts = output.type === "object" && !rule.jsonNeedsZero && !rule.failureBlocks && !heeded;
  if (counts) return null;
  return failed("exit", found, run.stderr.text === "" ? texts.noStderr : run.stderr.text);
}

/** The reason of a block that the failure is, by `onFailure` or by the event; null where it blocks nothing. */
export function blockingFailure(
  run: HookRun,
  failure: Failure,
  context: ClaudeContext,
): string | null {
  if (exitCode(run) === 2) return null;
  if (context.rule.failureBlocks) return failure.shown ?? failure.found;
  if (run.onFailure !== "block" || !heeds(context)) return null;
  return failure.timedOut
    ? texts.timeoutBlocks
    : texts.failureBlocks(failure.shown ?? failure.found);
}

function heeds({ rule, client }: ClaudeContext): boolean {
  return rule.heedsOnFailure && client.heedsOnFailure;
}

/** As much of an error as the event shows. */
export function errorOf(text: string, rule: EventRule): string | null {
  if (rule.error === "nothing") return null;
  return rule.error === "whole" ? text : firstLine(text);
}

function failed(path: string, found: string, shown: string): Failure {
  return { path, found, shown, timedOut: false };
}
