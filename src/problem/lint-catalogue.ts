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
  "check-unseen": {
    severity: "error",
    title: "Nobody reads what a check finds",
    happens:
      "The hook runs tests, a linter or a compiler and leaves their output and exit code as they are. Hosts pass on exit code 2 and stderr only, and checks mostly end with 1 and print on stdout: the model goes on as if nothing were wrong.",
    fix: "Keep the output, write it to stderr and exit with 2 where the check fails.",
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
  "exit-swallowed": {
    severity: "error",
    title: "An `except:` catches the exit that should block",
    happens:
      "In Python `sys.exit` is an exception. A bare `except:` around it catches it, and the script ends another way.",
    fix: "Write `except Exception:`.",
  },
  "exit-in-subshell": {
    severity: "error",
    title: "The exit ends only a part of the script",
    happens:
      "`exit` in a pipe, in `( … )` or in `$( … )` ends that process only. The script goes on.",
    fix: "Read with `while … done < <(command)`, or test the result of the part: `… || exit 2`.",
  },
  "block-ends-turn": {
    severity: "warning",
    title: "A block that ends the turn",
    happens:
      "`continue: false` stops the agent. The model reads the reason when the user has written again, and cannot act on it before.",
    fix: "Leave out `continue`. The decision, or exit code 2, blocks by itself.",
  },
  "trouble-blocks": {
    severity: "warning",
    title: "The hook blocks only where it cannot do its own work",
    happens:
      "Exit code 2 refuses the prompt, or keeps the agent from stopping. Where the hook's own program is missing, that happens each time.",
    fix: "End with 1 there: the host reports the failed hook and goes on.",
  },
  "stop-unguarded": {
    severity: "warning",
    title: "A Stop hook that blocks never looks at `stop_hook_active`",
    happens:
      "The agent stops, the hook keeps it going, the agent stops again: until the host's own limit, and for ever where it has none (Codex).",
    fix: "Exit with 0 where `stop_hook_active` in the payload is true.",
  },
  "guard-one-tool": {
    severity: "warning",
    title: "The guard runs for one tool only, while another writes the same files",
    happens: "A file that may not be edited can still be written by another tool.",
    fix: "Name every tool that writes in the matcher: `Edit|Write|MultiEdit|NotebookEdit`. Bash needs a guard of its own.",
  },
  "argv-for-stdin": {
    severity: "error",
    title: "The script expects arguments, but hosts send the payload on stdin",
    happens: "The arguments are empty, so that the hook never does what it is meant to.",
    fix: "Read stdin and parse it as JSON.",
  },
  "argument-unknown": {
    severity: "error",
    title: "The settings give the script an option that it does not know",
    happens:
      "Python's argparse ends the script with 2. Hosts take that for a block, or for a failure, and nothing in the script is done.",
    fix: "Remove the option from the command, or add it to the script.",
  },
  "payload-field-unknown": {
    severity: "error",
    title: "The hook reads a field that its host never sends",
    happens: "The value is always empty, so that the hook does nothing.",
    fix: "Read the field that the payload has: docs/events lists them.",
  },
  "stdin-replaced": {
    severity: "error",
    title: "A here-document replaces the payload",
    happens:
      "The code gets the here-document, or a pipe, as its stdin. The payload of the host never arrives.",
    fix: "Read the payload before, and pass it as an argument or a variable.",
  },
  "script-fails": {
    severity: "error",
    title: "The script fails by itself",
    happens:
      "The code stops with an error whatever the host sends: a name that is not defined, a module of the other kind, bytes where a text is expected. The host goes on as if there were no hook, or a `catch` hides it.",
    fix: "Fix the code at this place, and fire the hook once with `snaphook run`.",
  },
  "tool-name-unknown": {
    severity: "warning",
    title: "The hook looks for a tool that this host does not have",
    happens:
      "The name is that of another host's tool, or in another case. The comparison never holds: a guard lets everything pass.",
    fix: "Compare with the names of this host's tools.",
  },
  "matcher-too-narrow": {
    severity: "warning",
    title: "The matcher keeps out tools that the script looks for",
    happens:
      "The host starts the hook only for the tools that its matcher names. What the script does for another tool never happens: a guard lets that tool pass.",
    fix: "Name every tool that the script looks for in the matcher.",
  },
  "payload-cut": {
    severity: "warning",
    title: "The payload is cut before it is parsed",
    happens:
      "A payload carries whole files and outputs. What is longer than the limit is no JSON any more, and the hook does nothing, or fails.",
    fix: "Parse all of it.",
  },
  "script-ends-early": {
    severity: "warning",
    title: "The script ends where nothing is wrong",
    happens:
      "With `set -e`, or a trap for errors, the shell takes a search that finds nothing, or a test that does not hold, for a failure. The script ends there with 1, and what comes after it, a block for instance, is never done.",
    fix: "Add `|| true` where it is all right that nothing is found, or use `if`.",
  },
  "pattern-never-matches": {
    severity: "error",
    title: "A test in the script can never hold",
    happens:
      "The shell or grep does not read the pattern as a pattern: it is quoted, or in the wrong kind of brackets or of patterns. What depends on it never happens.",
    fix: "Write the pattern in the form that the program reads.",
  },
  "stdin-drained": {
    severity: "error",
    title: "The hook reads stdin a second time",
    happens:
      "The first reading took all of the payload. The second gets nothing: the value is always empty, so that the hook does nothing, or stops with an error.",
    fix: "Read stdin once into a variable (`INPUT=$(cat)`), and use that.",
  },
  "payload-in-code": {
    severity: "warning",
    title: "Values are put into the text of code",
    happens:
      "A quote in a value breaks the code. Whoever chooses the value can run code of their own.",
    fix: "Put the code between single quotes and pass values as arguments.",
  },
  "bad-input-allowed": {
    severity: "info",
    title: "Input that cannot be read is allowed",
    happens:
      "The guard ends without a decision where it cannot read its input, and the call goes through unchecked.",
    fix: "Exit with 2 where the input cannot be read.",
  },
  "program-unchecked": {
    severity: "info",
    title: "The guard needs a program that may be missing",
    happens: "Without the program the guard decides nothing, and everything passes.",
    fix: "Test for it first: `command -v jq >/dev/null || exit 2`.",
  },
  "guard-fails-open": {
    severity: "info",
    title: "A failure of this guard lets the call through",
    happens:
      "It crashes, times out or cannot start: the host goes on without it. The host has a setting that blocks instead.",
    fix: 'Set it on the hook: `"onFailure": "block"` in Claude Code, `"failClosed": true` in Cursor.',
  },
  "json-interpolated": {
    severity: "warning",
    title: "JSON is written by hand, with values put into it",
    happens:
      "A quote or a line break in a value makes it invalid. The host drops the whole answer.",
    fix: "Build it with jq, json.dumps or JSON.stringify.",
  },
  "payload-echoed": {
    severity: "warning",
    title: "The hook prints the payload as its answer",
    happens:
      "Hooks are no filters: what is on stdout is the answer. The host reads fields in it that were never meant as decisions, or reports an error.",
    fix: "Print nothing to let the call pass as it is.",
  },
  "allow-rides-along": {
    severity: "warning",
    title: "Context or a rewrite also allows the call",
    happens:
      'With `permissionDecision: "allow"` the user is not asked any more, whatever the call is.',
    fix: "Leave out the decision. Hosts apply context and rewrites without it.",
  },
  "allow-by-default": {
    severity: "warning",
    title: "A guard allows whatever it does not deny",
    happens:
      "The last answer of the guard is an allow, so that the user is not asked about any other call.",
    fix: "Print nothing, or `{}`, where the guard has nothing against the call.",
  },
  "rewrite-partial": {
    severity: "error",
    title: "The rewritten input lacks fields that the tool needs",
    happens:
      "The host replaces the whole input by `updatedInput`. Where a field is missing, the call fails.",
    fix: "Copy `tool_input` and change one field of the copy.",
  },
  "approval-by-prefix": {
    severity: "warning",
    title: "A command is allowed by how it begins",
    happens:
      "`npm test; rm -rf ~` begins like `npm test`. The hook allows both, and nobody is asked.",
    fix: "Allow only commands without `;`, `&`, `|`, `$`, backticks and line breaks, or use the permission rules of the host.",
  },
  "pattern-catastrophic": {
    severity: "warning",
    title: "A pattern can take exponential time",
    happens:
      "On some texts the pattern takes longer than the hook's timeout. The host then goes on without the hook.",
    fix: "Do not repeat a repetition: `\\w+` instead of `(\\w+)+`.",
  },
  "output-over-cap": {
    severity: "warning",
    title: "The text is longer than the host shows",
    happens: "The model gets the beginning, and the name of a file with the rest.",
    fix: "Print less, or name the file yourself.",
  },
  "script-unread": {
    severity: "warning",
    title: "A script cannot be read, or not all of it",
    happens:
      "It is binary, longer than 128 KB, nested too deeply, or has a syntax error; or it is JavaScript, and its parser (oxc-parser, an optional dependency) is not installed. What is wrong in it may not be found.",
    fix: "Correct the syntax error. Split a very long script. `npm install oxc-parser` where Snaphook is installed.",
  },
  "script-missing": {
    severity: "error",
    title: "The script of a hook does not exist",
    happens:
      "bash ends with 127, node with 1: the host goes on without the hook. python3 ends with 2: the host blocks every call.",
    fix: "Correct the path, or remove the entry.",
  },
  "script-not-executable": {
    severity: "error",
    title: "The script of a hook is not executable",
    happens: "The shell ends with 126, and the host goes on without the hook.",
    fix: "`chmod +x` the script, or start it by its interpreter.",
  },
  "helper-not-executable": {
    severity: "error",
    title: "A file that the script starts is not executable",
    happens:
      "The start ends with 126, and the check in it is not made. Most scripts, and the host, go on without it.",
    fix: "`chmod +x` the file, or start it by its interpreter.",
  },
  "helper-name-missing": {
    severity: "error",
    title: "The script imports a name that the other file does not have",
    happens:
      "The import fails. The script ends with an error that most hosts pass over, or a handler for missing modules ends it without a check.",
    fix: "Import the name that the file has.",
  },
  "helper-missing": {
    severity: "warning",
    title: "A file that the script needs does not exist",
    happens:
      "The functions in it are not there, or the check in it is not made. Most scripts, and the host, go on without it.",
    fix: "Correct the path, or exit with 2 where the file is missing.",
  },
  "script-relative": {
    severity: "info",
    title: "The script is named by a relative path",
    happens:
      "It is looked for in the folder that the agent is in at that moment. After a `cd` it is not found, and the host goes on without the hook.",
    fix: 'Begin the path with the variable of the project\'s folder: `"$CLAUDE_PROJECT_DIR"/…`.',
  },
  "variable-unquoted": {
    severity: "info",
    title: "A variable in the path is not between quotes",
    happens:
      "In a folder whose path has a blank the path falls apart. The script is not found, and the host goes on without the hook.",
    fix: "Put the path between double quotes.",
  },
  "timeout-unit": {
    severity: "warning",
    title: "The timeout is in the wrong unit",
    happens:
      "Gemini CLI counts in milliseconds, Qwen Code too from 1000 on, the other hosts in seconds. A hook that hangs then holds up the agent for hours, or is stopped before it can answer.",
    fix: "Write it in the unit of the host.",
  },
  "message-too-quiet": {
    severity: "info",
    title: "A failure is only in the context",
    happens:
      "What failed, or needs attention now, belongs into `systemMessage` (the user sees it); context is for the background.",
    fix: "Add `systemMessage`, and keep the context for the model.",
  },
  "message-too-loud": {
    severity: "info",
    title: "A status is shown as a message",
    happens: "`systemMessage` is for what needs attention. A status that comes each time is noise.",
    fix: "Use `hookSpecificOutput.additionalContext`, or print nothing.",
  },
  "validation-too-quiet": {
    severity: "info",
    title: "A failed check is only in the context",
    happens:
      "The user does not see that something has to be fixed, and context does not demand it.",
    fix: "Add `systemMessage`, or block with the reason.",
  },
  "action-too-quiet": {
    severity: "info",
    title: "A demand is only in the context",
    happens:
      "What the agent has to do now is given as background. The user does not see that it was asked for.",
    fix: "Add `systemMessage`, and keep the context for the model.",
  },
  "action-unseen": {
    severity: "warning",
    title: "A demand is shown to the user only",
    happens:
      "Most hosts give `systemMessage` to the user and not to the model, so that the agent never reads what it should do.",
    fix: "Add the text as `hookSpecificOutput.additionalContext`, or block with it as the reason.",
  },
  "reminder-too-loud": {
    severity: "info",
    title: "A reminder interrupts the user with every call",
    happens: "A hook on a tool event runs often. As `systemMessage` its reminder is noise.",
    fix: "Use `hookSpecificOutput.additionalContext`.",
  },
  "context-too-loud": {
    severity: "info",
    title: "Background is shown to the user, not to the model",
    happens:
      "`systemMessage` is for what needs attention. The model does not get it on most hosts.",
    fix: "Use `hookSpecificOutput.additionalContext`.",
  },
  "message-mixed": {
    severity: "info",
    title: "A failure and a status are in one message",
    happens: "The user has to find the failure in it, and the model does not get the status.",
    fix: "Keep the failure in `systemMessage` and move the rest to `hookSpecificOutput.additionalContext`.",
  },
  "nothing-reported": {
    severity: "info",
    title: "The hook reports that there is nothing to report",
    happens: "A text comes each time, and nobody has to do anything about it.",
    fix: "Print nothing, or `{}`, and exit with 0.",
  },
} as const;
