import { interpret, type Reading, type WireRun } from "../interpret/index.js";
import { samplePayload } from "../payload/index.js";
import type { Sees } from "./finding.js";
import type { Subject } from "./subject.js";

const PROBE = "snaphookprobe";
const EXIT_TWO = "stderr with exit code 2";

interface Form {
  readonly words: string;
  readonly run: WireRun;
}

function json(words: string, answer: object): Form {
  return { words, run: { exit: 0, stdout: JSON.stringify(answer) } };
}

/** A way to get a text to someone on an event, tried on the host's own reader. */
interface Lane {
  readonly words: string;
  readonly sees: Sees;
  readonly blocks: boolean;
}

const remembered = new Map<string, readonly Lane[]>();

/** Every form that gets a text to the model or the user here, the ones that change nothing else first. */
function lanesOf({ hook: { host, event }, table, canonical }: Subject): readonly Lane[] {
  if (event === null) return [];
  const key = `${host} ${event}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const forms: Form[] = [
    json("`hookSpecificOutput.additionalContext`", {
      hookSpecificOutput: { hookEventName: event, additionalContext: PROBE },
    }),
    json("`additional_context`", { additional_context: PROBE }),
    json("`additionalContext`", { additionalContext: PROBE }),
    { words: "plain text on stdout with exit code 0", run: { exit: 0, stdout: PROBE } },
    json("`systemMessage`", { systemMessage: PROBE }),
    json("`user_message`", { user_message: PROBE }),
    { words: EXIT_TWO, run: { exit: 2, stderr: PROBE } },
  ];
  const dialect = table === null ? "wave" : host;
  const payload = samplePayload(canonical ?? event);
  const lanes = forms.flatMap(({ words, run }): Lane[] => {
    const reading = interpret({ dialect, event, payload, runs: [run] });
    const model = reading.toModel.some(({ text }) => text.includes(PROBE));
    const user = reading.toUser.some(({ text }) => text.includes(PROBE));
    const blocks = reading.outcome === "block" || reading.outcome === "halt";
    return model || user ? [{ words, sees: seesOf(model, user), blocks }] : [];
  });
  remembered.set(key, lanes);
  return lanes;
}

function seesOf(model: boolean, user: boolean): Sees {
  return { user: user ? "the text" : "nothing", model: model ? "the text" : "nothing" };
}

/** Who gets a text that a run has printed, or what else of it. */
export function seenOf({ toUser, toModel, outcome }: Reading, text: string): Sees {
  const isStopped = outcome === "block" || outcome === "halt";
  const by = (texts: Reading["toUser"]): string => {
    if (texts.some((one) => one.text.includes(text))) return "the text";
    if (texts.length === 0) return "nothing";
    return isStopped ? "that it was blocked" : "that the hook failed";
  };
  return { user: by(toUser), model: by(toModel) };
}

/** Who gets what is on stderr where the hook ends with 2. */
export function seenWithTwo({ hook: { host, event }, table, canonical }: Subject): Sees {
  const payload = samplePayload(canonical ?? event ?? "");
  const runs = [{ exit: 2, stderr: PROBE }];
  const dialect = table === null ? "wave" : host;
  return seenOf(interpret({ dialect, event: event ?? "", payload, runs }), PROBE);
}

export const nobody: Sees = { user: "nothing", model: "nothing" };

/** How to get a text to someone here, in words. */
export function reachAdvice(subject: Subject): { readonly words: string; readonly after?: Sees } {
  const lanes = lanesOf(subject);
  const toModel = lanes.filter(({ sees }) => sees.model !== "nothing");
  const quiet = toModel.find(({ blocks }) => !blocks);
  const loud = toModel.find(({ blocks }) => blocks);
  const toUser = lanes.find(({ sees, blocks }) => sees.user !== "nothing" && !blocks);
  const parts = [
    ...(loud === undefined ? [] : [`${loud.words} (blocks, and the model reads it)`]),
    ...(quiet === undefined ? [] : [`${quiet.words} (the model reads it)`]),
    ...(toUser === undefined || toUser === quiet ? [] : [`${toUser.words} (the user reads it)`]),
  ];
  if (parts.length === 0)
    return { words: `no text of a hook is shown on ${subject.hook.event}; write it to a file` };
  const best = quiet ?? loud ?? toUser;
  return {
    words: `use ${parts.join(", or ")}`,
    ...(best !== undefined && { after: best.sees }),
  };
}

/** Whether exit code 2 stops something here, or tells the model. */
export function exitTwoCounts(subject: Subject): boolean {
  return lanesOf(subject).some(
    ({ words, sees, blocks }) => words === EXIT_TWO && (blocks || sees.model !== "nothing"),
  );
}

/** Whether a hook can tell the model anything here. */
export function reachesModel(subject: Subject): boolean {
  return lanesOf(subject).some(({ sees }) => sees.model !== "nothing");
}
