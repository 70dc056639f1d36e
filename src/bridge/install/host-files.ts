/** How a hook is registered in a project's own configuration of a host. */
export interface HostFile {
  /** In the project. */
  readonly path: string;
  /** Keys that a new file has beside the hooks. */
  readonly frame: Readonly<Record<string, unknown>>;
  /** What stands in the list of an event. */
  readonly entry: (command: string, seconds: number) => unknown;
}

const claudeLike = (command: string, timeout: number): unknown => ({
  hooks: [{ type: "command", command, timeout }],
});

/** The file of each host in which a project's hooks stand. */
export const hostFiles: Readonly<Record<string, HostFile>> = {
  "claude-code": { path: ".claude/settings.json", frame: {}, entry: claudeLike },
  codex: { path: ".codex/hooks.json", frame: {}, entry: claudeLike },
  gemini: {
    path: ".gemini/settings.json",
    frame: {},
    // In milliseconds there.
    entry: (command, seconds) => ({
      hooks: [{ type: "command", name: "snaphook", command, timeout: seconds * 1000 }],
    }),
  },
  cursor: {
    path: ".cursor/hooks.json",
    frame: { version: 1 },
    // Else whatever goes wrong lets the tool run.
    entry: (command, timeout) => ({ command, timeout, failClosed: true }),
  },
  wave: { path: ".wave/settings.json", frame: {}, entry: claudeLike },
  copilot: {
    path: ".github/hooks/snaphook.json",
    frame: { version: 1 },
    entry: (command, timeoutSec) => ({ type: "command", bash: command, timeoutSec }),
  },
};
