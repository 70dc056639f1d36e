import type { Payload } from "../../payload/index.js";
import { firstTo } from "./runs.js";
import { isBlocked, isPassed, unsettled, type Proof } from "./trial.js";

const notBlocking = "no run was found in which the hook blocks, so that nothing can be compared";

const tooLong = "it took too long, or too many runs";

const unreadable = [
  ["this is not JSON", "input that is no JSON"],
  ["", "empty input"],
] as const;

/** What the guard blocks otherwise passes where it cannot read its input. */
export const badInput: Proof = async (given, run) => {
  const blocked = await firstTo(given, run, isBlocked);
  if (typeof blocked === "string") return unsettled(notBlocking);
  for (const [stdin, what] of unreadable) {
    const by = await run({ stdin });
    if (by === null) return unsettled(tooLong);
    if (isPassed(by)) return { result: "proven", by, why: `${what} passed` };
    if (!isBlocked(by)) return unsettled(`with ${what} it did not come to an end`);
  }
  // Readable, and without anything in it: what is not there may be swallowed too.
  const by = await run({ stdin: "{}" });
  if (by === null) return unsettled(tooLong);
  return isBlocked(by)
    ? { result: "withdrawn", by, why: "it blocked text that is no JSON, no input, and `{}`" }
    : unsettled("it blocked input that cannot be read, and let `{}` pass");
};

/** What the guard blocks passes where a program is missing. */
export const missingProgram: Proof = async (given, run) => {
  const { subject, raw } = given;
  const name = subject.script?.facts.programs.find(({ at }) => at.start === raw.at?.start)?.name;
  const blocked = await firstTo(given, run, isBlocked);
  if (name === undefined || typeof blocked === "string") return unsettled(notBlocking);
  const by = await run({ ...blocked.trial, without: name });
  if (by === null) return unsettled(tooLong);
  if (isPassed(by)) return { result: "proven", by, why: `what it blocks passed without ${name}` };
  return isBlocked(by)
    ? { result: "withdrawn", by, why: `it blocked without ${name} too` }
    : unsettled(`without ${name} it did not come to an end`);
};

/** A stop that the hook has prevented once is prevented again. */
export const stopsAgain: Proof = async (given, run) => {
  const blocked = await firstTo(given, run, isBlocked);
  if (typeof blocked === "string") return unsettled(notBlocking);
  const by = await run({ stdin: { ...(blocked.trial.stdin as Payload), stop_hook_active: true } });
  if (by === null) return unsettled(tooLong);
  if (isBlocked(by))
    return { result: "proven", by, why: "it blocked although `stop_hook_active` was true" };
  return isPassed(by)
    ? { result: "withdrawn", by, why: "it let the agent stop where `stop_hook_active` was true" }
    : unsettled("with `stop_hook_active` it did not come to an end");
};
