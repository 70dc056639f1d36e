import type { PrintedText } from "../printed-text.js";
import { hasParts, isElsewhere, isRead, jsonIn, knownParts } from "./reached.js";
import { firstTo } from "./runs.js";
import { unsettled, type Observation, type Proof, type ProofCase } from "./trial.js";

/** The texts that the finding is about. */
function textsOf({ subject, raw }: ProofCase): PrintedText[] {
  return subject.fates
    .map(({ text }) => text)
    .filter(({ write }) => write.at.start === raw.at?.start && write.at.end === raw.at.end);
}

/** Whether a run has printed a text: on its stream, or in its field. */
function isPrintedBy(
  { path }: PrintedText,
  { run }: Observation,
  parts: readonly string[],
): boolean {
  if (path === "stdout" || path === "stderr") return hasParts(run[path], parts);
  return jsonIn(run.stdout).some((json) => {
    let value = json;
    for (const key of path.split(/\.|\[|\]/).filter((one) => one !== ""))
      value = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof value === "string" && hasParts(value, parts);
  });
}

/** A text is printed, and who gets it is seen. */
export const unseen: Proof = async (given, run) => {
  const { subject } = given;
  const found = textsOf(given).find((one) =>
    subject.fates.some(({ text, model, user }) => text === one && !model && !user),
  );
  const parts = found === undefined ? null : knownParts(found.text);
  if (found === undefined || parts === null)
    return unsettled("too little of the text is known to find it in what a run prints");
  if (isElsewhere(subject, found, parts))
    return unsettled("the same text is printed in several places");
  const by = await firstTo(given, run, (seen) => isPrintedBy(found, seen, parts));
  if (typeof by === "string") return unsettled(by);
  const { toModel, toUser } = by.reading;
  const [model, user] = [isRead(toModel, parts), isRead(toUser, parts)];
  if (!model && !user)
    return { result: "proven", by, why: "the text was printed, and nobody got it" };
  const who = model && user ? "the model and the user" : model ? "the model" : "the user";
  return { result: "withdrawn", by, why: `the text was printed, and ${who} got it` };
};

const CAP = 10_000;

/** A text is printed, and its length is seen. */
export const tooLong: Proof = async (given, run) => {
  const [found] = textsOf(given);
  const parts = found === undefined ? null : knownParts(found.text.slice(0, 200));
  if (found === undefined || parts === null) return unsettled("the text is not known");
  const by = await firstTo(given, run, (seen) => isPrintedBy(found, seen, parts));
  if (typeof by === "string") return unsettled(by);
  const { length } = by.run.stdout + by.run.stderr;
  return length > CAP
    ? { result: "proven", by, why: `${length} characters were printed` }
    : { result: "withdrawn", by, why: `only ${length} characters were printed` };
};
