/** What a field of a tool's input holds; with a question mark it may be missing. */
export type InputFieldKind = "text" | "text?" | "number?" | "flag?";

const file = { file_path: "text" } as const;

/**
 * What tools are given that guards look at, by the names that Snaphook has for them, whatever a host calls them. Fields that
 * nobody guards are not here. `apply_patch` is Codex's own: its patch cannot be made into a `Write` or an `Edit`.
 */
export const toolInputs = {
  Bash: {
    command: "text",
    description: "text?",
    timeout: "number?",
    run_in_background: "flag?",
  },
  Write: { ...file, content: "text" },
  Edit: { ...file, old_string: "text", new_string: "text", replace_all: "flag?" },
  Read: { ...file, offset: "number?", limit: "number?" },
  WebFetch: { url: "text", prompt: "text?" },
  Grep: { pattern: "text", path: "text?", glob: "text?" },
  Glob: { pattern: "text", path: "text?" },
  Task: { prompt: "text", description: "text?", subagent_type: "text?" },
  apply_patch: { command: "text" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, InputFieldKind>>>>;
