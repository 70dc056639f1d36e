import type { Runner } from "../run/index.js";
import type { RunCommand } from "./coding-agent.js";

/** Bytes of a command's output that the model may see. */
const OUTPUT_BYTES = 30_000;

/** Runs commands of the bash tool in a folder; at the deadline, or where the turn is aborted, the whole tree dies. */
export function shellCommand(runner: Runner, cwd: string): RunCommand {
  return async (command, timeoutMs, signal) => {
    const result = await runner.run(
      {
        file: "/bin/sh",
        args: ["-c", command],
        cwd,
        env: {},
        stdin: "",
        timeoutMs,
        outputBytes: OUTPUT_BYTES,
      },
      signal,
    );
    const { ending } = result;
    return {
      exit: ending.type === "exited" ? ending.code : null,
      signal: ending.type === "signalled" ? ending.signal : null,
      stdout: Buffer.from(result.stdout).toString(),
      stderr: Buffer.from(result.stderr).toString(),
      timedOut: ending.type === "timed-out",
      cut: result.cut || result.stderrCut,
    };
  };
}
