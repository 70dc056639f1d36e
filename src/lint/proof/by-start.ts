import type { Payload } from "../../payload/index.js";
import { jsonIn } from "./reached.js";
import { firstTo } from "./runs.js";
import { unsettled, type Proof } from "./trial.js";

const notFound =
  /no such file|not found|can't open|cannot find module|permission denied|cannot execute/i;

/** The hook cannot be started: at all, or from another folder. */
export const cannotStart: Proof = async (given, run) => {
  const isRelative = given.subject.files.some(({ exists, isExecutable }) => exists && isExecutable);
  const by = await firstTo(
    given,
    run,
    ({ run: { exit, stderr } }) =>
      exit === 126 || exit === 127 || (exit !== 0 && notFound.test(stderr)),
    (trial) => (isRelative ? { ...trial, elsewhere: true } : trial),
  );
  if (typeof by === "string") return unsettled(by);
  const where = isRelative ? " in another folder" : "";
  return { result: "proven", by, why: `started${where} it ended with ${by.run.exit}` };
};

/** What the hook gets, it prints. */
export const echoed: Proof = async (given, run) => {
  const by = await firstTo(given, run, ({ trial, run: { stdout } }) => {
    const sent = (trial.stdin as Payload).session_id;
    return jsonIn(stdout).some(
      (json) => (json as Record<string, unknown>)["session_id"] === sent && sent !== undefined,
    );
  });
  return typeof by === "string"
    ? unsettled(by)
    : { result: "proven", by, why: "the payload was its answer" };
};
