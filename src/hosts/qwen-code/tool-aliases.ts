/** Tools whose name on the screen is not their id in PascalCase. */
const shown: Readonly<Record<string, string>> = {
  grep_search: "Grep",
  run_shell_command: "Shell",
  todo_write: "TodoList",
  list_directory: "ListFiles",
  get_goal: "Goal",
};

/** What tools were called before: their ids, then their names on the screen. */
const before: Readonly<Record<string, readonly string[]>> = {
  edit: ["replace"],
  grep_search: ["search_file_content", "SearchFiles"],
  glob: ["FindFiles"],
  list_directory: ["ReadFolder"],
  agent: ["task", "Task"],
  todo_write: ["TodoWrite"],
};

/** The host's own tools. Those of MCP servers have one name each. */
const tools: ReadonlySet<string> = new Set(
  `edit write_file read_file zoom_image grep_search glob run_shell_command todo_write save_memory agent skill
  exit_plan_mode enter_plan_mode web_fetch web_search image_gen list_directory lsp ask_user_question cron_create
  cron_list cron_delete loop_wakeup create_sub_session list_agents task_stop task_create task_update task_list
  team_create team_delete team_plan_approval send_message structured_output monitor notebook_edit tool_search
  read_mcp_resource enter_worktree exit_worktree workflow artifact record_artifact get_goal update_goal
  display_image`.split(/\s+/),
);

/** Every name by which a matcher finds a tool: its id, its name on the screen, that with `Tool`, and names from before. */
export function namesOfTool(id: string): readonly string[] {
  if (!tools.has(id)) return [id, id.replace(/^_+/, "")];
  const name = shown[id] ?? pascalCase(id);
  return [id, name, `${name}Tool`, ...(before[id] ?? [])];
}

function pascalCase(id: string): string {
  return id.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
