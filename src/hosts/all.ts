import { claudeCode } from "./claude-code/index.js";
import { codex } from "./codex/index.js";
import { copilot } from "./copilot/index.js";
import { cursor } from "./cursor/index.js";
import { gemini } from "./gemini/index.js";
import type { Host, HostTable } from "./host.js";
import { wave } from "./wave/index.js";

/** Every host, a line each; of several versions of one the newest is the last. */
export const knownHosts: readonly (Host | HostTable)[] = [
  ...claudeCode,
  gemini,
  codex,
  cursor,
  copilot,
  wave,
];
