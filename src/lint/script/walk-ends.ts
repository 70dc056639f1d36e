import type { Write } from "./facts.js";
import type { Span, Statement } from "./syntax.js";
import { isAnswer, optionsOf, type Value } from "./values.js";
import type { Place, State } from "./walk-state.js";
import { numberIn, WriteIds, type Exit } from "./walk-tables.js";
import { WalkValues } from "./walk-values.js";

const MOST_EXITS = 300;
export const ZERO: Value = { v: "number", value: 0 };

type WriteStatement = Extract<Statement, { s: "write" }>;

/** What is printed, and the ways in which a script ends. */
export abstract class WalkEnds extends WalkValues {
  private readonly writeIds = new WriteIds(this.found.writes);

  protected write({ stream, value, at }: WriteStatement, state: State, place: Place): void {
    const printed = this.value(value, state, place);
    const to = place[stream];
    if (to === null && stream === "stdout") place.captured?.push(printed);
    if (to === null || state.hasEnded) return;
    const one = { stream: to, value: printed, at };
    const first = this.writeIds.of(one, place);
    // A second answer makes the first one void, also where one function prints both.
    const isAgain = first !== null && isAnswer(printed) && state.writes.has(first);
    const id = isAgain ? this.writeIds.of(one, place, true) : first;
    if (id === null) this.isPartial = true;
    else state.print(id);
    state.hasPrinted ||= to === "stdout";
  }

  protected exit({ code, at }: Exit, state: State, place: Place): void {
    const called = code.e === "call" ? this.names.function(code.name, place.module) : undefined;
    const isMethod = code.e === "call" && code.of !== undefined;
    if (code.e === "call" && called !== undefined && !this.calling.has(called.define)) {
      const value = this.call(code, state, { ...place, returnsExit: true });
      if (!state.hasEnded) this.end(state, isMethod ? value : ZERO, at, place);
      state.hasEnded = true;
      return;
    }
    const value = this.value(code, state, place);
    if (state.hasEnded) return;
    this.end(state, value, at, place);
    state.hasEnded = true;
  }

  protected end(state: State, value: Value, at: Span | null, place: Place): void {
    // `exit $?` after a check: as the check has ended.
    const [check] = optionsOf(value).some((one) => one.v === "unknown" && one.isStatus === true)
      ? [...state.checks]
      : [];
    if (check !== undefined) {
      const failed = this.found.checks[check]?.code ?? 1;
      for (const one of [failed, 0]) this.end(state, { v: "number", value: one }, at, place);
      return;
    }
    // `STATUS=0 … STATUS=1 … exit $STATUS`
    const options = optionsOf(value).map(numberIn);
    if (options.length > 1 && options.every((one) => one !== null)) {
      for (const one of options) this.end(state, { v: "number", value: one }, at, place);
      return;
    }
    const number = numberIn(value);
    const code = number === null ? null : ((number % 256) + 256) % 256;
    const catcher = place.catchers.find(({ handler }) => handler.catchesExit);
    if (catcher !== undefined && at !== null) {
      catcher.caught.push({ state: state.copy(), code: value, at });
      return;
    }
    const isScripts = place.failure === "ends" && code !== 0;
    if (place.subshellEnds !== null && !isScripts) place.subshellEnds.push(state.copy());
    if (this.found.exits.length >= MOST_EXITS) {
      this.isPartial = true;
      return;
    }
    const { handler, isTrouble, isAsked } = place;
    const isSubshell = place.isSubshell && !isScripts;
    const { hasPrinted } = state;
    const printed = (wanted: "always" | "sometimes"): Write[] =>
      this.found.writes.filter(({ id }) => state.writes.get(id) === wanted);
    const [always, sometimes] = [printed("always"), printed("sometimes")];
    const how = {
      handler,
      isSubshell,
      isAsked,
      hasPrinted,
      isTrouble,
      isLost: place.failure === "lost",
    };
    this.found.exits.push({ code, at, always, sometimes, checks: [...state.checks], ...how });
  }
}
