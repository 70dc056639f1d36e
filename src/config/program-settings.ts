import type { actionKeys, groupKeys, hookKeys, HookType } from "./hook-keys.js";
import type { settingsKeys } from "./settings-keys.js";
import type { KeySpec, KeyTable, ValueOf, ValueSpec } from "./value-spec.js";

/** Keys that count in settings given by code, and that a hook of the type has. */
type KeyFor<Key, Spec extends KeySpec, Type extends string> = Spec extends {
  readonly layers: readonly (infer Layer)[];
}
  ? "program" extends Layer
    ? TypedKey<Key, Spec, Type>
    : never
  : TypedKey<Key, Spec, Type>;

type TypedKey<Key, Spec extends KeySpec, Type extends string> = Spec extends {
  readonly hookTypes: readonly (infer Types)[];
}
  ? Type extends Types
    ? Key
    : never
  : Key;

/** An object of the settings as an author writes it. An undefined key is as good as none. */
type Written<Table extends KeyTable, Needed extends PropertyKey, Type extends string> = {
  readonly [Key in keyof Table as Key extends Needed ? never : KeyFor<Key, Table[Key], Type>]?:
    | ValueIn<Table[Key]["value"]>
    | undefined;
} & {
  readonly [Key in keyof Table as Key extends Needed ? Key : never]: ValueIn<Table[Key]["value"]>;
};

type NeededIn<Table extends KeyTable> = {
  [Key in keyof Table]: Table[Key] extends { readonly required: true } ? Key : never;
}[keyof Table];

type ValueIn<Spec extends ValueSpec> = Spec extends {
  readonly kind: "object";
  readonly keys: infer Keys extends KeyTable;
}
  ? Written<Keys, NeededIn<Keys>, never>
  : Spec extends { readonly kind: "events" }
    ? Readonly<Record<string, readonly ProgramGroup[]>>
    : Spec extends { readonly kind: "entries" }
      ? readonly ProgramHook[]
      : ValueOf<Spec>;

type HookOf<Type extends HookType> = Omit<
  Written<typeof hookKeys, (typeof actionKeys)[Type], Type>,
  "type"
> & {
  // What another type has, this one has not.
  readonly [
    Key in keyof typeof hookKeys as TypedKey<Key, (typeof hookKeys)[Key], Type> extends never
      ? Key
      : never
  ]?: undefined;
} & (Type extends typeof hookKeys.type.default
    ? { readonly type?: Type }
    : { readonly type: Type });

/** One hook in settings given by code. */
export type ProgramHook = { [Type in HookType]: HookOf<Type> }[HookType];

/** Hooks that share a matcher, in settings given by code. */
export interface ProgramGroup extends Written<typeof groupKeys, "hooks", never> {}

/** Settings given by code: what a settings file may hold, and hooks that are functions. */
export interface ProgramSettings extends Written<typeof settingsKeys, never, never> {}
