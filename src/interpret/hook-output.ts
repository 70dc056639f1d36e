import type { FieldPlace, waveFields, waveWords } from "../dialects/index.js";
import type { HookEventName } from "../payload/index.js";

type WaveFields = typeof waveFields;
type Words = typeof waveWords;

/** Names of the fields that are in that place on any of the events. */
type NamesAt<In extends FieldPlace, Event extends HookEventName> = {
  [Name in keyof WaveFields]: In extends WaveFields[Name]["places"][number]
    ? WaveFields[Name]["events"] extends readonly (infer On)[]
      ? Extract<Event, On> extends never
        ? never
        : Name
      : Name
    : never;
}[keyof WaveFields];

interface FieldValues {
  readonly boolean: boolean;
  readonly text: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly any: unknown;
}

/** A decision of PermissionRequest as Claude Code has it. */
interface Behavior {
  readonly behavior: keyof Words["behavior"];
  readonly message?: string;
}

type Value<Name extends keyof WaveFields, Event extends HookEventName> =
  | (WaveFields[Name]["type"] extends keyof FieldValues
      ? FieldValues[WaveFields[Name]["type"]]
      : keyof Words[Name & keyof Words])
  | (Name extends "decision"
      ? Extract<Event, "PermissionRequest"> extends never
        ? never
        : Behavior
      : never);

type FieldsAt<In extends FieldPlace, Event extends HookEventName> = {
  readonly [Name in NamesAt<In, Event>]?: Value<Name, Event>;
};

/** One object instead of an intersection: editors and errors show its fields. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** What `hookSpecificOutput` may hold on one event, in the dialect `wave`; on several, any of theirs. */
export type HookSpecificOutputOf<Event extends HookEventName> = Event extends HookEventName
  ? Flat<{ readonly hookEventName: Event } & FieldsAt<"specific", Event>>
  : never;

/** What `hookSpecificOutput` may hold, in the dialect `wave`: `hookEventName` names the event. */
export type HookSpecificOutput = HookSpecificOutputOf<HookEventName>;

type GoesOn =
  | { readonly continue?: true; readonly stopReason?: string }
  | { readonly continue: false; readonly stopReason: string };

/**
 * The JSON object that a hook prints, in the dialect `wave`; `Event` narrows it to what one event takes. A decision that
 * blocks must have a reason as well, which `isHookJSONOutput` checks.
 */
export type HookJSONOutput<Event extends HookEventName = HookEventName> = Flat<
  Omit<FieldsAt<"top", Event>, keyof GoesOn> & {
    readonly hookSpecificOutput?: HookSpecificOutputOf<Event>;
  } & GoesOn
>;
