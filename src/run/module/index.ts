import { fileURLToPath } from "node:url";

/** The program that has a module loaded: a worker by its protocol. */
export function moduleProgram(
  path: string,
  memoryMb: number,
): { readonly file: string; readonly args: readonly string[] } {
  const main = fileURLToPath(new URL("./module-main.mjs", import.meta.url));
  return { file: process.execPath, args: [main, path, String(memoryMb)] };
}
