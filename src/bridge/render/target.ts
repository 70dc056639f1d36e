import { allDialects, belongsTo } from "../../dialects/index.js";
import { bridgedHosts, bridgeOf, findHost, type AnswerForms } from "../../hosts/index.js";
import { interpret, type Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";

/** An answer as a process gives it. */
export interface PrintedRun {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One event of the host that gets the answer. */
export interface RenderTarget {
  readonly forms: AnswerForms;
  readonly event: string;
  /** Whether the event reads this path of an answer. */
  counts(path: string): boolean;
  /** What the event guards is that the agent stops: to block it keeps the agent going. */
  readonly guardsStop: boolean;
  /** What the host does with an answer. */
  read(answer: PrintedRun): Reading;
}

/** Finds the host by `name` or `name@version`. One that cannot be written for is the caller's error: it throws. */
export function targetOf(host: string, event: string, payload: Payload): RenderTarget {
  const forms = bridgeOf(host)?.answers;
  const paths = pathsOf(host, event);
  if (forms === undefined || paths === null) {
    const known = bridgedHosts()
      .map(({ name }) => name)
      .join(", ");
    throw new RangeError(`no answers are written for ${JSON.stringify(host)}; known are: ${known}`);
  }
  return {
    forms,
    event,
    counts: (path) =>
      forms.mute?.includes(event) !== true &&
      paths.some((known) => path === known || path.startsWith(`${known}.`)),
    guardsStop: stops.has(canonicalName(host, event)),
    read: (answer) => interpret({ dialect: host, event, payload, runs: [answer] }),
  };
}

const stops: ReadonlySet<string> = new Set(["Stop", "SubagentStop"]);

function canonicalName(wanted: string, event: string): string {
  const host = findHost(wanted);
  if (host === null) return event;
  return (Object.hasOwn(host.events, event) && host.events[event]?.canonical) || "";
}

/** Paths of all fields that count on the event; none where the host does not have it, null where there is no such host. */
function pathsOf(wanted: string, event: string): readonly string[] | null {
  const host = findHost(wanted);
  if (host !== null) return (Object.hasOwn(host.events, event) && host.events[event]?.fields) || [];
  const dialect = allDialects.find(
    ({ name, version }) => wanted === name || wanted === `${name}@${version}`,
  );
  if (dialect === undefined) return null;
  return Object.entries(dialect.fields)
    .filter(([, spec]) => belongsTo(spec, event))
    .map(([name, { places }]) => (places.includes("top") ? name : `hookSpecificOutput.${name}`));
}
