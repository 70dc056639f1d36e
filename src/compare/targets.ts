import { allDialects } from "../dialects/index.js";
import { bridgedHosts, type HostTable } from "../hosts/index.js";
import { isKnownEvent } from "../payload/index.js";
import { nameIn, ownName, suggestionFor } from "./event-names.js";

/** A host, or Snaphook itself, and one event there. */
export interface ComparedEvent {
  readonly host: string;
  readonly version: string;
  readonly dialect: string;
  /** Its name, as its makers write it. */
  readonly title: string;
  readonly log: string | null;
  readonly failClosed: string | null;
  /** What exit code 2 does there, where that is known in words. */
  readonly exitTwo: string | null;
  readonly event: string | null;
  readonly didYouMean: string | null;
  /** The bridge can write answers for it. */
  readonly isWritable: boolean;
}

/** Snaphook as it is by default, and every host that it knows. */
export function hostTargets(event: string): readonly ComparedEvent[] {
  return [ownTarget(event), ...bridgedHosts().map((table) => targetIn(table, event))];
}

/** Snaphook's other dialects. */
export function dialectTargets(event: string): readonly ComparedEvent[] {
  const own = ownTarget(event);
  return allDialects
    .filter(({ name }) => name !== own.dialect)
    .map(({ name, version }) => ({
      ...own,
      host: name,
      version,
      dialect: name,
      title: name,
      isWritable: false,
    }));
}

function ownTarget(event: string): ComparedEvent {
  const own = ownName(event);
  return {
    host: "snaphook",
    version: "wave",
    dialect: "wave",
    title: "Snaphook",
    log: "its log",
    failClosed: '"onFailure": "block"',
    exitTwo: null,
    event: isKnownEvent(own) ? own : null,
    didYouMean: suggestionFor(null, event),
    isWritable: true,
  };
}

function targetIn(table: HostTable, event: string): ComparedEvent {
  const { name, version, summary, log = null, failClosed = null } = table;
  const named = nameIn(table, event);
  return {
    host: name,
    version,
    dialect: name,
    title: summary.split(":", 1)[0] ?? name,
    log,
    failClosed,
    exitTwo: named === null ? null : (table.events[named]?.exitTwo ?? null),
    event: named,
    didYouMean: suggestionFor(table, event),
    isWritable: true,
  };
}
