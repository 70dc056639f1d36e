import type { Settings } from "../../config/index.js";
import {
  driftIn,
  hostOf,
  isInFolder,
  recordedEvents,
  recordingTrouble,
  type RecordedEvent,
} from "../../recording/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import { keptOf } from "../../trace/index.js";

/** What was recorded of one wrapped hook. */
interface WrappedHook {
  readonly host: string;
  readonly event: string;
  readonly name: string;
  readonly runs: number;
  /** Runs that the host has killed. */
  readonly killed: number;
  /** Runs of which it is not known what came of them: no host or event is known, or the host did not read a pipe. */
  readonly unread: number;
  readonly last: string;
}

/** All that `record status` says. */
export interface RecordStatus {
  readonly isOn: boolean;
  readonly ledger: string;
  /** Events of this folder, by how much of their payloads is kept. */
  readonly events: Readonly<Record<"whole" | "redacted" | "cut", number>>;
  readonly wrapped: readonly WrappedHook[];
  readonly drift: ReturnType<typeof driftIn>;
  readonly trouble: ReturnType<typeof recordingTrouble>;
}

export function statusOf(
  { record }: Pick<Settings, "record">,
  places: { readonly ledger: string; readonly home: string; readonly projectDir: string },
): RecordStatus {
  const { ledger, home, projectDir } = places;
  const all = recordedEvents(ledger, (line) => isInFolder(line, projectDir));
  const events = { whole: 0, redacted: 0, cut: 0 };
  for (const { payload } of all) events[keptOf(payload)]++;
  const wrapped = all.filter(({ recordedBy }) => recordedBy === "wrapper");
  return {
    isOn: record,
    ledger,
    events,
    wrapped: wrappedHooks(wrapped),
    drift: driftIn(wrapped),
    trouble: recordingTrouble(home),
  };
}

function wrappedHooks(events: readonly RecordedEvent[]): readonly WrappedHook[] {
  const found = new Map<string, WrappedHook>();
  for (const one of events) {
    const { event, hooks, isKilled, reading, time } = one;
    const host = hostOf(one);
    const name = hooks[0]?.name ?? "";
    const key = JSON.stringify([host, event, name]);
    const before = found.get(key);
    found.set(key, {
      host,
      event,
      name,
      runs: (before?.runs ?? 0) + 1,
      killed: (before?.killed ?? 0) + (isKilled === true ? 1 : 0),
      unread: (before?.unread ?? 0) + (isKilled !== true && reading === null ? 1 : 0),
      last: time,
    });
  }
  return [...found.values()];
}

export function statusText(status: RecordStatus, paint: Paint): string {
  const { isOn, ledger, events, wrapped, drift, trouble } = status;
  const { whole, redacted, cut } = events;
  const total = whole + redacted + cut;
  const lines = [
    `${paint.bold("recording")}  ${isOn ? paint.green("on") : "off: long texts of payloads are cut; snaphook record on"}`,
    `${paint.bold("ledger")}     ${forTerminalLine(ledger)}`,
    `${paint.bold("here")}       ${total === 1 ? "1 event" : `${total} events`}: ${whole} whole, ${redacted} without what looked like a secret, ${cut} cut`,
    ...wrapped.map((hook) => wrappedText(hook, paint)),
    ...drift.map(({ host, event, field, what, times }) => {
      const said =
        what === "new"
          ? "it sends a field that Snaphook does not know"
          : "it does not send a field that it is known to send";
      return `${paint.yellow("changed")}    ${forTerminalLine(`${host} ${event}: ${said}: ${field}`)} (${times} times)`;
    }),
    ...(trouble.length === 0
      ? []
      : [
          `${paint.red("lost")}       ${trouble.length === 1 ? "1 run was" : `${trouble.length} runs were`} not recorded, the latest at ${trouble.at(-1)?.time}: ${forTerminalLine(trouble.at(-1)?.message ?? "")}; snaphook record status --clear forgets them`,
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

function wrappedText(hook: WrappedHook, paint: Paint): string {
  const { host, event, name, runs, killed, unread, last } = hook;
  const missing = [host === "unknown" ? "--host HOST" : "", event === "" ? "--event EVENT" : ""];
  const said = missing.filter((option) => option !== "").join(" ");
  const counts = [
    `${runs} ${runs === 1 ? "run" : "runs"}`,
    ...(killed === 0 ? [] : [paint.red(`${killed} killed by the host`)]),
    ...(unread === 0
      ? []
      : [
          paint.yellow(
            said === ""
              ? `${unread} without a decision: the output did not go to a pipe`
              : `${unread} without a decision: put ${said} before --`,
          ),
        ]),
    `last ${last}`,
  ];
  const title = forTerminalLine(`${name} (${host}, ${event === "" ? "event unknown" : event})`);
  return `${paint.bold("wrapped")}    ${title}: ${counts.join(", ")}`;
}
