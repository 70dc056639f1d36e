import type { Dialect, Level } from "../dialects/index.js";
import { changeNames, changes, isStricter, levels, strictest } from "../dialects/index.js";
import { eventSpec, isBlockable, type EventSpec } from "../payload/index.js";
import { problemList, type ProblemCode, type ProblemList } from "../problem/index.js";
import type { Answer, Say, Source } from "./answer.js";
import { defaultTexts, describeFailure, withConsequence } from "./default-texts.js";
import type { Ending, HookRun } from "./hook-run.js";
import { readFields, type ReadFields } from "./read-fields.js";
import { readJsonAnswer, readOutput, readPlain, type Output } from "./read-output.js";

/** What decoding must know in addition to the run itself. */
export interface DecodeContext {
  readonly dialect: Dialect;
  readonly event: string;
  /** Whether the settings let `updatedPrompt` count in a dialect that has it turned off. */
  readonly allowUpdatedPrompt?: boolean;
}

/** What one run means in one dialect. Total: whatever the bytes, there is an answer, and nothing throws. */
export function decode(run: HookRun, context: DecodeContext): Answer {
  const problems = problemList(run.hook);
  const event = eventSpec(context.event);
  const output = readStdout(run, context.dialect, problems);
  const fields = readAll(output, context, problems);
  const malformed = output.type === "malformed" || fields.malformed;
  const code = run.ending.type === "exited" ? run.ending.code : null;
  const counted = fields.stated.filter((stated) => !malformed || stated.level !== "allow");
  const states = counted.length > 0 || (fields.continues && !malformed);
  const badCode = code !== null && code !== 0 && code !== 2 && !states;
  const failed = code === null || malformed || badCode;

  reportEnding(run, { badCode, states }, problems);
  reportStderr(run, problems);
  const trusted =
    failed || run.final ? restrictionsOf(fields, context.dialect, failed, problems) : fields;
  const draft = new AnswerDraft(run, event, context.dialect, trusted, problems);
  const spoiled = run.ending.type === "changed" && run.ending.code === 2;
  if (code === 2 || spoiled) draft.takeExitTwo(malformed || spoiled);
  draft.takeStated();
  if (failed) draft.takeFailure(malformed, badCode);

  return draft.finish({
    failed,
    output: output.type === "plain" && code === 0 ? output.text : null,
    unread:
      output.type === "malformed" || (output.type === "plain" && code !== 0)
        ? run.stdout.text.trim()
        : "",
  });
}

function readStdout(run: HookRun, dialect: Dialect, problems: ProblemList): Output {
  if (dialect.json === "never") return readPlain(run, problems);
  if (run.json !== undefined) return readJsonAnswer(run.json, problems);
  return readOutput(run.stdout, dialect, problems);
}

const nothingSaid: ReadFields = {
  malformed: false,
  stated: [],
  continues: false,
  looseReasons: [],
  warning: null,
  context: null,
  changes: {},
};

/** Reads every object of the output. Several of them, or noise around one, make them all malformed. */
function readAll(output: Output, context: DecodeContext, problems: ProblemList): ReadFields {
  if (output.type !== "answer") return nothingSaid;
  const { dialect, event, allowUpdatedPrompt = false } = context;
  const parts = output.objects.map((object) =>
    readFields(object, { dialect, event, allowUpdatedPrompt, problems }),
  );
  const malformed = output.malformed || parts.some((part) => part.malformed);
  if (malformed && dialect.json === "letter") {
    problems.report("strict-fallback", {
      path: "stdout",
      found: "an invalid answer",
      lost: "the whole answer",
    });
    return { ...nothingSaid, malformed };
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return only.malformed === malformed ? only : { ...only, malformed };
  return {
    ...nothingSaid,
    malformed,
    stated: parts.flatMap((part) => part.stated),
    looseReasons: parts.flatMap((part) => part.looseReasons),
    warning: parts.flatMap((part) => part.warning ?? []).join("\n") || null,
  };
}

/**
 * Law 1: of a malformed answer or a failed run only what restricts counts, and so it is with a hook that runs on
 * the final input. Its warning is still shown to the user; the model gets nothing of a failed one's (see route).
 */
function restrictionsOf(
  fields: ReadFields,
  dialect: Dialect,
  failed: boolean,
  problems: ProblemList,
): ReadFields {
  const lost = [
    fields.stated.some(({ level }) => level === "allow") && "allow",
    fields.continues && failed && "continue",
    ...changeNames.map((name) => name in fields.changes && changes[name].field),
    fields.context !== null && "additionalContext",
    fields.warning !== null &&
      failed &&
      dialect.systemMessage.to.includes("model") &&
      "systemMessage to the model",
  ].filter((name) => name !== false);
  if (lost.length > 0) {
    problems.report(failed ? "answer-void" : "hook-final", {
      path: "stdout",
      found: lost.join(", "),
      lost: lost.join(", "),
    });
  }
  return {
    ...nothingSaid,
    stated: fields.stated.filter(({ level }) => level !== "allow"),
    looseReasons: fields.looseReasons,
    warning: fields.warning,
  };
}

function reportStderr({ stderr }: HookRun, problems: ProblemList): void {
  const found = `${stderr.text.length} characters kept`;
  if (stderr.cut)
    problems.report("output-truncated", { path: "stderr", found, severity: "warning" });
  if (!stderr.faithful) {
    problems.report("output-not-utf8", {
      path: "stderr",
      found: "invalid bytes",
      severity: "warning",
    });
  }
}

const endingCodes: Readonly<Record<Exclude<Ending["type"], "exited">, ProblemCode>> = {
  "timed-out": "run-timed-out",
  signalled: "run-signalled",
  "not-started": "run-not-started",
  changed: "run-changed",
  cancelled: "run-cancelled",
};

function reportEnding(
  run: HookRun,
  how: { readonly badCode: boolean; readonly states: boolean },
  problems: ProblemList,
): void {
  const { ending } = run;
  if (ending.type !== "exited") {
    problems.report(endingCodes[ending.type], {
      path: "exit",
      found: describeFailure(run.hook, ending, run.timeout),
    });
  } else if (how.badCode) {
    problems.report("exit-code-failure", {
      path: "exit",
      found: String(ending.code),
      allowed: ["0", "2"],
    });
  } else if (ending.code !== 0 && ending.code !== 2) {
    problems.report("exit-code-ignored", {
      path: "exit",
      found: String(ending.code),
      allowed: ["0", "2"],
    });
  }
}

/** An answer in the making: the decisions, and what becomes of stderr, which can serve as a reason once. */
class AnswerDraft {
  private readonly says: Say[] = [];
  private error: Answer["error"] = null;
  private notice: string | null = null;
  private warning: string | null;
  private stderr: string;

  constructor(
    private readonly run: HookRun,
    private readonly event: EventSpec,
    private readonly dialect: Dialect,
    private readonly fields: ReadFields,
    private readonly problems: ProblemList,
  ) {
    this.warning = fields.warning;
    this.stderr = run.stderr.text.trim();
  }

  /** The decisions that the JSON states, one a level; an abort is a halt, with whatever the hook said of one. */
  takeStated(): void {
    const aborted = this.run.ending.type === "cancelled";
    if (aborted) {
      this.say("halt", "abort", [defaultTexts.abort(this.run.hook), ...this.reasonsAt("halt")]);
    }
    for (const level of levels) {
      if ((aborted && level === "halt") || this.fields.stated.every((one) => one.level !== level))
        continue;
      const reasons = this.reasonsAt(level);
      this.say(level, "json", reasons.length > 0 ? reasons : this.missingReason(level));
    }
  }

  private reasonsAt(level: Level): readonly string[] {
    const given = this.fields.stated.filter((one) => one.level === level);
    const reasons = given.flatMap(({ reason }) => reason ?? []);
    return reasons.length < 2 ? reasons : [...new Set(reasons)];
  }

  /** Exit code 2 blocks, unless the JSON states a decision well enough and the dialect lets that win. */
  takeExitTwo(malformed: boolean): void {
    const { stated, continues } = this.fields;
    const level = strictest(stated.map((one) => one.level));
    if (level === "halt" || level === "deny") return;
    const clear = !malformed && stated.every(({ exact }) => exact) && (level !== null || continues);
    if (clear && this.dialect.exitTwo === "yields-to-json") {
      const found = `2, but ${level ?? "continue: true"}`;
      this.problems.report("exit-code-overridden", { path: "exit", found, lost: "the block" });
      return;
    }
    if (!isBlockable(this.event)) {
      this.notice = this.takeStderr() ?? defaultTexts.notice(this.run.hook);
      return;
    }
    const reason =
      this.takeStderr() ??
      this.takeWarning("deny") ??
      this.defaultReason(defaultTexts.exitCode(this.run.hook, 2));
    this.say("deny", "exit-code", [reason]);
  }

  /** Law 2: a failure is shown, and `onFailure` may turn it into a decision. */
  takeFailure(malformed: boolean, badCode: boolean): void {
    const { run } = this;
    let text: string = defaultTexts.malformed(run.hook);
    if (run.ending.type === "exited" && badCode) {
      // What it printed may hold the tool's input: whoever is blocked gets a neutral sentence.
      const { code } = run.ending;
      const said = this.takeStderr();
      text = (said === null ? defaultTexts.exitCode : defaultTexts.failed)(run.hook, code);
      this.error = { text: said ?? text, lane: "otherCode" };
    } else if (run.ending.type !== "exited") {
      text = describeFailure(run.hook, run.ending, run.timeout);
      if (run.ending.type !== "cancelled") this.error = { text, lane: "noAnswer" };
    } else if (!malformed) {
      return;
    }
    if (!isBlockable(this.event) || run.onFailure === "continue") return;
    const level: Level = run.onFailure === "block" ? "deny" : "ask";
    if (isStricter(level, this.strictest()))
      this.say(level, "failure", [withConsequence(text, run.onFailure)]);
  }

  finish(rest: { failed: boolean; output: string | null; unread: string }): Answer {
    const { fields, run } = this;
    const asides = [
      this.stderr,
      rest.unread,
      ...(this.says.length === 0 ? fields.looseReasons : []),
    ];
    return {
      hook: run.hook,
      observes: run.observe,
      failed: rest.failed,
      says: this.says.toSorted((one, other) => (isStricter(one.level, other.level) ? -1 : 1)),
      error: this.error,
      notice: this.notice,
      output: rest.output,
      context: fields.context,
      warning: this.warning,
      asides: asides.filter((text) => text !== ""),
      changes: fields.changes,
      merges: run.merge,
      problems: this.problems.problems,
    };
  }

  private say(level: Level, by: Source, reasons: readonly string[]): void {
    this.says.push({ level, by, reasons });
  }

  private strictest(): Level | null {
    return strictest(this.says.map((say) => say.level));
  }

  /** Where JSON states a decision without a reason: another reason of the answer, then stderr, then a default. */
  private missingReason(level: Level): readonly string[] {
    const { hook } = this.run;
    switch (level) {
      case "halt":
        return [this.defaultReason(defaultTexts.halt(hook), "stopReason")];
      case "deny":
      case "ask": {
        const borrowed =
          this.fields.looseReasons[0] ?? this.takeWarning(level) ?? this.takeStderr();
        if (borrowed !== null) return [borrowed];
        return [
          level === "deny" ? this.defaultReason(defaultTexts.deny(hook)) : defaultTexts.ask(hook),
        ];
      }
      case "defer":
      case "allow":
        return [];
    }
  }

  private defaultReason(text: string, path = "reason"): string {
    this.problems.report("reason-missing", {
      path,
      found: "nothing",
      allowed: ["a string that is not empty"],
      lost: "the reason",
    });
    return text;
  }

  private takeStderr(): string | null {
    const text = this.stderr;
    this.stderr = "";
    return text === "" ? null : text;
  }

  /** A dialect may let `systemMessage` be the reason. It is then delivered once; only the user's copy of an ask is a second one. */
  private takeWarning(level: Level): string | null {
    if (!this.dialect.systemMessage.standsForReason || this.warning === null) return null;
    const text = this.warning;
    if (level === "deny") this.warning = null;
    return text;
  }
}
