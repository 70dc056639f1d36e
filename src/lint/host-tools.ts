/** The tools of hosts, by the names that their payloads have. */
export const hostTools: Readonly<Record<string, RegExp>> = {
  "claude-code":
    /^(?:Agent|AskUserQuestion|Bash|BashOutput|Edit|EnterPlanMode|ExitPlanMode|Glob|Grep|KillShell|LS|LSP|MultiEdit|NotebookEdit|NotebookRead|Read|Skill|SlashCommand|Task\w*|Todo\w+|WebFetch|WebSearch|Write)$/,
  gemini:
    /^(?:run_shell_command|write_file|replace|read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|google_web_search|save_memory|write_todos)$/,
};
