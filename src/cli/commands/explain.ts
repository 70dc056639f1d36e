import { textOf, unseenText } from "../../compare/index.js";
import { defaultLimits, interpretOwn, type Reading, type WireRun } from "../../interpret/index.js";
import { allDialects } from "../../dialects/index.js";
import { isKnownEvent, samplePayload } from "../../payload/index.js";
import { readingText, toJsonText } from "../../show/index.js";
import type { OnFailure } from "../../decode/index.js";
import type { Arguments } from "../arguments.js";
import { explain as spec } from "../command-spec.js";
import { isTerminal, readCapped, writeAll, type Bytes } from "../files.js";
import { readPayload } from "../payload.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [event, ...extra] = given.positionals;
  if (event === undefined)
    throw new UsageError("which event? For example: snaphook explain PreToolUse --exit 2");
  if (extra.length > 0) throw new UsageError(`one event at a time, not also ${extra.join(" ")}`);

  // No event has a dash in its name, and every code has one.
  if (event.includes("-")) {
    const page = (await import("./explain-code.js")).pageOf(event);
    if (page !== null) {
      say(1, page);
      return 0;
    }
  }
  const dialect = given.text("dialect") ?? "wave";
  // Loaded only where a host is meant: their tables take as long to start as all the rest.
  const isForeign = given.flag("hosts") || !isOwn(dialect) || !isKnownEvent(event);
  const hosts = isForeign ? await import("./explain-hosts.js") : null;
  hosts?.checkDialect(dialect);
  const host = hosts?.findBridgedHost(dialect) ?? null;
  const suggestion = hosts?.suggestionFor(host, event) ?? null;
  // What nobody knows would be read as an event without effect.
  if (suggestion !== null && hosts?.meantEvent(event) !== null)
    throw new UsageError(`unknown event ${JSON.stringify(event)}; did you mean ${suggestion}?`);
  const payload = readPayload(given.text("payload")) ?? samplePayload(event);
  const hookRun = readRun(given);
  if (hosts !== null && given.flag("hosts")) {
    if (given.text("dialect") !== undefined)
      throw new UsageError("--hosts shows every host; --dialect shows one: give one of them");
    const answers = hosts.everyReading(event, payload, hookRun);
    if (given.flag("json")) writeAll(1, `${toJsonText(answers)}\n`);
    else say(1, `${hosts.everyReadingText(event, answers, paintForStdout())}\n`);
    return 0;
  }
  const interpret = hosts?.interpret ?? interpretOwn;
  const read = (one: WireRun): Reading => interpret({ dialect, event, payload, runs: [one] });
  const reading = withSuggestion(read(hookRun), suggestion);
  if (given.flag("json")) {
    const hooks = [{ id: "#0", file: null, line: null, ran: true, run: asInCase(hookRun) }];
    writeAll(1, `${toJsonText({ ...reading, hooks })}\n`);
  } else {
    const canonicalEvent = hosts?.canonicalEvent(event) ?? event;
    const title = isOwn(dialect) ? "Snaphook" : host?.summary.split(":", 1)[0];
    const log = isOwn(dialect) ? "its log" : host?.log;
    const unseen = unseenText(reading, { title: title ?? dialect, log: log ?? null, event, read });
    const paint = paintForStdout();
    say(1, readingText(reading, { dialect, event, canonicalEvent, unseen, paint }));
  }
  return 0;
}

/** Names the event that was probably meant, or what the host calls it. */
function withSuggestion(reading: Reading, suggestion: string | null): Reading {
  if (suggestion === null) return reading;
  const problems = reading.problems.map((problem) =>
    problem.path === "event" ? { ...problem, suggestion } : problem,
  );
  return { ...reading, problems };
}

function isOwn(dialect: string): boolean {
  return allDialects.some(
    ({ name, version }) => dialect === name || dialect === `${name}@${version}`,
  );
}

function readRun(given: Arguments): WireRun {
  const stdout = readStdout(given);
  const onFailure = readOnFailure(given.text("on-failure"));
  return {
    ...readEnding(given),
    stdout: stdout.bytes,
    ...(stdout.cut && { cut: true }),
    stderr: readStderr(given),
    ...(onFailure !== undefined && { onFailure }),
  };
}

function readEnding(given: Arguments): WireRun {
  const exit = given.text("exit");
  const signal = given.text("signal");
  const timedOut = given.flag("timed-out");
  if ([exit !== undefined, signal !== undefined, timedOut].filter(Boolean).length > 1) {
    throw new UsageError("a hook ends in one way: give one of --exit, --signal and --timed-out");
  }
  if (timedOut) return { timedOut };
  if (signal !== undefined) return { signal };
  if (exit === undefined) return { exit: 0 };
  if (!/^\d{1,3}$/.test(exit) || Number(exit) > 255) {
    throw new UsageError(`--exit ${exit}: an exit code is a whole number from 0 to 255`);
  }
  return { exit: Number(exit) };
}

function readStdout(given: Arguments): Bytes {
  const file = given.text("stdout-file");
  if (file !== undefined) return readCapped(file, defaultLimits.outputBytes);
  if (given.text("payload") === "-") return { bytes: new Uint8Array(), cut: false };
  if (isTerminal(0))
    say(2, "Type what the hook prints on stdout; end with Ctrl-D on a line of its own.\n");
  return readCapped("-", defaultLimits.outputBytes);
}

function readStderr(given: Arguments): string | Uint8Array {
  const text = given.text("stderr");
  const file = given.text("stderr-file");
  if (text !== undefined && file !== undefined)
    throw new UsageError("give one of --stderr and --stderr-file");
  return file === undefined ? (text ?? "") : readCapped(file, defaultLimits.outputBytes).bytes;
}

function readOnFailure(text: string | undefined): OnFailure | undefined {
  if (text === undefined || text === "continue" || text === "ask" || text === "block") return text;
  throw new UsageError(`--on-failure ${text}: allowed are continue, ask and block`);
}

/** The run with bytes as the text that a case would hold. */
function asInCase(hookRun: WireRun): WireRun {
  return { ...hookRun, stdout: textOf(hookRun.stdout), stderr: textOf(hookRun.stderr) };
}
