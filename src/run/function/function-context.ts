import { toolboxFor, type ModuleEvent, type Toolbox } from "../module/toolbox.js";

/** What a hook in code may use: the answers of a module's toolbox, and the signal that nobody waits for it any more. */
export interface FunctionContext extends Omit<Toolbox, "log"> {
  readonly signal: AbortSignal;
}

export function functionContext(event: ModuleEvent, signal: AbortSignal): FunctionContext {
  const { log: _, ...answers } = toolboxFor(event);
  return { ...answers, signal };
}
