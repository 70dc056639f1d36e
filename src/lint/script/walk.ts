import type { ScriptFacts, Write } from "./facts.js";
import type { Expression, Include, NestedCode, ParsedScript, Span, Statement } from "./syntax.js";
import {
  either,
  isFromPayload,
  joined,
  objectOf,
  unknownValue,
  withField,
  type Value,
} from "./values.js";
import { argumentsOf, keyOf, Names } from "./walk-names.js";
import { literalOf, memberOf, noFacts, WriteIds, type Exit } from "./walk-tables.js";
import { startOf, State, type Place } from "./walk-state.js";

/** A script of a person stays far below; what is beyond is not followed. */
const MOST_STEPS = 40_000;
const MOST_EXITS = 300;
const DEEPEST_CALL = 12;
const DEEPEST_BLOCK = 200;
const ZERO: Value = { v: "number", value: 0 };

type Of<Kind> = Extract<Statement, { s: Kind }>;

/** Follows every way through a script, without running it. */
export class Walk {
  private readonly names: Names;
  private readonly found = noFacts();
  private readonly writeIds = new WriteIds(this.found.writes);
  /** Functions and files that are just being followed. */
  private readonly calling = new Set<object>();
  private steps = 0;
  private isPartial = false;

  constructor(private readonly script: ParsedScript) {
    this.names = new Names(script);
  }

  facts(): ScriptFacts {
    const start = startOf(this.script.language);
    const state = new State();
    this.runAll(this.script.body, state, start);
    if (!state.hasEnded) this.end(state, state.exitCode, null, start);
    return { ...this.found, isPartial: this.isPartial };
  }

  private runAll(statements: readonly Statement[], state: State, place: Place): void {
    if (place.depth > DEEPEST_BLOCK) {
      this.isPartial = true;
      return;
    }
    for (const statement of statements) {
      if (state.hasEnded) return;
      if (++this.steps > MOST_STEPS) {
        this.isPartial = true;
        return;
      }
      this.run(statement, state, place);
    }
  }

  private run(statement: Statement, state: State, outer: Place): void {
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
        const put = statement.adds && before !== undefined ? joined([before, value]) : value;
        state.values.set(name, withField(before, statement.path, put));
        return;
      }
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
      case "do":
        this.value(statement.value, state, place);
        return;
      case "return": {
        const nothing = place.returnsExit ? ZERO : unknownValue;
        const value =
          statement.value === null ? nothing : this.value(statement.value, state, place);
        if (state.hasEnded) return;
        if (place.returnsExit) this.end(state, value, null, place);
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
        this.frame(statement.body, state, { ...place, returnsExit: false });
        return;
      case "program":
        this.found.programs.push({ name: statement.name, at: statement.at });
        return;
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
    if (script === undefined || this.calling.has(script)) return;
    const module = script.file ?? place.module;
    this.names.define(script.body, module);
    const subshellEnds: State[] = [];
    const inside = state.copy();
    const fed = code.input === null ? null : this.value(code.input, state, place).v;
    const piped = fed === null ? place.stdin : fed === "payload" ? fed : "other";
    const stdin = code.hasStdin ? piped : "code";
    const args = code.args.map((arg) => this.value(arg, state, place));
    const { language } = script;
    const from = { language, module, isModule: false };
    const within: Place = { ...place, ...from, stdin, args, breaks: null, catchers: [] };
    this.calling.add(script);
    const subshell = code.isTail ? {} : { subshellEnds, isSubshell: true };
    this.runAll(script.body, inside, { ...within, ...subshell });
    this.calling.delete(script);
    state.become([inside, ...subshellEnds]);
  }

  private write({ stream, value, at }: Of<"write">, state: State, place: Place): void {
    const printed = this.value(value, state, place);
    const to = place[stream];
    if (to === null || state.hasEnded) return;
    const id = this.writeIds.of({ stream: to, value: printed, at }, place);
    if (id === null) this.isPartial = true;
    else state.writes.set(id, "always");
    state.hasPrinted ||= to === "stdout";
  }

  private exit({ code, at }: Exit, state: State, place: Place): void {
    const called = code.e === "call" ? this.names.function(code.name, place.module) : undefined;
    if (code.e === "call" && called !== undefined && !this.calling.has(called.define)) {
      this.call(code, state, { ...place, returnsExit: true });
      if (!state.hasEnded) this.end(state, ZERO, at, place);
      state.hasEnded = true;
      return;
    }
    const value = this.value(code, state, place);
    if (state.hasEnded) return;
    this.end(state, value, at, place);
    state.hasEnded = true;
  }

  private end(state: State, value: Value, at: Span | null, place: Place): void {
    const code = value.v === "number" ? ((value.value % 256) + 256) % 256 : null;
    const catcher = place.catchers.find(({ catchesExit }) => catchesExit);
    if (catcher !== undefined && at !== null) {
      this.found.swallowed.push({ code, at, handler: catcher.at });
      return;
    }
    if (place.subshellEnds !== null) place.subshellEnds.push(state.copy());
    if (this.found.exits.length >= MOST_EXITS) {
      this.isPartial = true;
      return;
    }
    const { handler, isSubshell } = place;
    const { hasPrinted } = state;
    const printed = (wanted: "always" | "sometimes"): Write[] =>
      this.found.writes.filter(({ id }) => state.writes.get(id) === wanted);
    const [always, sometimes] = [printed("always"), printed("sometimes")];
    const how = { handler, isSubshell, hasPrinted };
    this.found.exits.push({ code, at, always, sometimes, ...how });
  }

  private branch({ arms, complete }: Of<"branch">, state: State, place: Place): void {
    // A copy for each arm: with very many names and branches that is what takes the time.
    this.steps += Math.ceil((state.values.size + state.writes.size) / 20) * arms.length;
    const ends = arms.map((arm) => {
      const inside = state.copy();
      this.runAll(arm, inside, place);
      return inside;
    });
    state.become(complete ? ends : [state.copy(), ...ends]);
  }

  private guarded({ body, handlers, final }: Of<"try">, state: State, place: Place): void {
    const before = state.copy();
    const inside = state.copy();
    const raises: State[] = [];
    const reads = (): number => this.found.stdin.length + this.found.fields.length;
    const readBefore = reads();
    this.runAll(body, inside, { ...place, catchers: handlers, raises });
    const readsInput = reads() > readBefore;
    // An exception may come from anywhere in the body.
    const failed = before.copy();
    failed.become([before, inside, ...raises]);
    const caught = handlers.map((handler) => {
      const at = failed.copy();
      const returned = place.returns?.states.length ?? 0;
      this.runAll(handler.body, at, { ...place, handler: handler.at });
      const goesOn = !at.hasEnded || (place.returns?.states.length ?? 0) > returned;
      const isInput = readsInput || handler.parsesInput;
      this.found.handlers.push({ at: handler.at, readsInput: isInput, goesOn });
      return at;
    });
    state.become([inside, ...caught]);
    if (!state.hasEnded) this.runAll(final, state, place);
  }

  private scope(
    { body, stdout, stderr, isSubshell, isFed }: Of<"scope">,
    state: State,
    place: Place,
  ): void {
    const to = {
      stdout: stdout === null ? null : place[stdout],
      stderr: stderr === null ? null : place[stderr],
      ...(isFed === true && { stdin: "other" as const }),
    };
    if (!isSubshell) return this.runAll(body, state, { ...place, ...to });
    const subshellEnds: State[] = [];
    const inside = state.copy();
    this.runAll(body, inside, { ...place, ...to, subshellEnds, isSubshell: true, breaks: null });
    state.become([inside, ...subshellEnds]);
  }

  private value(expression: Expression, state: State, place: Place): Value {
    if (++this.steps > MOST_STEPS || place.depth > DEEPEST_BLOCK) {
      this.isPartial = true;
      return unknownValue;
    }
    const inner = { ...place, depth: place.depth + 1 };
    const valueOf = (one: Expression): Value => this.value(one, state, inner);
    switch (expression.e) {
      case "text":
      case "number":
      case "flag":
      case "null":
        return literalOf(expression);
      case "join":
        return joined(expression.parts.map(valueOf));
      case "object":
        return objectOf(expression.entries.map(({ key, value }) => [key, valueOf(value)]));
      case "list":
        return { v: "list", items: expression.items.map(valueOf) };
      case "name":
        return this.named(expression, state, place);
      case "member":
        return memberOf(valueOf(expression.of), expression.key, this.reads(expression.at));
      case "json": {
        const value = valueOf(expression.value);
        return value.v === "payload" ? value : { v: "json", value };
      }
      case "stdin":
        if (place.stdin === "code") this.found.lostStdin.push(expression.at);
        if (place.stdin !== "payload") return unknownValue;
        this.found.stdin.push(expression.at);
        return { v: "payload", path: "" };
      case "argv":
        if (place.args !== null) return place.args.find(({ v }) => v === "payload") ?? unknownValue;
        this.found.argv.push(expression.at);
        return unknownValue;
      case "variable": {
        const { name, at, isOptional } = expression;
        if (isOptional !== true) this.found.variables.push({ name, at });
        return unknownValue;
      }
      case "either":
        if (expression.test !== undefined) valueOf(expression.test);
        return expression.options.map(valueOf).reduce(either);
      case "call":
        return this.call(expression, state, { ...inner, returnsExit: false });
      case "fields": {
        const of = valueOf(expression.of);
        if (!isFromPayload(of)) return unknownValue;
        if (of.v === "payload")
          for (const path of expression.paths) memberOf(of, path, this.reads(expression.at));
        return { v: "unknown", fromPayload: true };
      }
      case "printed":
        return this.printed(expression.body, state, inner);
      case "effect":
        this.run(expression.statement, state, inner);
        return unknownValue;
      case "unknown": {
        const values = expression.uses.map(valueOf);
        return { v: "unknown", fromPayload: values.some(isFromPayload) };
      }
    }
  }

  private named(
    { name, at, isOptional }: Extract<Expression, { e: "name" }>,
    state: State,
    place: Place,
  ): Value {
    const known = state.values.get(keyOf(name, place.module));
    if (known !== undefined) return known;
    if (place.language !== "shell" || this.names.assigned.has(name)) return unknownValue;
    if (/^[1-9@*]$/.test(name)) {
      if (this.calling.size === 0 && isOptional !== true) this.found.argv.push(at);
    } else if (isOptional !== true) this.found.variables.push({ name, at });
    return unknownValue;
  }

  private reads(at: Span): (path: string) => void {
    return (path) => void this.found.fields.push({ path, at });
  }

  /** What statements print, where that is one text; they run in a subshell. */
  private printed(body: readonly Statement[], state: State, place: Place): Value {
    const inside = state.copy();
    const last = body.at(-1);
    const hidden = { ...place, stdout: null, subshellEnds: [], isSubshell: true, breaks: null };
    this.runAll(last?.s === "write" ? body.slice(0, -1) : body, inside, hidden);
    const value = last?.s === "write" ? this.value(last.value, inside, hidden) : unknownValue;
    return value.v === "text" && body.length > 1 ? unknownValue : value;
  }

  private call(
    { name, args }: Extract<Expression, { e: "call" }>,
    state: State,
    place: Place,
  ): Value {
    const values = args.map((arg) => this.value(arg, state, place));
    const found = this.names.function(name, place.module);
    const isFromHost = values.some(isFromPayload);
    if (state.hasEnded) return unknownValue;
    if (found === undefined || this.calling.has(found.define) || this.calling.size >= DEEPEST_CALL)
      return { v: "unknown", fromPayload: isFromHost };
    const { define, module } = found;
    this.calling.add(define);
    const given = argumentsOf(found, values, place.language === "shell");
    const value = this.frame(define.body, state, { ...place, module }, given);
    this.calling.delete(define);
    return value;
  }

  /** The body of a function: a return leaves it. */
  private frame(
    body: readonly Statement[],
    state: State,
    place: Place,
    given: ReadonlyMap<string, Value> = new Map(),
  ): Value {
    const returns = { states: [] as State[], values: [] as Value[] };
    const inside = state.copy();
    for (const [name, value] of given) inside.values.set(name, value);
    this.runAll(body, inside, { ...place, returns, breaks: null });
    const all = inside.hasEnded ? returns.values : [...returns.values, unknownValue];
    state.become([inside, ...returns.states]);
    return all.length === 0 ? unknownValue : all.reduce(either);
  }
}
