import { bridgedHosts } from "../hosts/index.js";
import type { RawFinding, SeenIn, Sees } from "./finding.js";
import { seenOf } from "./lanes.js";
import type { LocatedFinding, Occurrence } from "./lint.js";
import { eventOf } from "./proof/trials.js";
import type { Rule } from "./rule.js";
import type { Span } from "./script/syntax.js";
import { subjectOf, type Subject } from "./subject.js";

/** One hook in one host. */
interface Seen {
  readonly host: string;
  readonly event: string | null;
  readonly sees: Sees | null;
  readonly after?: Sees;
}

/**
 * Findings with who sees what: in every host whose settings use the script, or in every host that is known. Where a
 * host has nothing against the script, that is said as well.
 */
export function withSeen(
  located: readonly LocatedFinding[],
  subjects: readonly Subject[],
  inEveryHost: boolean,
): LocatedFinding[] {
  const hosts = new Hosts(subjects);
  return located.map(({ finding, of }) => {
    const [first] = of;
    if (finding.sees === undefined || first === undefined) return { finding, of };
    const used = hosts.using(first.subject);
    const others = inEveryHost ? hosts.elsewhere(first.subject, used) : [];
    const seen = [...used, ...others].flatMap((subject) => hosts.seenIn(first, subject));
    return { finding: { ...finding, seen: grouped(seen) }, of };
  });
}

/** Looks at each hook in each host once. */
class Hosts {
  private readonly byScript = new Map<string, Subject[]>();
  private readonly made = new Map<Subject, readonly (Subject | string)[]>();
  private readonly checked = new Map<Rule, Map<Subject, ReadonlyMap<number, RawFinding>>>();

  constructor(subjects: readonly Subject[]) {
    for (const subject of subjects) {
      const key = scriptKey(subject);
      this.byScript.set(key, [...(this.byScript.get(key) ?? []), subject]);
    }
  }

  /** The hooks that use the same script. */
  using(subject: Subject): readonly Subject[] {
    return subject.script === null ? [subject] : (this.byScript.get(scriptKey(subject)) ?? []);
  }

  /** The same hook in hosts whose settings do not have it, on the event that they have for it, or only their names. */
  elsewhere(subject: Subject, used: readonly Subject[]): readonly (Subject | string)[] {
    const { hook, script, files } = subject;
    if (script === null) return [];
    const known = this.made.get(subject);
    if (known !== undefined) return known;
    const event = eventOf(subject);
    const made = bridgedHosts()
      .filter(({ name }) => used.every((other) => other.hook.host !== name))
      .map(({ name, events }) => {
        const own = Object.entries(events).find(([, { canonical }]) => canonical === event)?.[0];
        const { matcher: _matcher, ...rest } = hook;
        return own === undefined
          ? name
          : subjectOf({ ...rest, host: name, event: own }, script, { files });
      });
    this.made.set(subject, made);
    return made;
  }

  seenIn({ rule, raw }: Occurrence, subject: Subject | string): Seen[] {
    if (typeof subject === "string") return [{ host: subject, event: null, sees: null }];
    const { host, event } = subject.hook;
    const found = this.check(rule, subject).get(raw.at?.start ?? -1);
    const sees = found === undefined ? asIs(subject, raw.at) : found.sees;
    if (sees === undefined) return [];
    return [{ host, event, sees, ...(found?.after !== undefined && { after: found.after }) }];
  }

  /** What a rule finds, by its place. */
  private check(rule: Rule, subject: Subject): ReadonlyMap<number, RawFinding> {
    const known = this.checked.get(rule) ?? new Map<Subject, ReadonlyMap<number, RawFinding>>();
    this.checked.set(rule, known);
    const found =
      known.get(subject) ??
      new Map(Array.from(rule.check(subject), (raw) => [raw.at?.start ?? -1, raw] as const));
    known.set(subject, found);
    return found;
  }
}

function scriptKey({ script }: Subject): string {
  return script === null
    ? ""
    : `${script.isInline} ${script.isInline ? script.source : script.path}`;
}

/** What a host does at a place that it has nothing against: who gets the text, or what the exit does. */
function asIs({ fates, ways }: Subject, at: Span | undefined): Sees | undefined {
  const texts = fates.filter(({ text }) => text.write.at.start === at?.start);
  if (texts.length > 0)
    return {
      user: texts.some(({ user }) => user) ? "the text" : "nothing",
      model: texts.some(({ model }) => model) ? "the text" : "nothing",
    };
  const way = ways.find(({ exit }) => exit.at?.start === at?.start);
  if (way === undefined) return undefined;
  const [said] = [...way.stderr, ...way.stdout].flatMap((printed) => printed.texts);
  return seenOf(way.reading, said?.probe ?? "");
}

/** Hosts in which it is the same, together; a host in which it differs by the event is named with the event. */
function grouped(all: readonly Seen[]): SeenIn[] {
  const groups = new Map<string, { names: Set<string>; seen: Seen }>();
  const keyOf = ({ sees, after }: Seen): string => JSON.stringify([sees, after]);
  const isMixed = (host: string): boolean =>
    new Set(all.filter((one) => one.host === host).map(keyOf)).size > 1;
  for (const seen of all) {
    const group = groups.get(keyOf(seen)) ?? { names: new Set(), seen };
    groups.set(keyOf(seen), group);
    group.names.add(isMixed(seen.host) ? `${seen.host} (${seen.event})` : seen.host);
  }
  return Array.from(groups.values(), ({ names, seen: { sees, after } }) => ({
    hosts: [...names],
    sees,
    ...(after !== undefined && { after }),
  }));
}
