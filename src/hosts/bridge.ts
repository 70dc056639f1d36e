import type { EnvironmentFact } from "../dialects/index.js";
import type { AnswerForms } from "./answer-forms.js";

/** What a tool does, whatever a host calls it. */
export type ToolOperation =
  | "shell"
  | "write"
  | "edit"
  | "read"
  | "fetch"
  | "search"
  | "find"
  | "task";

/** One tool of a host: its name, and what it calls the fields of the operation's input. */
interface HostTool {
  readonly name: string;
  /** By Snaphook's name. A field that is not here has the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The input has another form, which cannot be made out of Snaphook's. */
  readonly isOpaque?: true;
}

export type HostTools = Readonly<Partial<Record<ToolOperation, HostTool>>>;

/** How a host writes the tool of an MCP server: the prefix, the server, the separator, the tool. */
export interface McpNames {
  readonly prefix: string;
  /** The server ends with the first of it, whatever the server is called; null where the name holds no server. */
  readonly separator: string | null;
}

/** Something by which a hook knows that this host has started it: all that is named must be there. */
interface HostMark {
  /** Fields of the payload. */
  readonly fields?: readonly string[];
  /** Fields that the host never sends, and that others send with the fields above. */
  readonly lacks?: readonly string[];
  /**
   * Variables. One that holds the session or the event must hold that of the payload: a process inherits the variables of
   * the host in which it was started.
   */
  readonly variables?: readonly string[];
}

/** How a host names the fields of a payload that Snaphook knows by another name. */
export interface PayloadForm {
  /** Snaphook's name to the host's. */
  readonly fields: Readonly<Record<string, string>>;
  /** Some versions of the host write the tool's input as a text that holds JSON. */
  readonly inputMayBeText?: true;
  /** The host does not say in it which event it is. */
  readonly isUnnamed?: true;
  /** On these events the tool is the event, and its input is in the payload itself. */
  readonly toolEvents?: Readonly<Record<string, ToolEvent>>;
}

/** An event that is about one tool. */
interface ToolEvent {
  readonly canonical: "PreToolUse" | "PostToolUse";
  readonly operation: "shell" | "read";
  readonly fields: readonly string[];
}

/** What a host calls things in a payload. */
export interface HostNames {
  /** By the host's own name of the event. */
  readonly payload: (event: string) => PayloadForm;
  readonly tools: HostTools;
  readonly mcp: McpNames;
}

/** How a host starts the command of a hook. */
export interface HostStart {
  /** The program and its arguments; the hook's command is one more. `$SHELL` is the user's own shell, else /bin/sh. */
  readonly shell: readonly string[];
  /** Whether it posts events to servers and reads an object that comes back as what a program prints. */
  readonly http?: true;
  /** Variables that the host sets, and what they hold. */
  readonly environment: Readonly<Record<string, EnvironmentFact>>;
}

/** How a hook is registered in a project's own configuration of a host. */
export interface InstallPlace {
  /** In the project. */
  readonly path: string;
  /** Keys that a new file has next to the hooks. */
  readonly frame: Readonly<Record<string, unknown>>;
  /** What is in the list of an event. */
  readonly entry: (hook: HookToInstall) => unknown;
  /** What the user has to do then, in lines; none where nothing is left to do. */
  readonly nextSteps?: (installed: Installed) => readonly string[];
}

/** A hook as it is to be registered. */
export interface HookToInstall {
  readonly command: string;
  readonly seconds: number;
  /** In the host's own words. */
  readonly matcher?: string;
  /** Where it fails the call must not go on; only some hosts have a setting for that. */
  readonly isGuard?: boolean;
}

export interface InputFields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A file in which commands were registered. */
export interface Installed {
  readonly path: string;
  readonly text: string;
  readonly commands: ReadonlySet<string>;
  readonly sha256: (text: string) => string;
}

/** What the bridge needs to know of a host: how it sends an event, how it is answered, where it is set up. */
export interface HostBridge extends HostNames {
  readonly answers: AnswerForms;
  /** It gives context to the model with angle brackets escaped: another host should get what the hook wrote. */
  readonly escapesContext?: true;
  readonly start: HostStart;
  /** Every field of an event's payload, also those that are not always there; undefined where that is not known. */
  readonly sends?: (event: string) => readonly string[] | undefined;
  /** The fields of a tool's input, by the host's name for the tool; undefined for one that is not known. */
  readonly inputFields?: (tool: string) => InputFields | undefined;
  /** How a hook knows this host. */
  readonly marks: readonly HostMark[];
  /** The only keys that a rewritten input may have, by the host's tools; of other tools every key counts. */
  readonly inputKeys?: Readonly<Record<string, readonly string[]>>;
  /** A new output of a tool counts only where it has the shape of the old one. */
  readonly outputKeepsShape?: true;
  /** Fields that the host adds to every payload, as in a sample. */
  readonly sample: Readonly<Record<string, unknown>>;
  readonly install: InstallPlace;
}
