import type { RawPayload } from "./detect-host.js";
import type { commonFields, EventFieldKind, eventFields, toolEvents } from "./event-fields.js";
import type { EventAnswers, HostName } from "./host-table.js";
import type { ToolInputs, ToolName } from "./tool-inputs.js";

/** An event that a hook can be for. */
export type HookEventName = keyof EventAnswers;

/** An event that is about one call of a tool. */
export type ToolEventName = (typeof toolEvents)[number];

type Value<Kind extends EventFieldKind> = Kind extends "text"
  ? string
  : Kind extends "text?"
    ? string | undefined
    : Kind extends "flag"
      ? boolean
      : unknown;
type Fields<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [infer Kind, string]
    ? Value<Kind & EventFieldKind>
    : never;
};
type OwnFields<Name> = Name extends keyof typeof eventFields
  ? Fields<(typeof eventFields)[Name]>
  : unknown;

/** One tool and its input: by the tool's name it is known what the input holds. */
type Calls<Tool extends string> = {
  [Name in Tool]: {
    readonly tool: Name;
    readonly input: Name extends ToolName ? ToolInputs[Name] : Readonly<Record<string, unknown>>;
  };
}[Tool];
type CallFields<Name, Tool extends string> = Name extends ToolEventName
  ? string extends Tool
    ? { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
    : Calls<Tool>
  : unknown;

/** What a hook is called with: the event in Snaphook's words, whatever the host calls things. */
export type HookEvent<Name extends HookEventName = HookEventName, Tool extends string = string> = {
  readonly name: Name;
  readonly host: HostName;
  /** What the host calls the event. */
  readonly hostEvent: string;
  /** The whole payload in Snaphook's names; what the host adds to it is in it too. */
  readonly payload: RawPayload;
} & Fields<typeof commonFields> &
  OwnFields<Name> &
  CallFields<Name, Tool>;
