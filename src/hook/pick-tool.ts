import { toolInputs, type InputFieldKind } from "../payload/index.js";
import { own } from "./hosts.js";
import { HookFault, isObject, type ReadEvent } from "./read-event.js";

type Call = NonNullable<ReadEvent["call"]>;

/**
 * The call under the name by which the hook wants it; null where it wants other tools. A tool that does the work of a
 * wanted one in a form of its own is a fault, unless the hook names it too: the hook would not see what it guards.
 */
export function pickTool(
  call: Call,
  wanted: readonly string[] | null,
  host: string,
): { readonly tool: string; readonly input: unknown } | null {
  const { tool, input, toolRow, isAnyServer } = call;
  if (wanted === null) return { tool: isAnyServer ? call.hostTool : tool, input };
  const name = wanted.find((one) => (isAnyServer ? isOfSomeServer(one, call) : one === tool));
  if (name !== undefined) {
    checkInput(name, input);
    return { tool: name, input };
  }
  const covered = toolRow?.covers?.find((one) => wanted.includes(one));
  if (covered === undefined) return null;
  throw new HookFault(
    `${host} does by ${tool} what ${covered} does, with another input: this hook must name ${tool} in its tools too`,
  );
}

function isOfSomeServer(wanted: string, { tool, hostTool }: Call): boolean {
  return wanted === hostTool || (wanted.startsWith("mcp__") && wanted.endsWith(`__${tool}`));
}

const kinds: Readonly<Record<string, string>> = {
  text: "string",
  number: "number",
  flag: "boolean",
};

/** Throws where an input of a known tool is not what its type says. */
export function checkInput(tool: string, input: unknown): void {
  if (!isObject(input)) throw new HookFault(`${tool}: the input is not an object`);
  const table: Readonly<Record<string, Readonly<Record<string, InputFieldKind>>>> = toolInputs;
  for (const [name, kind] of Object.entries(own(table, tool) ?? {})) {
    const value = own(input, name) ?? undefined;
    const isOptional = kind.endsWith("?");
    const type = kinds[isOptional ? kind.slice(0, -1) : kind];
    if (typeof value === type || (isOptional && value === undefined)) continue;
    throw new HookFault(`${tool}: input.${name} should be a ${type}, and is ${kindOf(value)}`);
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
