import { interpret } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import type { ProblemCode } from "../../problem/index.js";
import { isReached, jsonIn, writesAt } from "./reached.js";
import { firstTo } from "./runs.js";
import { triggersIn } from "./trials.js";
import {
  unsettled,
  type Observation,
  type Proof,
  type ProofCase,
  type RunTrial,
  type Trial,
} from "./trial.js";

/** The first run that printed what the place in question prints. */
function printing(
  given: ProofCase,
  run: RunTrial,
  change?: (trial: Trial) => Trial,
): Promise<Observation | string> {
  const { subject, raw } = given;
  const writes = writesAt(subject, raw.at);
  return firstTo(given, run, (seen) => isReached(subject, writes, seen), change);
}

/** The answer is printed, and the host's reader has the problem with it, or the permission follows from it. */
export const answerHas =
  (what: ProblemCode | "allow"): Proof =>
  async (given, run) => {
    const by = await printing(given, run);
    if (typeof by === "string") return unsettled(by);
    const { reading } = by;
    const isThere =
      what === "allow"
        ? reading.permission === "allow"
        : reading.problems.some(({ code }) => code === what);
    return isThere
      ? { result: "proven", by, why: "the answer was printed, and the host reads it so" }
      : { result: "withdrawn", by, why: "the answer was printed, and the host reads it as meant" };
  };

export const decisionOnStderr: Proof = async (given, run) => {
  const by = await printing(given, run);
  return typeof by === "string"
    ? unsettled(by)
    : { result: "proven", by, why: "the decision was printed on stderr" };
};

/** The answer alone would have another effect than with what is printed around it. */
export const noise: Proof = async (given, run) => {
  const { subject } = given;
  const writes = writesAt(subject, given.raw.at);
  const by = await firstTo(
    given,
    run,
    (seen) => isReached(subject, writes, seen) && jsonIn(seen.run.stdout).length > 0,
  );
  if (typeof by === "string") return unsettled(by);
  const [answer] = jsonIn(by.run.stdout);
  const alone = interpret({
    dialect: subject.table === null ? "wave" : subject.hook.host,
    event: subject.hook.event ?? "",
    payload: by.trial.stdin as Payload,
    runs: [{ ...by.run, stdout: JSON.stringify(answer) }],
  });
  const effectOf = ({ outcome, permission, input, toModel }: typeof alone): string =>
    JSON.stringify([outcome, permission, input, toModel.map(({ text }) => text)]);
  return effectOf(alone) === effectOf(by.reading)
    ? { result: "withdrawn", by, why: "the host found the answer in it all the same" }
    : { result: "proven", by, why: "the host did not find the answer in it" };
};

/** A quote and a line break in what the payload says break the JSON. */
export const quoteInJson: Proof = async (given, run) => {
  const plain = await printing(given, run);
  if (typeof plain === "string") return unsettled(plain);
  const by = await run(changed(plain.trial, (text) => `${text} "quoted"\nline`));
  if (by === null || by.run.exit === undefined) return unsettled("it did not come to an end");
  const isBroken = by.run.stdout.trimStart().startsWith("{") && jsonIn(by.run.stdout).length === 0;
  return isBroken
    ? { result: "proven", by, why: "a quote in the payload made the JSON invalid" }
    : unsettled("a quote in the payload did not reach the answer");
};

/** A quote in what the payload says breaks the code into which it is put. */
export const quoteInCode: Proof = async (given, run) => {
  const plain = await firstTo(given, run, ({ run: { stderr } }) => !brokenCode.test(stderr));
  if (typeof plain === "string") return unsettled(plain);
  const by = await run(changed(plain.trial, (text) => `${text} ' " quoted`));
  if (by === null || by.run.exit === undefined) return unsettled("it did not come to an end");
  return brokenCode.test(by.run.stderr)
    ? { result: "proven", by, why: "a quote in the payload broke the code" }
    : unsettled("a quote in the payload did not reach the code");
};

const brokenCode = /syntax ?error|unterminated|unexpected (?:eof|token|end)|parse error/i;

function changed(trial: Trial, change: (text: string) => string): Trial {
  const inner = (value: unknown): unknown => {
    if (typeof value === "string") return change(value);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  };
  const payload = trial.stdin as Payload & Record<string, unknown>;
  const names = ["tool_input", "tool_response", "prompt", "message", "error"];
  const fields = names
    .filter((name) => name in payload)
    .map((name) => [name, inner(payload[name])]);
  return { ...trial, stdin: { ...payload, ...Object.fromEntries(fields) } };
}

/** The rewritten input lacks what the tool was given. */
export const partialRewrite: Proof = async (given, run) => {
  const by = await printing(given, run);
  if (typeof by === "string") return unsettled(by);
  const needed = Object.keys((by.trial.stdin as Payload).tool_input ?? {});
  const answer = jsonIn(by.run.stdout)[0] as
    | { readonly hookSpecificOutput?: { readonly updatedInput?: object } }
    | undefined;
  const rewritten = answer?.hookSpecificOutput?.updatedInput;
  const missing = needed.filter((name) => !Object.hasOwn(rewritten ?? {}, name));
  if (rewritten === undefined) return unsettled("the answer has no rewritten input");
  return missing.length === 0
    ? { result: "withdrawn", by, why: "the rewritten input has every field of the tool's" }
    : { result: "proven", by, why: `the rewritten input has no ${missing.join(", ")}` };
};

/** A command that begins with what is allowed, and goes on with something else, is allowed. */
export const allowsByPrefix: Proof = async (given, run) => {
  for (const trigger of triggersIn(given)) {
    const by = await firstTo(
      given,
      run,
      ({ reading }) => reading.permission === "allow",
      (trial) => changed(trial, () => `${trigger}; rm -rf ~`),
    );
    if (typeof by !== "string")
      return { result: "proven", by, why: `\`${trigger}; rm -rf ~\` was allowed` };
  }
  return unsettled("no command was found that the hook allows");
};
