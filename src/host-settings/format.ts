import type { LocatedObject, Report } from "../config/index.js";
import type { ConfigHook, ConfigLayer } from "./host-config.js";
import type { JsonFlavour } from "./read-json.js";

/** The options with every default filled in. */
export interface World {
  readonly projectDir: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly draft: (path: string) => string | undefined;
  readonly isTrusted: boolean;
  /** An administrator's path, by platform. */
  readonly system: (paths: {
    readonly linux: string;
    readonly darwin: string;
    readonly win32: string;
  }) => string;
}

/** A file to look for. */
export interface Place {
  readonly path: string;
  readonly layer: ConfigLayer;
  /** Begins the ids of its hooks; no two places have the same. */
  readonly label: string;
  readonly form: "json" | "toml";
  /** There are hooks in it that nobody reads here: that there are some is reported, what they are is not. */
  readonly unread?: { readonly found: string; readonly line: number };
  /** Variables that the host sets for hooks of this file: folders, relative to the project's. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which the host runs hooks of this file, where that is not the project's. */
  readonly cwd?: string;
  /** The host for which it was written, where this one reads it too. */
  readonly meantFor?: string;
  /** Where a file is written otherwise than the host's own. */
  readonly format?: HostFormat;
}

/** What can be wrong in a file. */
export type Defect =
  | "top-key"
  | "top-value"
  | "hooks"
  | "event-unknown"
  | "event"
  | "group"
  | "entry"
  | "type"
  | "action"
  | "blank-command"
  | "timeout"
  | "failure"
  | "matcher"
  | "field"
  | "twice";

/** How much is lost by it. `everything`: the hooks of all files. `nothing`: only the value itself. */
export type Reach = "everything" | "file" | "event" | "group" | "hook" | "nothing";

/** What a value must be; a list is the words allowed. */
export type ValueKind =
  | "text"
  | "texts"
  | "flag"
  | "positive"
  | "one"
  | "ordinal"
  | "number"
  | "count"
  | "object"
  | "any"
  | readonly string[];

/** One type of hook: the keys without which it is none. Of several in one row any is enough. */
interface HandlerType {
  readonly needs: readonly (readonly string[])[];
  /** The host takes the entry and skips it: why. */
  readonly skipped?: string;
}

/** An entry whose values are right, before it is known what the host makes of it. */
export interface Draft {
  readonly event: string;
  readonly type: string;
  readonly matcher: string | undefined;
  /** The value of a text, and undefined where there is none. */
  readonly text: (key: string) => string | undefined;
  readonly flag: (key: string) => boolean;
  readonly number: (key: string) => number | undefined;
  readonly has: (key: string) => boolean;
}

/** Something to say about a draft: that it never runs, or that one of its keys does nothing. */
export interface Remark {
  readonly key: string;
  readonly found: string;
  readonly allowed: readonly string[];
  readonly code:
    | "host-config-ignored"
    | "setting-ignored"
    | "host-fails-open"
    | "timeout-unit"
    | "host-config-unread";
  readonly suggestion?: string;
  /** The host drops more than the hook. */
  readonly drops?: "file" | "group";
}

/** A file after reading. */
export interface Loaded {
  readonly place: Place;
  readonly report: Report;
  /** Null where the host drops the file or nobody could read it. */
  readonly root: LocatedObject | null;
  /** Not there at all, which is not the same as not known. */
  readonly isMissing: boolean;
  readonly hooks: readonly ConfigHook[];
}

/** How one host writes its hooks down: everything that reading them needs. */
export interface HostFormat {
  readonly host: string;
  readonly dialect: string;
  readonly events: readonly string[];
  readonly flavour: JsonFlavour;
  /** A link in place of the file is refused. */
  readonly refusesLinks: boolean;
  /** The only keys allowed next to `hooks`, with their values; null: anything else is allowed. */
  readonly topKeys: Readonly<Record<string, ValueKind>> | null;
  /** Keys next to `hooks` that must be there. */
  readonly topNeeds: readonly string[];
  /** Keys among the events that are none. */
  readonly besideEvents: readonly string[];
  /** Hooks are in groups with a matcher; otherwise each has its own. `either`: an entry that has hooks is a group. */
  readonly grouped: boolean | "either";
  /** What the host calls an event that the file has by another name. */
  readonly eventName: (written: string) => string;
  readonly types: Readonly<Record<string, HandlerType>>;
  /** Where an entry gives none; null: it must. */
  readonly defaultType: string | null;
  readonly keys: Readonly<Record<string, ValueKind>>;
  /** Keys that may be null, which is the same as absent. */
  readonly nullable: readonly string[];
  readonly reach: (defect: Defect, event: string) => Reach;
  readonly places: (world: World) => readonly Place[];
  readonly seconds: (draft: Draft) => number;
  readonly onFailure: (draft: Draft) => ConfigHook["onFailure"];
  readonly isAsync: (draft: Draft) => boolean;
  readonly command: (draft: Draft, world: World) => string | undefined;
  readonly remarks: (draft: Draft, world: World) => readonly Remark[];
  /** Switches, duplicates and whatever else is known only when all files are. */
  readonly arrange: (loaded: readonly Loaded[], world: World) => readonly ConfigHook[];
}

/** The versions of a host that read otherwise, the newest last. */
export type HostFormats = readonly HostFormat[];
