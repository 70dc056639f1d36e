import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { givenOf, snapshotOf, testFileText, type HookTest } from "../../hook-tests/index.js";
import { replaceFile } from "../../io/index.js";
import { hostOf, isInFolder, recordedEvents, type RecordedEvent } from "../../recording/index.js";
import { forTerminalLine } from "../../show/index.js";
import { keptOf } from "../../trace/index.js";
import type { Arguments } from "../arguments.js";
import { agreed } from "../bridge/agree.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { UsageError } from "../usage-error.js";
import { callText } from "./call-text.js";
import { isMeant, readWindow, type EventFilter } from "./event-filter.js";

const REFUSED = 3;
const FILE = "recorded.hooktest.json";

/** Turns what was recorded in this folder into tests that expect what was decided. */
export async function exportTests(
  given: Arguments,
  ledger: string,
  projectDir: string,
): Promise<number> {
  const filter = readWindow(given);
  const events = recordedEvents(ledger, (line) => isInFolder(line, projectDir)).filter((event) =>
    isMeant(event, filter),
  );
  const { tests, cut, redacted, open } = testsOf(events, projectDir);
  const counts = [
    `${events.length} recorded events, ${tests.length} different tests`,
    ...(cut > 0 ? [`${cut} left out: the payload was not kept whole (snaphook record on)`] : []),
    ...(redacted > 0 ? [`${redacted} without something that looked like a secret`] : []),
    ...(open > 0 ? [`${open} left out: no decision is on record`] : []),
  ];
  say(2, `${counts.join("; ")}\n`);
  if (tests.length === 0) throw new UsageError(noneText(filter));
  const text = testFileText(tests);
  const out = given.text("out") ?? FILE;
  if (out === "-") {
    writeAll(1, text);
    return 0;
  }
  if (existsSync(out)) throw new UsageError(`${out} is there already; give another --out`);
  const isAgreed = await agreed({ path: out, before: null, after: text }, given.flag("yes"));
  if (!isAgreed) return REFUSED;
  replaceFile(resolve(out), text);
  say(1, `wrote ${forTerminalLine(out)}; run it: snaphook test ${forTerminalLine(out)}\n`);
  return 0;
}

function noneText(filter: EventFilter): string {
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return isFiltered
    ? "no recorded event of this folder is meant by these options"
    : "nothing is recorded in this folder; turn it on: snaphook record on, or wrap a hook: snaphook record -- ./guard.sh";
}

interface Exported {
  readonly tests: readonly HookTest[];
  readonly cut: number;
  readonly redacted: number;
  readonly open: number;
}

function testsOf(events: readonly RecordedEvent[], projectDir: string): Exported {
  const tests = new Map<string, HookTest>();
  let [cut, redacted, open] = [0, 0, 0];
  for (const event of events) {
    const kept = keptOf(event.payload);
    if (kept === "cut") cut++;
    else if (event.reading === null) open++;
    else {
      if (kept === "redacted") redacted++;
      const test = testOf(event, event.reading, projectDir);
      const key = JSON.stringify([test.hosts, test.given]);
      // What was decided last counts.
      tests.set(key, test);
    }
  }
  return { tests: [...tests.values()], cut, redacted, open };
}

function testOf(
  recorded: RecordedEvent,
  reading: NonNullable<RecordedEvent["reading"]>,
  projectDir: string,
): HookTest {
  const host = hostOf(recorded);
  const { event, payload, hooks, recordedBy } = recorded;
  const given = givenOf(payload, { host, event, projectDir });
  const [wrapped] = hooks;
  const texts = (all: typeof reading.toUser): string[] =>
    all.map(({ text }) => text).filter((text) => keptOf(text) === "whole");
  const { outcome, permission } = reading;
  const seen = {
    outcome,
    permission,
    input: wholeOf(reading.input),
    prompt: wholeOf(reading.prompt),
    files: [],
  };
  const words = [host, event, callText(payload), outcome].filter((word) => word !== "");
  return {
    name: words.join(" "),
    hosts: [host],
    given: {
      ...given,
      ...(recordedBy === "wrapper" && wrapped !== undefined && { hooks: [wrapped.name] }),
    },
    expect: snapshotOf({
      ...seen,
      toModel: texts(reading.toModel),
      toUser: texts(reading.toUser),
    }),
  };
}

function wholeOf<Value>(value: Value): Value | null {
  return keptOf(value) === "whole" ? value : null;
}

/** Where the ledger is. */
export function ledgerFile(home: string): string {
  return join(home, "ledger.jsonl");
}
