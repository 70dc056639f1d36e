import { relative } from "node:path";
import type { Hook, HookEntry } from "../config/index.js";

const MEMORY_MB = 256;
const SECONDS = 60;

/**
 * A program that makes tests, in the form in which hooks are approved: it is code of the project and does not run before
 * someone has looked at it. It is nobody's to pin.
 */
export function testProgram(projectDir: string, file: string): Hook {
  const path = relative(projectDir, file);
  const entry: HookEntry = {
    id: `test/${path}`,
    name: path,
    event: "test",
    matcher: undefined,
    if: undefined,
    action: { type: "module", module: path, memoryMb: MEMORY_MB },
    timeout: SECONDS,
    onFailure: "continue",
    env: {},
    passEnv: [],
    cwd: null,
    merge: false,
    sequential: false,
    disabled: false,
    source: { layer: "local", file, line: null },
  };
  return { ...entry, entry };
}
