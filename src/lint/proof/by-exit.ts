import type { ScriptExit } from "../script/facts.js";
import { saysStop } from "../wording.js";
import { isReached } from "./reached.js";
import { firstTo } from "./runs.js";
import {
  isBlocked,
  isPassed,
  unsettled,
  type Judgement,
  type Observation,
  type Proof,
} from "./trial.js";

/** An exit that says that it blocks is reached, and the tool runs or not. */
export const exitCode: Proof = async (given, run) => {
  const { subject, raw } = given;
  const ways = subject.ways.filter(({ exit }) => exit.at?.start === raw.at?.start);
  const code = ways[0]?.code;
  const printed = ways.flatMap(({ stdout, stderr }) => [...stderr, ...stdout]);
  const stopping = printed.filter(({ texts }) => texts.some(({ text }) => saysStop(text)));
  const writes = (stopping.length > 0 ? stopping : printed).map(({ write }) => write);
  // A text that is printed before other exits too does not tell which one was taken.
  const isShared = subject.ways.some(
    ({ exit, code: other, stdout, stderr }) =>
      other !== code &&
      exit.at?.start !== raw.at?.start &&
      [...stdout, ...stderr].some(({ write }) => writes.includes(write)),
  );
  const by = await firstTo(
    given,
    run,
    (seen) => isReached(subject, writes, seen) && (!isShared || seen.run.exit === code),
  );
  return typeof by === "string" ? unsettled(by) : judged(by);
};

/** An exit of a part of the script is reached, and the script goes on or not. */
export const subshellExit: Proof = async (given, run) => {
  const { subject, raw } = given;
  const isMeant = ({ at, isSubshell }: ScriptExit): boolean =>
    isSubshell && at?.start === raw.at?.start;
  const exits = subject.script?.facts.exits ?? [];
  const writes = exits.filter(isMeant).flatMap(({ always }) => always);
  const isElsewhere = exits.some(
    (exit) => !isMeant(exit) && [...exit.always].some((write) => writes.includes(write)),
  );
  if (writes.length === 0 || isElsewhere)
    return unsettled("nothing that it prints shows that it was reached");
  const by = await firstTo(given, run, (seen) => isReached(subject, writes, seen));
  return typeof by === "string" ? unsettled(by) : judged(by);
};

function judged(by: Observation): Judgement {
  const ended = `the hook said so and ended with ${by.run.exit}`;
  if (isBlocked(by)) return { result: "withdrawn", by, why: `${ended}, and that blocked` };
  return isPassed(by)
    ? { result: "proven", by, why: `${ended}, and nothing was blocked` }
    : unsettled(`the host neither blocked nor went on: ${by.reading.outcome}`);
}
