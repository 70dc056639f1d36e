import type { CommandSpec } from "./command-type.js";

/** What the exit code of every command means; some commands say more in their details. */
export const exitCodes: Readonly<Record<string, string>> = {
  "0": "done; `run` and `explain`: whatever the decision",
  "1": "findings, differences, a guard that does not block, a turn that was ended",
  "2": "wrong usage, or a file that cannot be read",
  "3": "refused: hooks are not approved or not what was pinned, or a change was not agreed to",
  "130": "interrupted",
};

/** Options that every command has. */
export const commonOptions: CommandSpec["options"] = {
  "--json": "print JSON instead of text",
  "--dialect NAME":
    "how to read hooks: wave (default), wave/strict, wave/exit, gosu, pact; explain, conform: also a host",
  "--cwd DIR": "work in this folder instead of the current one",
  "--help": "show this help",
};
