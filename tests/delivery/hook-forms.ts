import type { FunctionContext } from "../../src/run/index.js";

/** What a hook prints before it exits. */
interface Printing {
  readonly exit: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** A hook without its name: an answer that is in the settings, what it prints, or what only a process can do. */
export type AnsweringHook = { readonly onFailure?: string } & (
  | { readonly json: object }
  | Printing
  | { readonly command: string; readonly args?: readonly string[] }
);

/** As code gives it to the engine, without a process where none is needed. */
export function asFunction(hook: AnsweringHook): object {
  if (!("exit" in hook)) return asEntry(hook);
  const { exit, stdout = "", stderr = "", ...rest } = hook;
  const run = (_event: unknown, $: FunctionContext): unknown => $.exit(exit, { stdout, stderr });
  return { ...rest, type: "function", run };
}

/** As a file has it: what prints is a program. */
export function asEntry(hook: AnsweringHook): object {
  if ("json" in hook) return { ...hook, type: "json" };
  if (!("exit" in hook)) return hook;
  const { exit, stdout = "", stderr = "", ...rest } = hook;
  const prints = [print(stdout), stderr === "" ? "" : `{ ${print(stderr)}; } >&2`];
  const command = [...prints, `exit ${exit}`].filter((part) => part !== "").join("; ");
  return { ...rest, command };
}

/** As a program, whatever it is. */
export function asProgram(hook: AnsweringHook): object {
  if (!("json" in hook)) return asEntry(hook);
  const { json, ...rest } = hook;
  return asEntry({ ...rest, exit: 0, stdout: JSON.stringify(json) });
}

/** Shell that prints a text. What is long in it is made there: a command line has a limit. */
function print(text: string): string {
  const parts = text.split(/(x{1000,})/).filter((part) => part !== "");
  return parts
    .map((part) =>
      /^x{1000}/.test(part)
        ? `head -c ${part.length} /dev/zero | tr '\\0' x`
        : `printf %s '${part.replaceAll("'", "'\\''")}'`,
    )
    .join("; ");
}
