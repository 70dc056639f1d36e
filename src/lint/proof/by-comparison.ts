import type { Payload } from "../../payload/index.js";
import { firstTo } from "./runs.js";
import { triggersIn } from "./trials.js";
import {
  unsettled,
  type Judgement,
  type Observation,
  type Proof,
  type ProofCase,
  type RunTrial,
  type Trial,
} from "./trial.js";

const MOST_VALUES = 6;

/** What the hook does: what it prints and how it ends. */
function conductOf({ run }: Observation): string {
  return JSON.stringify([run.exit, run.signal, run.timedOut, run.stdout, run.stderr]);
}

/** With something that no host gives it, the hook does something else than always. */
async function onlyWith(
  given: ProofCase,
  run: RunTrial,
  what: string,
  add: (trial: Trial, value: string) => Trial,
): Promise<Judgement> {
  const usual = await firstTo(given, run, () => true);
  if (typeof usual === "string") return unsettled(usual);
  const isOther = (seen: Observation): boolean => conductOf(seen) !== conductOf(usual);
  const other = await firstTo(given, run, isOther);
  if (typeof other !== "string") return unsettled("what it does depends on the payload too");
  for (const value of [...triggersIn(given).slice(0, MOST_VALUES), "README.md"]) {
    const seen = await run(add(usual.trial, value));
    if (seen?.run.exit === undefined || !isOther(seen)) continue;
    const why = `whatever the payload was, it did the same; only with ${what} it ended with ${seen.run.exit}`;
    return { result: "proven", by: usual, why };
  }
  return unsettled(`it did the same with ${what} and without`);
}

export const field: Proof = (given, run) => {
  const { fields = [] } = given.subject.script?.facts ?? {};
  const path = fields.find(({ at }) => at.start === given.raw.at?.start)?.path ?? "";
  return onlyWith(given, run, `a field \`${path}\``, (trial, value) => ({
    ...trial,
    stdin: withPath(trial.stdin, path.split("."), value) as Payload,
  }));
};

function withPath(within: unknown, [key = "", ...rest]: readonly string[], value: string): unknown {
  const object = typeof within === "object" && within !== null ? within : {};
  const inner = (object as Record<string, unknown>)[key];
  return { ...object, [key]: rest.length === 0 ? value : withPath(inner, rest, value) };
}

export const variable: Proof = (given, run) => {
  const { variables = [] } = given.subject.script?.facts ?? {};
  const name = variables.find(({ at }) => at.start === given.raw.at?.start)?.name ?? "";
  return onlyWith(given, run, `$${name}`, (trial, value) => ({
    ...trial,
    variables: { [name]: value },
  }));
};

export const argument: Proof = (given, run) =>
  onlyWith(given, run, "an argument", (trial, value) => ({ ...trial, argument: value }));

/** Whatever the payload is, also none, the hook does the same. */
export const lostStdin: Proof = async (given, run) => {
  const first = await run({ stdin: "this is not JSON" });
  if (first === null || first.run.exit === undefined) return unsettled("it did not come to an end");
  const other = await firstTo(given, run, (seen) => conductOf(seen) !== conductOf(first));
  return typeof other === "string" && !other.startsWith("it took")
    ? {
        result: "proven",
        by: first,
        why: "it did the same with every payload, also with one that is no JSON",
      }
    : unsettled("what it does depends on the payload");
};
