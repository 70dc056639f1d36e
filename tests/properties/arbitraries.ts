import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import {
  allDialects,
  events,
  isBlockable,
  samplePayload,
  type InterpretRequest,
  type OnFailure,
  type WireRun,
} from "../../src/core.js";
import { cleanAnswer, inputValue, jsonText, someText } from "./answers.js";
import { dirtyAnswer } from "./dirty-answers.js";

/** Snaphook's own dialects: one that mirrors a foreign host mirrors its faults too. */
const own = allDialects.filter(({ version }) => version === "spec");
export const anyDialect = fc.constantFrom(...own.map(({ name }) => name));
/** Dialects in which a hook can answer in JSON. */
export const jsonDialect = fc.constantFrom(
  ...own.filter(({ json }) => json !== "never").map(({ name }) => name),
);
/** Dialects in which malformed output may tighten; in the others the letter outranks that law. */
export const tolerantDialect = fc.constantFrom(
  ...own.filter(({ json }) => json === "tolerant").map(({ name }) => name),
);

const names = events.map(({ name }) => name);
export const knownEvent = fc.constantFrom(...names);
export const blockableEvent = fc.constantFrom(
  ...events.filter(isBlockable).map(({ name }) => name),
);
/** All of them, those with a permission at stake more often: most of the laws are about them. */
export const anyEvent = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("PreToolUse", "PermissionRequest") },
  { weight: 8, arbitrary: knownEvent },
  { weight: 1, arbitrary: fc.constantFrom("Unheard", "pretooluse", "__proto__", "constructor") },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
);

export const onFailure = fc.constantFrom<OnFailure>("continue", "ask", "block");

/** Endings without an exit code. */
export const noAnswer: fc.Arbitrary<WireRun> = fc.constantFrom<WireRun>(
  { timedOut: true },
  { timedOut: true, timeout: 0.5 },
  { signal: "SIGKILL" },
  { spawnError: "ENOENT" },
  { cancelled: true },
);
export const exited: fc.Arbitrary<WireRun> = fc
  .constantFrom(0, 0, 0, 2, 2, 1, 3, 126, 127, 255)
  .map((exit) => ({ exit }));
export const ending = fc.oneof(
  { weight: 4, arbitrary: exited },
  { weight: 1, arbitrary: noAnswer },
);

interface Recorded {
  readonly runs?: readonly { readonly stdout?: string }[];
}

/** What hooks of the conformance cases print. */
const recorded = fc.constantFrom(
  ...readdirSync("conformance")
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => JSON.parse(readFileSync(`conformance/${file}`, "utf8")) as Recorded[])
    .flatMap(({ runs = [] }) => runs.flatMap(({ stdout = "" }) => stdout))
    .filter((text) => text.length < 5000),
);

/** Lines as shell profiles, loggers and crashes print them. None of them can close what another opens. */
const noiseLine = fc.oneof(
  fc.constantFrom(
    "Welcome back!",
    "[INFO] checking …",
    "{",
    '{"a":',
    '{"decision":"approve"',
    '{"hookSpecificOutput":{',
    '"',
    "{}",
    '{"systemMessage":"second"}',
    '{"level":"info","msg":"done"}',
    'saw {"decision":"approve"} go by',
    "\u001b[2K\r 100%",
    "null",
    "[1,2]",
    "\u0000",
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[}\]]/g, ".")),
);
/** At least one line that is not blank. */
export const noise = fc
  .array(noiseLine, { minLength: 1, maxLength: 3 })
  .filter((lines) => lines.some((line) => line.trim() !== ""))
  .map((lines) => lines.join("\n"));

/** Anything that a process can print, most of it close to an answer for the event. */
function makeStdout(event: string): fc.Arbitrary<string | Uint8Array> {
  const answer = fc.oneof(
    cleanAnswer(event).chain(jsonText),
    dirtyAnswer(event),
    dirtyAnswer(event),
    recorded,
  );
  const noisy = fc
    .tuple(fc.option(noise, { nil: "" }), answer, fc.option(noise, { nil: "" }))
    .map((lines) => lines.join("\n"));
  const truncated = fc.tuple(answer, fc.nat(60)).map(([text, cut]) => text.slice(0, -1 - cut));
  const utf16 = answer.map((text) => Buffer.from(`\uFEFF${text}`, "utf16le"));
  const holed = fc
    .tuple(answer, fc.nat(80), fc.constantFrom("\0", "\uFEFF", "\ud800", "\u2028", "\r", '"', "}"))
    .map(([text, at, hole]) => text.slice(0, at) + hole + text.slice(at));
  const flipped = fc.tuple(answer, fc.nat(200), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return new Uint8Array(bytes);
  });
  return fc.oneof(
    { weight: 8, arbitrary: answer },
    { weight: 3, arbitrary: noisy },
    { weight: 2, arbitrary: truncated },
    { weight: 1, arbitrary: answer.map((text) => `\uFEFF ${text}\r\n`) },
    { weight: 1, arbitrary: utf16 },
    { weight: 2, arbitrary: holed },
    { weight: 1, arbitrary: flipped },
    { weight: 1, arbitrary: fc.array(answer, { maxLength: 4 }).map((all) => all.join("\n")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom("", " ", "\n", "{}", "null") },
  );
}

/** One arbitrary an event: they are costly to make. */
const stdouts = new Map(names.map((event) => [event, makeStdout(event)]));
const otherStdout = makeStdout("Unheard");
const anyStdout = (event: string): fc.Arbitrary<string | Uint8Array> =>
  stdouts.get(event) ?? otherStdout;

const stderr = fc.oneof(
  fc.constantFrom("", "", "E-text\n"),
  someText,
  fc.uint8Array({ maxLength: 8 }),
);

const makeSettings = (event: string): fc.Arbitrary<WireRun> =>
  fc.record(
    {
      stderr,
      onFailure,
      cut: fc.constantFrom(false, false, false, true),
      merge: fc.boolean(),
      hook: fc.constantFrom("guard", "__proto__", '"><b>', "\u001b]0;x\u0007"),
      ...(event === "" ? {} : { json: fc.oneof(fc.jsonValue(), cleanAnswer(event)) }),
    },
    { requiredKeys: [] },
  );
const settings = makeSettings("");
const jsonSettings = new Map(names.map((event) => [event, makeSettings(event)]));

/** A run of a command, whatever it printed and however it ended. */
export const commandRun = (
  event: string,
  how: fc.Arbitrary<WireRun> = ending,
): fc.Arbitrary<WireRun> =>
  fc
    .tuple(how, anyStdout(event), settings)
    .map(([end, stdout, set]) => ({ ...set, stdout, ...end }));

/** Any run at all, of a command or of an answer that is in the settings. */
export const anyRun = (event: string): fc.Arbitrary<WireRun> =>
  fc.oneof(
    { weight: 6, arbitrary: commandRun(event) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(ending, jsonSettings.get(event) ?? makeSettings(event))
        .map(([end, set]) => ({ ...set, ...end })),
    },
  );

export const anyPayload = (event: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    fc.constant({ ...samplePayload(event) }),
    fc.record(
      { tool_input: inputValue, prompt: fc.string({ maxLength: 5 }) },
      { requiredKeys: [] },
    ),
  );

export interface RequestShape {
  readonly dialect?: fc.Arbitrary<string>;
  readonly event?: fc.Arbitrary<string>;
  readonly run?: (event: string) => fc.Arbitrary<WireRun>;
  readonly least?: number;
  readonly most?: number;
}

/** A whole request; the shape narrows what it is made of. */
export function anyRequest(shape: RequestShape = {}): fc.Arbitrary<InterpretRequest> {
  const { dialect = anyDialect, event = anyEvent, run = anyRun, least = 0, most = 2 } = shape;
  return event.chain((name) =>
    fc.record({
      dialect,
      event: fc.constant(name),
      payload: anyPayload(name),
      runs: fc.array(run(name), { minLength: least, maxLength: most }),
      allowUpdatedPrompt: fc.boolean(),
    }),
  );
}
