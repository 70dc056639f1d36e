import { interpret, type Reading } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import { printedBy, type Printed, type PrintedText } from "./printed-text.js";
import type { ScriptExit, ScriptFacts, Write } from "./script/facts.js";

/** One way in which a hook may end, as its host reads it. */
export interface HookWay {
  readonly exit: ScriptExit;
  readonly code: number;
  readonly stdout: readonly Printed[];
  readonly stderr: readonly Printed[];
  readonly reading: Reading;
  /** Whether it is known what it prints, as far as a decision goes. */
  readonly isCertain: boolean;
}

/** Who gets a text on one of the ways. */
interface Seen {
  readonly model: boolean;
  readonly user: boolean;
}

/** A text and what becomes of it on every way on which it is printed. */
export interface TextFate extends Seen {
  readonly text: PrintedText;
  readonly ways: readonly HookWay[];
}

const MOST_WAYS = 200;

/** How a host reads a hook: on which event, and with which payload. */
interface HostEvent {
  readonly dialect: string;
  readonly event: string;
  readonly payload: Payload;
}

const known = new WeakMap<ScriptFacts, Map<string, HookWay[]>>();

/**
 * Every way through a script, read by the host: what it prints and how it ends become a run. Read once for all hooks that
 * share a script and an event.
 */
export function waysOf(facts: ScriptFacts, host: HostEvent): HookWay[] {
  const read = known.get(facts) ?? new Map<string, HookWay[]>();
  known.set(facts, read);
  const key = JSON.stringify([host.dialect, host.event, host.payload]);
  const ways = read.get(key) ?? readWays(facts, host);
  read.set(key, ways);
  return ways;
}

function readWays(facts: ScriptFacts, host: HostEvent): HookWay[] {
  const printed = new Map(facts.writes.map((write) => [write.id, printedBy(write, host.event)]));
  const ways: HookWay[] = [];
  const add = (exit: ScriptExit, writes: readonly Write[], code: number): void => {
    if (ways.length >= MOST_WAYS) return;
    const of = (stream: Write["stream"]): Printed[] =>
      writes.filter((write) => write.stream === stream).flatMap(({ id }) => printed.get(id) ?? []);
    const [stdout, stderr] = [of("stdout"), of("stderr")];
    const run = { exit: code, stdout: lines(stdout), stderr: lines(stderr) };
    const { dialect, event, payload } = host;
    const reading = interpret({ dialect, event, payload, runs: [run] });
    // Hosts read decisions from stdout only.
    const isCertain = stdout.every(({ isUncertain }) => !isUncertain);
    ways.push({ exit, code, stdout, stderr, reading, isCertain });
  };
  for (const exit of facts.exits) {
    if (exit.isSubshell) continue;
    for (const code of exit.code === null ? [0, 2] : [exit.code]) {
      const isSilent = exit.always.every(({ stream }) => stream !== "stdout");
      if (!isSilent || !exit.hasPrinted) add(exit, exit.always, code);
      for (const write of exit.sometimes) add(exit, inOrder([...exit.always, write]), code);
    }
  }
  return ways;
}

function lines(parts: readonly Printed[]): string {
  return parts.map(({ output }) => `${output}\n`).join("");
}

function inOrder(writes: readonly Write[]): Write[] {
  return writes.toSorted((one, other) => one.id - other.id);
}

/** What becomes of every text that the script prints. */
export function fatesOf(ways: readonly HookWay[]): TextFate[] {
  const fates = new Map<
    string,
    { text: PrintedText; ways: HookWay[]; model: boolean; user: boolean }
  >();
  for (const way of ways) {
    const { toModel, toUser } = way.reading;
    for (const { texts } of [...way.stdout, ...way.stderr])
      for (const text of texts) {
        const fate = fates.get(text.probe) ?? { text, ways: [], model: false, user: false };
        fates.set(text.probe, fate);
        fate.ways.push(way);
        fate.model ||= toModel.some((one) => one.text.includes(text.probe));
        fate.user ||= toUser.some((one) => one.text.includes(text.probe));
      }
  }
  return [...fates.values()];
}
