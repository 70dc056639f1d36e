import { checkInput } from "./pick-tool.js";
import type { ToolInputs, ToolName } from "./tool-inputs.js";

/**
 * Whether a call is of this tool, for hooks that are for several. Throws where its input is not what the type says: a guard
 * that cannot read what it guards refuses.
 */
export function isTool<
  Tool extends ToolName,
  Event extends { readonly tool: string; readonly input: unknown },
>(
  event: Event,
  tool: Tool,
): event is Event & { readonly tool: Tool; readonly input: ToolInputs[Tool] } {
  if (event.tool !== tool) return false;
  checkInput(tool, event.input);
  return true;
}
