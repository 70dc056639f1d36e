import { exitCode } from "../ending.js";
import type { Text } from "../../route/index.js";
import type { HookRun, Source } from "../../decode/index.js";
import { printed, readOutput, type CodexOutput } from "./output.js";
import type { Condition, DecisionRule, EventRules, Form, Refusal } from "./rules.js";
import type { ShapeFault, CodexFields } from "./shape.js";
import { trimmed } from "./text.js";

/** What a hook decided, as far as Codex read it. */
interface CodexSay {
  readonly level: "halt" | "deny" | "allow";
  readonly by: Source;
  readonly forModel: string | null;
}

/** What Codex takes from one run, before it looks at the others. */
export interface RunReading {
  readonly run: HookRun;
  readonly output: CodexOutput;
  /** Codex reports the hook as failed. */
  readonly failed: boolean;
  /** What the user is shown, in order. */
  readonly shown: readonly Text[];
  readonly context: string | null;
  readonly said: CodexSay | null;
  readonly rewrite: { readonly value: unknown } | null;
  /** Why the answer does not count, where it does not. */
  readonly voided: ShapeFault | Refusal | null;
  /** Paths of the answer that had an effect. */
  readonly used: ReadonlySet<string>;
  /** stderr was shown or is a reason. */
  readonly usedStderr: boolean;
}

/** Reads one run by the rules of its event. An async hook may add context for the model and cannot decide. */
export function readRun(run: HookRun, rules: EventRules): RunReading {
  const reader = new RunReader(run, rules);
  reader.read();
  return reader.reading();
}

class RunReader {
  readonly #run: HookRun;
  readonly #rules: EventRules;
  readonly #decides: boolean;
  readonly #shown: Text[] = [];
  readonly #used = new Set<string>();
  #output: CodexOutput = { type: "none" };
  #failed = false;
  #context: string | null = null;
  #said: CodexSay | null = null;
  #rewrite: { readonly value: unknown } | null = null;
  #voided: ShapeFault | Refusal | null = null;
  #usedStderr = false;

  constructor(run: HookRun, rules: EventRules) {
    this.#run = run;
    this.#rules = rules;
    this.#decides = rules.alwaysWaits || !run.isAsync;
  }

  reading(): RunReading {
    return {
      run: this.#run,
      output: this.#output,
      failed: this.#failed,
      shown: this.#shown,
      context: this.#context,
      said: this.#said,
      rewrite: this.#rewrite,
      voided: this.#voided,
      used: this.#used,
      usedStderr: this.#usedStderr,
    };
  }

  read(): void {
    const code = exitCode(this.#run);
    if (code === 0) this.#readStdout();
    else if (code === 2 && this.#rules.exitTwo !== null && this.#decides)
      this.#readExitTwo(this.#rules.exitTwo);
    else this.#fail(this.#failure(code));
  }

  /** What is shown of a failure; null: nothing. */
  #failure(code: number | null): string | null {
    const { ending, timeout } = this.#run;
    if (ending.type === "timed-out")
      return `hook timed out after ${timeoutOf(timeout, this.#rules)}s`;
    if (ending.type === "not-started") return ending.error;
    if (code === null) return this.#rules.noCode;
    const stderr = trimmed(this.#run.stderr.text);
    if (!this.#rules.failsWithStderr || stderr === "")
      return this.#rules.showsCode ? `hook exited with code ${code}` : null;
    this.#usedStderr = true;
    return stderr;
  }

  #readExitTwo(blank: string): void {
    const reason = trimmed(this.#run.stderr.text);
    if (reason === "") {
      this.#fail(blank);
      return;
    }
    this.#usedStderr = true;
    this.#deny(reason, "exit-code");
  }

  #readStdout(): void {
    const { shape, text, broken } = this.#rules;
    if (shape === null) return;
    this.#output = readOutput(printed(this.#run), shape);
    switch (this.#output.type) {
      case "none":
        return;
      case "answer":
        this.#readAnswer(this.#output.fields);
        return;
      case "invalid":
        this.#voided = this.#output.fault;
        this.#fail(broken);
        return;
      case "text":
        if (text === "context") this.#addContext(this.#output.text);
        else if (text !== "ignored") this.#fail(text.error);
    }
  }

  #readAnswer(fields: CodexFields): void {
    const { context, stop } = this.#rules;
    const form = this.#rules.forms.find(({ marks }) => applies(marks, fields));
    const refused = [...this.#rules.refused, ...(form?.refused ?? [])].find(({ when }) =>
      when.every((condition) => holds(condition, fields)),
    );
    const message = this.#take(fields, "systemMessage");
    if (message !== null) this.#show("warning", message);
    if (!this.#decides) this.#used.delete("systemMessage");
    if (context !== null && (!this.#decides || refused === undefined)) {
      const text = this.#take(fields, context);
      if (text !== null) this.#addContext(text);
    }
    if (!this.#decides) return;
    if (stop !== null && fields.get("continue") === false) this.#stop(fields);
    else if (refused !== undefined) {
      this.#voided = refused;
      this.#fail(refused.text);
    } else this.#decide(fields, form);
  }

  #stop(fields: CodexFields): void {
    const { stop } = this.#rules;
    if (stop === null) return;
    this.#used.add("continue");
    const shown = this.#take(fields, "stopReason") ?? stop.fallback;
    if (shown !== null) this.#show("stop-reason", shown);
    let forModel: string | null = null;
    if (stop.forModel !== null) {
      const reason = trimmed(this.#take(fields, stop.forModel) ?? "");
      forModel = reason === "" ? shown : reason;
    }
    this.#said = { level: stop.level, by: "json", forModel };
  }

  #decide(fields: CodexFields, form: Form | undefined): void {
    const rule = form?.decisions.find(({ path, is }) => fields.get(path) === is);
    if (rule === undefined) return;
    this.#used.add(rule.path);
    if (rule.level === "deny") {
      this.#deny(this.#reasonOf(rule, fields), "json");
      return;
    }
    this.#said = { level: "allow", by: "json", forModel: null };
    const { rewrite } = this.#rules;
    if (rewrite === null || !fields.has(rewrite)) return;
    this.#used.add(rewrite);
    this.#rewrite = { value: fields.get(rewrite) };
  }

  #reasonOf({ reason, trims, fallback }: DecisionRule, fields: CodexFields): string {
    const given = this.#take(fields, reason) ?? "";
    const text = trimmed(given);
    return text === "" ? fallback : trims ? text : given;
  }

  #deny(reason: string, by: Source): void {
    this.#show("reason", reason);
    this.#said = { level: "deny", by, forModel: reason };
  }

  #addContext(context: string): void {
    this.#show("context", context);
    this.#context = context;
  }

  #fail(text: string | null): void {
    this.#failed = true;
    if (text !== null) this.#show("error", text);
  }

  #show(kind: Text["kind"], text: string): void {
    this.#shown.push({ kind, text, hook: this.#run.hook });
  }

  /** The text of a field, which is used by that. */
  #take(fields: CodexFields, path: string): string | null {
    const text = fields.get(path);
    if (typeof text !== "string") return null;
    this.#used.add(path);
    return text;
  }
}

/** Whole seconds, at least one, at most what the event allows. */
export function timeoutOf(given: number | null, { timeout }: EventRules): number {
  const seconds = Math.max(1, Math.floor(given ?? timeout.default));
  return timeout.most === null ? seconds : Math.min(seconds, timeout.most);
}

function applies(marks: readonly string[], fields: CodexFields): boolean {
  return marks.length === 0 || marks.some((path) => fields.has(path));
}

function holds(condition: Condition, fields: CodexFields): boolean {
  const value = fields.get(condition.path);
  if ("is" in condition) return value === condition.is;
  if ("isNot" in condition) return value !== condition.isNot;
  if ("present" in condition) return fields.has(condition.path) === condition.present;
  return typeof value !== "string" || trimmed(value) === "";
}
