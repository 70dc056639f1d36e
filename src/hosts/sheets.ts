import type { Sheet } from "./answer-forms.js";
import { claudeCode } from "./claude-code/answer-forms.js";
import { codex } from "./codex/answer-forms.js";
import { copilot } from "./copilot/answer-forms.js";
import { cursor } from "./cursor/answer-forms.js";
import { gemini } from "./gemini/answer-forms.js";
import { wave } from "./wave/answer-forms.js";

export const sheets: Readonly<Record<string, Sheet>> = {
  wave,
  "claude-code": claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
};
