import type { ScriptFacts } from "./facts.js";
import type { Expression, Include, NestedCode, ParsedScript, Statement } from "./syntax.js";
import {
  holdsPayload,
  joined,
  optionsOf,
  unknownValue,
  withField,
  withItem,
  withItems,
} from "./values.js";
import { keyOf, shiftArguments } from "./walk-names.js";
import { checkIn } from "./walk-checks.js";
import { startOf, State, type Catcher, type Place } from "./walk-state.js";
import { memberOf, numberIn } from "./walk-tables.js";
import { isForEvent, isSureField, isTrue } from "./walk-tests.js";
import { WalkEnds, ZERO } from "./walk-ends.js";
import { DEEPEST_BLOCK, MOST_STEPS } from "./walk-values.js";

const MOST_CAUGHT = 20;

type Of<Kind> = Extract<Statement, { s: Kind }>;

/** Follows every way through a script, without running it. */
export class Walk extends WalkEnds {
  private isEventAsked = false;

  constructor(
    script: ParsedScript,
    /** The event that it is followed for; null for any. */
    private readonly event: string | null = null,
  ) {
    super(script);
  }

  facts(): ScriptFacts {
    const start = startOf(this.script.language);
    const state = new State();
    this.runAll(this.script.body, state, start);
    if (!state.hasEnded) this.end(state, state.exitCode, null, start);
    return { ...this.found, isPartial: this.isPartial, isEventAsked: this.isEventAsked };
  }

  protected override runAll(statements: readonly Statement[], state: State, place: Place): void {
    if (place.depth > DEEPEST_BLOCK) {
      this.isPartial = true;
      return;
    }
    for (const [index, statement] of statements.entries()) {
      if (state.hasEnded) return;
      if (++this.steps > MOST_STEPS) {
        this.isPartial = true;
        return;
      }
      if (statement.s === "unpack")
        return this.unpack(statement, state, place, statements.slice(index + 1));
      this.run(statement, state, place);
    }
  }

  /** What comes after it is followed for each kind of list on its own. */
  private unpack(
    { names, value }: Of<"unpack">,
    state: State,
    place: Place,
    rest: readonly Statement[],
  ): void {
    const given = this.value(value, state, place);
    if (state.hasEnded) return;
    const ends = optionsOf(given).map((option) => {
      const inside = state.copy();
      for (const [index, name] of names.entries()) {
        if (name === null) continue;
        const key = keyOf(name, place.module);
        inside.set(
          key,
          memberOf(option, String(index), () => undefined),
        );
        inside.setUnpacked(key, option.v === "list");
      }
      this.runAll(rest, inside, place);
      return inside;
    });
    state.become(ends);
  }

  protected override run(statement: Statement, state: State, outer: Place): void {
    const place = { ...outer, depth: outer.depth + 1 };
    switch (statement.s) {
      case "write":
        return this.write(statement, state, place);
      case "exit":
        return this.exit(statement, state, place);
      case "exit-code":
        state.exitCode = this.value(statement.code, state, place);
        return;
      case "set": {
        const value = this.value(statement.value, state, place);
        const name = keyOf(statement.name, place.module);
        const before = state.values.get(name);
        const longer = statement.adds ? withItems(before, value) : undefined;
        const put =
          longer ?? (statement.adds && before !== undefined ? joined([before, value]) : value);
        state.set(name, withField(before, statement.path, put));
        state.setUnpacked(name, isSureField(statement.value, state, place.module));
        return;
      }
      case "append": {
        const value = this.value(statement.value, state, place);
        const name = keyOf(statement.name, place.module);
        const longer = withItem(state.values.get(name), value);
        if (longer !== undefined) state.set(name, longer);
        return;
      }
      case "unpack":
        return this.unpack(statement, state, place, []);
      case "branch":
        return this.branch(statement, state, place);
      case "loop": {
        const breaks: State[] = [];
        const body = state.copy();
        const inside = { ...place, breaks, isRepeated: true };
        this.runAll(statement.body, body, inside);
        state.become([state.copy(), body, ...breaks]);
        return;
      }
      case "break":
        outer.breaks?.push(state.copy());
        state.hasEnded = true;
        return;
      case "try":
        return this.guarded(statement, state, place);
      case "raise":
        if (place.raises === null) this.end(state, { v: "number", value: 1 }, null, place);
        place.raises?.push(state.copy());
        state.hasEnded = true;
        return;
      case "shift":
        return shiftArguments(state);
      case "do": {
        const isFatal = statement.isFatal === true;
        this.value(statement.value, state, { ...place, isFatal });
        return;
      }
      case "return": {
        const nothing = place.returnsExit ? ZERO : unknownValue;
        const value =
          statement.value === null ? nothing : this.value(statement.value, state, place);
        if (state.hasEnded) return;
        const isFailure = place.isFatal && (numberIn(value) ?? 0) !== 0;
        if (place.returnsExit || isFailure) this.end(state, value, statement.at ?? null, place);
        else {
          outer.returns?.states.push(state.copy());
          outer.returns?.values.push(value);
        }
        state.hasEnded = true;
        return;
      }
      case "define":
        this.names.define([statement], place.module);
        return;
      case "main":
        return place.isModule ? undefined : this.runAll(statement.body, state, place);
      case "include":
        return this.include(statement.include, state, place);
      case "scope":
        return this.scope(statement, state, place);
      case "inline":
        return void this.frame(statement.body, state, { ...place, returnsExit: false });
      case "program":
        return void this.found.programs.push({ name: statement.name, at: statement.at });
      case "runs":
        return this.check(statement, state, place);
      case "nested":
        return this.nested(statement.code, state, place);
    }
  }

  /** The code of another file, where it is known. */
  private include(include: Include, state: State, place: Place): void {
    const script = this.names.included.get(include);
    if (script === undefined || this.calling.has(script)) return;
    const isModule = include.kind === "module";
    const module = isModule ? script.file : place.module;
    this.names.define(script.body, module);
    this.calling.add(script);
    this.frame(script.body, state, { ...place, module, isModule });
    this.calling.delete(script);
    if (isModule && module !== null) this.names.bind(include, module, place.module, state);
  }

  /** Code of another language: its end is the script's where nothing follows it. */
  private nested(code: NestedCode, state: State, place: Place): void {
    const script = this.names.nested.get(code);
    const args = code.args.map((arg) => this.value(arg, state, place));
    if (script === undefined || this.calling.has(script)) return;
    const module = script.file ?? place.module;
    this.names.define(script.body, module);
    const subshellEnds: State[] = [];
    const inside = state.copy();
    const fed = code.input === null ? null : this.value(code.input, state, place).v;
    const piped = fed === null ? place.stdin : fed === "payload" ? fed : "other";
    const stdin = code.hasStdin ? piped : "code";
    const { language } = script;
    const from = { language, module, isModule: false };
    const isPiped = place.isPiped || fed !== null;
    const within: Place = { ...place, ...from, stdin, isPiped, args, breaks: null, catchers: [] };
    this.calling.add(script);
    const { isTail, failure = "tested" } = code;
    const subshell = isTail ? {} : { subshellEnds, isSubshell: true, failure };
    this.runAll(script.body, inside, { ...within, ...subshell });
    this.calling.delete(script);
    state.become([inside, ...subshellEnds]);
  }

  /** A program that looks for mistakes. Others are of no interest here. */
  private check({ line, at, failure, code: given }: Of<"runs">, state: State, place: Place): void {
    if (given !== undefined && holdsPayload(this.value(given.of, state, place)))
      this.found.injected.push({ by: given.by, at });
    const check = checkIn(line, (one) => this.value(one, state, place));
    if (check === null || state.hasEnded) return;
    const { name, code } = check;
    const stream = place[check.stream];
    const kept = check.stream === "stdout" ? place.captured : place.capturedErrors;
    kept?.push({ v: "unknown", fromPayload: false, finding: name });
    const ends = place.isSubshell && failure === "ends" ? place.failure : failure;
    const same = this.found.checks.find(
      (one) => one.at.start === at.start && one.at.file === at.file && one.name === name,
    );
    const id = same?.id ?? this.found.checks.length;
    if (same === undefined)
      this.found.checks.push({ id, name, at, stream, code, failure: ends, handler: place.handler });
    state.check(id);
  }

  private branch(
    { arms, complete, test, isTrouble = false }: Of<"branch">,
    state: State,
    place: Place,
  ): void {
    if (test !== undefined) {
      this.value(test, state, place);
      const isTaken = isTrue(test, state, place.module) ?? this.isOfEvent(test);
      if (isTaken !== null) return this.runAll(arms[isTaken ? 0 : 1] ?? [], state, place);
    }
    // A copy for each arm: with very many names and branches that is what takes the time.
    this.steps += Math.ceil((state.values.size + state.writes.size) / 20) * arms.length;
    const ends = arms.map((arm, index) => {
      const inside = state.copy();
      this.runAll(arm, inside, isTrouble && index === 0 ? { ...place, isTrouble } : place);
      return inside;
    });
    state.become(complete ? ends : [state.copy(), ...ends]);
  }

  /** `if event == "PreToolUse"`: wherever it has the name from, it is that of the event. */
  private isOfEvent(test: Expression): boolean | null {
    const asked = isForEvent(test, this.event ?? "");
    this.isEventAsked ||= asked !== null;
    return this.event === null ? null : asked;
  }

  private guarded({ body, handlers, final }: Of<"try">, state: State, place: Place): void {
    const before = state.copy();
    const inside = state.copy();
    const raises: State[] = [];
    const reads = (): number => this.found.stdin.length + this.found.fields.length;
    const readBefore = reads();
    const catchers = handlers.map((handler): Catcher => ({ handler, caught: [] }));
    this.runAll(body, inside, { ...place, catchers, raises });
    const readsInput = reads() > readBefore;
    // What a check has found comes as an exception: that is no trouble of the script itself.
    const isFound = [...inside.checks].some(
      (id) => !before.checks.has(id) && this.found.checks[id]?.failure === "tested",
    );
    // An exception may come from anywhere in the body.
    const failed = before.copy();
    failed.become([before, inside, ...raises]);
    const exited = catchers.flatMap((catcher) => this.caughtExits(catcher, place));
    const caught = catchers.flatMap(({ handler, caught: ends }) => {
      if (handler.isForExit === true && ends.length > 0) return [];
      const at = failed.copy();
      const returned = place.returns?.states.length ?? 0;
      this.runAll(handler.body, at, isFound ? place : { ...place, handler: handler.at });
      const goesOn = !at.hasEnded || (place.returns?.states.length ?? 0) > returned;
      const isInput = readsInput || handler.parsesInput;
      this.found.handlers.push({ at: handler.at, readsInput: isInput, goesOn });
      return [at];
    });
    state.become([inside, ...exited, ...caught]);
    if (!state.hasEnded) this.runAll(final, state, place);
  }

  /** What a handler does with each end that it has caught: it may end the script as was meant. */
  private caughtExits({ handler, caught }: Catcher, place: Place): State[] {
    return caught.slice(0, MOST_CAUGHT).map(({ state, code, at }) => {
      const inside = state.copy();
      inside.hasEnded = false;
      if (handler.name !== undefined)
        inside.set(keyOf(handler.name, place.module), {
          v: "object",
          fields: new Map([["code", code]]),
          isOpen: true,
        });
      const passed = (): number =>
        place.catchers.flatMap((outer) => outer.caught).length + (place.raises?.length ?? 0);
      const [ends, before] = [this.found.exits.length, passed()];
      this.runAll(handler.body, inside, place);
      const number = numberIn(code);
      const isKept =
        passed() > before ||
        this.found.exits.slice(ends).some((one) => one.code === null || one.code === number);
      if (!isKept) this.found.swallowed.push({ code: number, at, handler: handler.at });
      return inside;
    });
  }

  private scope(
    { body, stdout, stderr, isSubshell, isFed, isPiped }: Of<"scope">,
    state: State,
    place: Place,
  ): void {
    const to = {
      stdout: stdout === null ? null : place[stdout],
      stderr: stderr === null ? null : place[stderr],
      ...(isFed === true && { stdin: "other" as const }),
      ...(isPiped === true && { isPiped }),
      ...(stdout !== "stdout" && { captured: null }),
      ...(stderr !== "stderr" && { capturedErrors: stderr === null ? null : place.captured }),
    };
    if (!isSubshell) return this.runAll(body, state, { ...place, ...to });
    const subshellEnds: State[] = [];
    const inside = state.copy();
    this.runAll(body, inside, { ...place, ...to, subshellEnds, isSubshell: true, breaks: null });
    state.become([inside, ...subshellEnds]);
  }
}
