import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** The built command, as a user runs it. */
const command = resolve("dist/cli/main.js");

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command and waits for it. The bound is against hanging only. */
export function snaphook(
  args: readonly string[],
  options: { input?: string | Uint8Array; cwd?: string; columns?: number } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    input: options.input ?? "",
    cwd: options.cwd ?? ".",
    env: { ...process.env, COLUMNS: String(options.columns ?? "") },
    encoding: "utf8",
    timeout: 200_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
