import { withInput } from "./rewritten-on-the-way.js";
import { toolboxFor, type ModuleEvent, type Toolbox } from "./toolbox.js";

/** What a module may export: a function of the event, middleware, or a list of middleware. */
type PlainFunction = (event: ModuleEvent) => unknown;
type Middleware = ($: Toolbox, event: ModuleEvent, next: Next) => unknown;
/** Calls the next in the chain, with the same event or with another one. */
type Next = (event?: ModuleEvent) => Promise<unknown>;

/** A module that can be called. */
export type Callable = (event: ModuleEvent) => Promise<unknown>;

/** What a module exports, as far as it matters. */
export interface LoadedModule {
  readonly default?: unknown;
  readonly register?: unknown;
}

/** What is wrong with a module, in words for its author: where in our own code it was noticed is nothing to him. */
export class ModuleFault extends Error {}

/** Reads the default export. Throws, in words for its author, where it is none of what it may be. */
export function callableOf({ default: exported, register }: LoadedModule): Callable {
  if (exported === undefined && typeof register === "function")
    throw new ModuleFault(
      "a mod of Claude Code (it exports register) cannot run here: export its function ($, event, next) as the default",
    );
  if (typeof exported === "function") {
    if (exported.length < 2) return async (event) => (exported as PlainFunction)(event);
    return chain([exported as Middleware]);
  }
  if (Array.isArray(exported) && exported.length > 0 && exported.every(isMiddleware))
    return chain(exported);
  throw new ModuleFault(
    `its default export is ${describe(exported)}; it should be a function (event), middleware ($, event, next) or a list of middleware`,
  );
}

/** In a list each needs `next`: without it a first answer would hide what those behind it refuse. */
function isMiddleware(value: unknown): value is Middleware {
  return typeof value === "function" && value.length >= 2;
}

/**
 * One calls the next; who returns nothing says what those behind it say, who are asked also where it forgot to: it
 * must not hide their deny. Behind the last one nobody has an opinion.
 */
function chain(members: readonly Middleware[]): Callable {
  const callFrom = async (place: number, event: ModuleEvent): Promise<unknown> => {
    const member = members[place];
    if (member === undefined) return undefined;
    let behind: Promise<unknown> | null = null;
    const next: Next = (other = event) => {
      if (behind !== null) throw new ModuleFault("next() was called twice");
      behind = callFrom(place + 1, other).then((said) => withInput(said, event, other));
      return behind;
    };
    const goOn = (): Promise<unknown> => behind ?? next();
    return (await member(toolboxFor(event), event, next)) ?? goOn();
  };
  return (event) => callFrom(0, event);
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
