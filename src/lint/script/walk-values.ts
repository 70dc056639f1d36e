import { jqPaths } from "./jq.js";
import type { Expression, ParsedScript, Span, Statement } from "./syntax.js";
import { checkIn } from "./walk-checks.js";
import {
  cut,
  each,
  either,
  HOLE,
  holdsPayload,
  isFromPayload,
  joined,
  madeOf,
  objectOf,
  optionsOf,
  textOf,
  unknownValue,
  type Value,
} from "./values.js";
import { argumentsOf, keyOf, Names, type KnownFunction } from "./walk-names.js";
import type { Place, State } from "./walk-state.js";
import { lacks } from "./walk-tests.js";
import { isLiteral, literalOf, memberOf, noFacts, type ReadField } from "./walk-tables.js";

/** A script of a person stays far below; what is beyond is not followed. */
export const MOST_STEPS = 40_000;
const DEEPEST_CALL = 12;
export const DEEPEST_BLOCK = 200;

type Write = Extract<Statement, { s: "write" }>;
type Call = Extract<Expression, { e: "call" }>;

interface CallContext {
  readonly state: State;
  readonly place: Place;
  readonly at: Span;
  readonly names?: readonly (string | null)[];
  /** It may not be called at all. */
  readonly isMaybe?: boolean;
}

/** What prints, also where its errors are thrown away. */
function writeIn(statement: Statement | undefined): Write | undefined {
  if (statement?.s === "write") return statement;
  if (statement?.s !== "scope" || statement.stdout !== "stdout" || statement.isFed === true)
    return undefined;
  return statement.body.every(({ s }) => /^(?:write|program|do)$/.test(s))
    ? writeIn(statement.body.at(-1))
    : undefined;
}

/** What a function has printed, where that is one field of the payload. */
function onlyOf(captured: readonly Value[]): Value {
  const full = captured.filter((value) => value.v !== "text" || value.text !== "");
  const value = full.length === 0 ? unknownValue : full.reduce(either);
  return value.v === "payload" && value.path !== "" ? value : madeOf(full, full.some(holdsPayload));
}

/** What is known of values, and which of them come from the host. */
export abstract class WalkValues {
  protected readonly names: Names;
  protected readonly found = noFacts();
  /** Functions and files that are just being followed. */
  protected readonly calling = new Set<object>();
  protected steps = 0;
  protected isPartial = false;
  private groups = 0;
  /** How many tables of functions are around what is being followed. */
  private choices = 0;
  /** Something else than the payload comes before what is being read. */
  private isFallback = false;
  /** The alternatives that are just being read. */
  private group: number | null = null;

  constructor(protected readonly script: ParsedScript) {
    this.names = new Names(script);
  }

  protected abstract run(statement: Statement, state: State, place: Place): void;
  protected abstract runAll(statements: readonly Statement[], state: State, place: Place): void;

  protected value(expression: Expression, state: State, place: Place): Value {
    if (++this.steps > MOST_STEPS || place.depth > DEEPEST_BLOCK) {
      this.isPartial = true;
      return unknownValue;
    }
    // Half of all expressions have no parts: no place is made for those.
    if (isLiteral(expression)) return literalOf(expression);
    if (expression.e === "name") return this.named(expression, state, place);
    const inner = { ...place, depth: place.depth + 1 };
    const valueOf = (one: Expression): Value => this.value(one, state, inner);
    switch (expression.e) {
      case "join":
        return joined(expression.parts.map(valueOf));
      case "object":
        return objectOf(expression.entries.map(({ key, value }) => [key, valueOf(value)]));
      case "list":
        return {
          v: "list",
          items: expression.items.map(valueOf),
          ...(expression.isWords === true && { isWords: true }),
        };
      case "member": {
        const of = valueOf(expression.of);
        const { key, otherwise, by } = expression;
        if (by !== undefined) return this.keyed(of, valueOf(by), expression.at);
        return otherwise !== undefined && lacks(of, key)
          ? valueOf(otherwise)
          : memberOf(of, key, this.reads(expression.at, of.v === "either"));
      }
      case "json": {
        const value = valueOf(expression.value);
        return value.v === "payload" ? value : { v: "json", value };
      }
      case "stdin":
        if (place.stdin === "code") this.found.lostStdin.push(expression.at);
        if (place.stdin !== "payload") return unknownValue;
        this.found.stdin.push(expression.at);
        if (expression.isWhole === true && !place.isPiped && this.choices === 0)
          this.drain(expression.at, state, place);
        return { v: "payload", path: "", ...(expression.isGuess === true && { isGuess: true }) };
      case "argv":
        if (place.args !== null) return place.args.find(({ v }) => v === "payload") ?? unknownValue;
        this.found.argv.push(expression.at);
        return unknownValue;
      case "variable": {
        const { isOptional, ...read } = expression;
        if (isOptional !== true) this.found.variables.push(read);
        return unknownValue;
      }
      case "either":
        if (expression.test !== undefined) valueOf(expression.test);
        return this.alternatives(expression.options, valueOf);
      case "function":
        return { v: "function", define: expression.define, module: place.module };
      case "call":
        return this.call(expression, state, { ...inner, returnsExit: false });
      case "fields": {
        const of = valueOf(expression.of);
        const filter = expression.by === undefined ? "" : textOf(joined([valueOf(expression.by)]));
        if (!isFromPayload(of)) return unknownValue;
        const { keys = [], toQuote = [] } = expression;
        if (of.v === "payload" && of.path === "" && keys.length > 0)
          for (const name of keys)
            this.found.searched.push({ name, at: expression.at, toQuote: toQuote.includes(name) });
        const paths = filter.includes(HOLE) ? [] : [...expression.paths, ...jqPaths(filter)];
        const read = this.reads(expression.at, expression.isEither ?? filter.includes("//"));
        const values = of.v === "payload" ? paths.map((path) => memberOf(of, path, read)) : [];
        const [only] = values;
        return values.length === 1 && only !== undefined
          ? only
          : { v: "unknown", fromPayload: true };
      }
      case "printed":
        return this.printed(expression.body, state, {
          ...inner,
          isAsked: expression.isAsked === true,
        });
      case "effect":
        this.run(expression.statement, state, inner);
        return unknownValue;
      case "cut": {
        const most = valueOf(expression.most);
        const of = joined([valueOf(expression.of)]);
        return most.v === "number" ? each(of, (one) => cut(one, most.value)) : of;
      }
      case "item": {
        const of = valueOf(expression.of);
        return of.v === "list" && of.items.length > 0 ? of.items.reduce(either) : madeOf([of]);
      }
      case "parsed":
        return each(valueOf(expression.of), (of) => {
          if (of.v !== "payload") return of;
          // What is parsed here, and by a name like `readStdin` given back, is the text of the payload.
          const { most, isGuess: _, ...whole } = of;
          if (most !== undefined) this.found.cutInput.push({ most, at: expression.at });
          return whole;
        });
      case "compare":
        return this.compared(expression, valueOf);
      case "not":
        return valueOf({ e: "unknown", uses: [expression.of] });
      case "unknown": {
        const made = madeOf(expression.uses.map(valueOf));
        const { ran } = expression;
        const check = ran === undefined ? null : checkIn(ran, valueOf);
        return check === null || made.v !== "unknown" ? made : { ...made, finding: check.name };
      }
    }
  }

  /** A field whose name is one of several: the first that is there may be meant. */
  private keyed(of: Value, by: Value, at: Span): Value {
    const keys = optionsOf(by).flatMap((one) => (one.v === "text" ? [one.text] : []));
    if (keys.length === 0) return memberOf(of, null, () => undefined);
    const read = this.reads(at, keys.length > 1);
    return keys.map((key) => memberOf(of, key, read)).reduce(either);
  }

  /** `tool_name === "Bash"`, `tool_name in ("Edit", "Write")` */
  private compared(
    { left, right, at, isMember }: Extract<Expression, { e: "compare" }>,
    valueOf: (one: Expression) => Value,
  ): Value {
    const values = [valueOf(left), valueOf(right)];
    const field = values.find(({ v }) => v === "payload");
    const [other] = values.filter((one) => one !== field);
    const texts = (other?.v === "list" ? other.items : [other]).flatMap((one) =>
      one?.v === "text" ? [one.text] : [],
    );
    if (field?.v === "payload" && at !== undefined && texts.length > 0)
      if (isMember !== true || other?.v === "list")
        this.found.compared.push({ path: field.path, texts, at });
    return { v: "unknown", fromPayload: values.some(isFromPayload) };
  }

  /** Standard input is read to its end. The same place is read again only by another call. */
  private drain(at: Span, state: State, { calls, calledAt }: Place): void {
    const { drained } = state;
    const isSame = drained?.at.start === at.start && drained.at.file === at.file;
    if (drained === null) state.drained = { at, calls };
    else if (!isSame || drained.calls !== calls)
      this.found.drainedStdin.push({ at: isSame ? (calledAt ?? at) : at, before: drained.at });
  }

  private named(
    { name, at, isOptional, ...read }: Extract<Expression, { e: "name" }>,
    state: State,
    place: Place,
  ): Value {
    const known = state.values.get(keyOf(name, place.module));
    if (known !== undefined) return known;
    if (place.language === "shell" && name === "?")
      return { v: "unknown", fromPayload: false, isStatus: true };
    const own = place.language === "shell" ? undefined : this.names.function(name, place.module);
    if (own !== undefined) return { v: "function", ...own };
    if (place.language !== "shell" || this.names.assigned.has(name)) return unknownValue;
    if (/^[1-9@*]$/.test(name)) {
      if (this.calling.size === 0 && isOptional !== true) this.found.argv.push(at);
    } else if (isOptional !== true) this.found.variables.push({ ...read, name, at });
    return unknownValue;
  }

  /** `data.tool_input || data.toolInput`: the second is there for other hosts. */
  private alternatives(options: readonly Expression[], valueOf: (one: Expression) => Value): Value {
    const outer = this.group;
    this.group ??= ++this.groups;
    const before = this.isFallback;
    const values = options.map((option) => {
      const value = valueOf(option);
      this.isFallback ||=
        !isFromPayload(value) && optionsOf(value).some(({ v }) => v === "unknown");
      return value;
    });
    this.isFallback = before;
    this.group = outer;
    return values.reduce(either);
  }

  private reads(at: Span, isEither = false): ReadField {
    // Which of several functions it is for is not known.
    if (this.choices > 0) return () => undefined;
    const number = this.group ?? (isEither ? ++this.groups : null);
    const how = {
      ...(number !== null && { group: number }),
      ...(this.isFallback && { isFallback: true as const }),
    };
    return (path, isGuess) => void this.found.fields.push({ path, at, isGuess, ...how });
  }

  /** What statements print, where that is one text; they run in a subshell. */
  private printed(body: readonly Statement[], state: State, place: Place): Value {
    const inside = state.copy();
    const captured: Value[] = [];
    const own = { stdout: null, captured, subshellEnds: [], isSubshell: true, breaks: null };
    const hidden = { ...place, ...own };
    const last = body.at(-1);
    // `$(cat || echo '{}')`: mostly the first.
    const tried = last?.s === "branch" && body.length === 2 ? body[0] : last;
    const write = writeIn(tried);
    this.runAll(write === last ? body.slice(0, -1) : body, inside, hidden);
    const value = write === undefined ? onlyOf(captured) : this.value(write.value, inside, hidden);
    state.drained ??= inside.drained;
    return value.v === "text" && body.length > 1 ? unknownValue : value;
  }

  protected call(expression: Call, state: State, place: Place): Value {
    const { args, names, at } = expression;
    const of = expression.of === undefined ? null : this.value(expression.of, state, place);
    const values = args.map((arg) => this.value(arg, state, place));
    if (state.hasEnded) return unknownValue;
    const found = this.functionsOf(expression, of, state, place);
    const known = found.filter(
      ({ define }) => !this.calling.has(define) && this.calling.size < DEEPEST_CALL,
    );
    if (known.length === 0) {
      // What a function of somebody else is given, it may call; a method may only keep it.
      if (found.length === 0 && of === null && place.language === "javascript")
        for (const one of values.flatMap(optionsOf))
          if (one.v === "function") this.called([one], [], { state, place, at, isMaybe: true });
      const all = [of ?? unknownValue, ...values];
      // `result.stdout.strip()` is what it was made of; `len(errors)` is not.
      return madeOf(of === null ? [] : [of], all.some(isFromPayload));
    }
    return this.called(known, values, { state, place, at, ...(names !== undefined && { names }) });
  }

  /** Which functions a call may mean. */
  private functionsOf(
    { name }: Call,
    of: Value | null,
    state: State,
    { module }: Place,
  ): readonly KnownFunction[] {
    if (of === null) {
      const given = optionsOf(state.values.get(keyOf(name, module)) ?? unknownValue);
      const found = given.flatMap((one) => (one.v === "function" ? [one] : []));
      const known = this.names.function(name, module);
      return found.length > 0 || known === undefined ? found : [known];
    }
    const field = memberOf(of.v === "payload" ? unknownValue : of, name || null, () => undefined);
    const found = optionsOf(field).flatMap((one) => (one.v === "function" ? [one] : []));
    if (found.length > 0 || of.v !== "unknown") return found;
    // `new Guard().run()`
    const method = this.names.function(name, module);
    return method?.define.isMethod === true ? [method] : [];
  }

  /** One of the functions is called. */
  private called(
    functions: readonly KnownFunction[],
    values: readonly Value[],
    { state, place, at, names, isMaybe = false }: CallContext,
  ): Value {
    const ends: State[] = isMaybe ? [state.copy()] : [];
    const isChoice = functions.length > 1;
    if (isChoice) this.choices++;
    const results = functions.map((found) => {
      const { define, module } = found;
      if (this.calling.has(define)) return unknownValue;
      this.calling.add(define);
      const isShell = place.language === "shell";
      const given = argumentsOf(found, values, { isShell, ...(names !== undefined && { names }) });
      const calls = `${place.calls} ${at.file ?? ""}:${at.start}`;
      const inner = { ...place, module, calls, calledAt: place.calledAt ?? at };
      const inside = isChoice || isMaybe ? state.copy() : state;
      const value = this.frame(define.body, inside, inner, given);
      this.calling.delete(define);
      if (inside !== state) ends.push(inside);
      return value;
    });
    if (isChoice) this.choices--;
    if (ends.length > 0) state.become(ends);
    return results.reduce(either);
  }

  /** The body of a function: a return leaves it. */
  protected frame(
    body: readonly Statement[],
    state: State,
    place: Place,
    given: ReadonlyMap<string, Value> = new Map(),
  ): Value {
    const returns = { states: [] as State[], values: [] as Value[] };
    const inside = state.copy();
    for (const [name, value] of given) {
      inside.set(name, value);
      // What a call gives is known for this call.
      inside.setUnpacked(name, /^(?:flag|number|null|object|text)$/.test(value.v));
    }
    this.runAll(body, inside, { ...place, returns, breaks: null });
    const all = inside.hasEnded ? returns.values : [...returns.values, unknownValue];
    state.become([inside, ...returns.states]);
    return all.length === 0 ? unknownValue : all.reduce(either);
  }
}
