import type { ScriptFacts, Write } from "./facts.js";
import type { Expression, NestedCode, ParsedScript, Span, Statement } from "./syntax.js";
import {
  either,
  isFromPayload,
  joined,
  objectOf,
  unknownValue,
  withField,
  type Value,
} from "./values.js";
import { argumentsOf, define, literalOf, noFacts, type Define, type Exit } from "./walk-tables.js";
import { startOf, State, type Place } from "./walk-state.js";

/** A script of a person stays far below; what is beyond is not followed. */
const MOST_STEPS = 40_000;
const MOST_WRITES = 300;
const MOST_EXITS = 300;
const DEEPEST_CALL = 12;
const DEEPEST_BLOCK = 200;

/** Follows every way through a script, without running it. */
export class Walk {
  private readonly functions = new Map<string, Define>();
  private readonly writeIds = new Map<string, number>();
  private readonly found = noFacts();
  private readonly calling = new Set<string>();
  private steps = 0;
  private isPartial = false;

  constructor(private readonly script: ParsedScript) {}

  facts(): ScriptFacts {
    define(this.script.body, this.functions);
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
        const before = state.values.get(statement.name);
        const put = statement.adds && before !== undefined ? joined([before, value]) : value;
        state.values.set(statement.name, withField(before, statement.path, put));
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
        const value =
          statement.value === null ? unknownValue : this.value(statement.value, state, place);
        if (state.hasEnded) return;
        if (place.returnsExit)
          this.end(
            state,
            statement.value === null ? { v: "number", value: 0 } : value,
            null,
            place,
          );
        else {
          outer.returns?.states.push(state.copy());
          outer.returns?.values.push(value);
        }
        state.hasEnded = true;
        return;
      }
      case "define":
        this.functions.set(statement.name, statement);
        return;
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

  /** Code of another language: its end is the script's where nothing follows it. */
  private nested(code: NestedCode, state: State, place: Place): void {
    const script = this.script.nested.get(code);
    if (script === undefined) return;
    define(script.body, this.functions);
    const subshellEnds: State[] = [];
    const inside = state.copy();
    const fed = code.input === null ? null : this.value(code.input, state, place).v;
    const piped = fed === null ? place.stdin : fed === "payload" ? fed : "other";
    const stdin = code.hasStdin ? piped : "code";
    const args = code.args.map((arg) => this.value(arg, state, place));
    const { language } = code;
    const within: Place = { ...place, language, stdin, args, breaks: null, catchers: [] };
    if (!code.isTail) {
      this.runAll(script.body, inside, { ...within, subshellEnds, isSubshell: true });
      state.become([inside, ...subshellEnds]);
      return;
    }
    this.runAll(script.body, inside, within);
    state.become([inside]);
  }

  private write(
    { stream, value, at }: Extract<Statement, { s: "write" }>,
    state: State,
    place: Place,
  ): void {
    const printed = this.value(value, state, place);
    const to = place[stream];
    if (to === null || state.hasEnded) return;
    const key = `${to} ${at.start} ${at.end} ${printed.v === "text" ? printed.text : printed.v}`;
    let id = this.writeIds.get(key);
    if (id === undefined) {
      if (this.found.writes.length >= MOST_WRITES) {
        this.isPartial = true;
        return;
      }
      id = this.found.writes.length;
      this.writeIds.set(key, id);
      const { isRepeated, handler } = place;
      this.found.writes.push({ id, stream: to, value: printed, at, isRepeated, handler });
    }
    state.writes.set(id, "always");
  }

  private exit({ code, at }: Exit, state: State, place: Place): void {
    if (code.e === "call" && this.functions.has(code.name) && !this.calling.has(code.name)) {
      this.call(code, state, { ...place, returnsExit: true });
      if (!state.hasEnded) this.end(state, { v: "number", value: 0 }, at, place);
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
    const printed = (wanted: "always" | "sometimes"): Write[] =>
      this.found.writes.filter(({ id }) => state.writes.get(id) === wanted);
    this.found.exits.push({
      code,
      at,
      always: printed("always"),
      sometimes: printed("sometimes"),
      handler: place.handler,
      isSubshell: place.isSubshell,
    });
  }

  private branch(
    { arms, complete }: Extract<Statement, { s: "branch" }>,
    state: State,
    place: Place,
  ): void {
    // A copy for each arm: with very many names and branches that is what takes the time.
    this.steps += Math.ceil((state.values.size + state.writes.size) / 20) * arms.length;
    const ends = arms.map((arm) => {
      const inside = state.copy();
      this.runAll(arm, inside, place);
      return inside;
    });
    state.become(complete ? ends : [state.copy(), ...ends]);
  }

  private guarded(
    { body, handlers, final }: Extract<Statement, { s: "try" }>,
    state: State,
    place: Place,
  ): void {
    const before = state.copy();
    const inside = state.copy();
    const raises: State[] = [];
    this.runAll(body, inside, { ...place, catchers: handlers, raises });
    // An exception may come from anywhere in the body.
    const failed = before.copy();
    failed.become([before, inside, ...raises]);
    const caught = handlers.map((handler) => {
      const at = failed.copy();
      this.runAll(handler.body, at, { ...place, handler: handler.at });
      return at;
    });
    state.become([inside, ...caught]);
    if (!state.hasEnded) this.runAll(final, state, place);
  }

  private scope(
    { body, stdout, stderr, isSubshell, isFed }: Extract<Statement, { s: "scope" }>,
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
        return this.member(valueOf(expression.of), expression.key, expression.at);
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
      case "variable":
        this.found.variables.push({ name: expression.name, at: expression.at });
        return unknownValue;
      case "either":
        if (expression.test !== undefined) valueOf(expression.test);
        return expression.options.map(valueOf).reduce(either);
      case "call":
        return this.call(expression, state, { ...inner, returnsExit: false });
      case "fields": {
        const of = valueOf(expression.of);
        if (!isFromPayload(of)) return unknownValue;
        if (of.v === "payload")
          for (const path of expression.paths) this.member(of, path, expression.at);
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
    const known = state.values.get(name);
    if (known !== undefined) return known;
    if (place.language !== "shell" || this.script.assigned.has(name)) return unknownValue;
    if (/^[1-9@*]$/.test(name)) {
      if (this.calling.size === 0) this.found.argv.push(at);
    } else if (isOptional !== true) this.found.variables.push({ name, at });
    return unknownValue;
  }

  private member(of: Value, key: string | null, at: Span): Value {
    if (of.v === "object") {
      const known = key === null ? undefined : of.fields.get(key);
      return known ?? unknownValue;
    }
    if (of.v === "either") return of.options.map((one) => this.member(one, key, at)).reduce(either);
    if (of.v !== "payload") return { v: "unknown", fromPayload: isFromPayload(of) };
    if (key === null) return { v: "unknown", fromPayload: true };
    const path = of.path === "" ? key : `${of.path}.${key}`;
    this.found.fields.push({ path, at });
    return { v: "payload", path };
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
    const found = this.functions.get(name);
    const isFromHost = values.some(isFromPayload);
    if (state.hasEnded) return unknownValue;
    if (found === undefined || this.calling.has(name) || this.calling.size >= DEEPEST_CALL)
      return { v: "unknown", fromPayload: isFromHost };
    this.calling.add(name);
    const given = argumentsOf(found, values, place.language);
    const value = this.frame(found.body, state, place, given);
    this.calling.delete(name);
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
