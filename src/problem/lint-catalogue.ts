/** Codes for what `snaphook lint` reads in scripts and settings before anything runs. */
export const lintCatalogue = {
  "stderr-unseen": {
    severity: "error",
    title: "Nobody reads what the hook writes to stderr",
    happens:
      "With exit code 0 most hosts write stderr to a debug log at most. Neither the model nor the user sees it.",
    fix: "To block, exit with 2 and write the reason to stderr. To tell the model something, print JSON with `hookSpecificOutput.additionalContext`. To tell the user, `systemMessage`.",
  },
  "stdout-unseen": {
    severity: "error",
    title: "Nobody reads what the hook writes to stdout",
    happens:
      "Plain text on stdout reaches the model on few events only (in Claude Code: UserPromptSubmit, SessionStart). With exit code 2, stderr is read and stdout is not.",
    fix: "With exit code 2 write the reason to stderr. Otherwise print JSON with `hookSpecificOutput.additionalContext` for the model or `systemMessage` for the user.",
  },
  "field-unseen": {
    severity: "error",
    title: "Nobody reads a text in the hook's JSON",
    happens:
      "The text is in a field that the host does not read on this event, or that counts only together with a decision.",
    fix: "Put the text where the host reads it on this event: `snaphook hosts NAME` lists the fields.",
  },
  "exit-1-block": {
    severity: "error",
    title: "The hook wants to block, but its exit code does not",
    happens:
      "Only exit code 2 blocks. With any other code the host reports a failed hook, at most, and continues.",
    fix: "Exit with 2, and write the reason to stderr.",
  },
  "decision-on-stderr": {
    severity: "error",
    title: "The decision is on stderr",
    happens: "Hosts read JSON from stdout only. On stderr it is text, or nothing at all.",
    fix: "Print the JSON on stdout and exit with 0.",
  },
  "variable-unset": {
    severity: "error",
    title: "The hook reads a variable that its host never sets",
    happens:
      "The variable is always empty, so that the hook does nothing, or does it to nothing. Hosts send the tool and its input on stdin.",
    fix: "Read the payload from stdin as JSON: `jq -r .tool_input.file_path`.",
  },
} as const;
