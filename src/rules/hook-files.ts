/** Where a host keeps the files in which its hooks are registered. */
interface HostFolder {
  readonly folder: string;
  /** The variable that names another folder for the user's own files. */
  readonly variable?: string;
  readonly project: readonly string[];
  readonly user: readonly string[];
}

const CLAUDE = ["settings.json", "settings.local.json"];
const CODEX = ["hooks.json", "config.toml"];

/** Files, and whole folders, in which the hosts that Snaphook knows read hooks. */
const HOST_FOLDERS: readonly HostFolder[] = [
  { folder: ".claude", variable: "CLAUDE_CONFIG_DIR", project: CLAUDE, user: ["settings.json"] },
  { folder: ".codex", variable: "CODEX_HOME", project: CODEX, user: CODEX },
  { folder: ".gemini", project: ["settings.json"], user: ["settings.json"] },
  { folder: ".qwen", variable: "QWEN_HOME", project: ["settings.json"], user: ["settings.json"] },
  { folder: ".cursor", project: ["hooks.json"], user: ["hooks.json"] },
  { folder: ".wave", project: CLAUDE, user: ["settings.json"] },
  {
    folder: ".github",
    project: ["hooks", "copilot/settings.json", "copilot/settings.local.json"],
    user: [],
  },
  { folder: ".copilot", variable: "COPILOT_HOME", project: [], user: ["hooks", "settings.json"] },
];

/** Every path at which a host would find hooks of a project or of its user, there already or not. */
export function hookFilesOf(
  projectDir: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const paths = HOST_FOLDERS.flatMap(({ folder, variable, project, user }) => {
    const moved = variable === undefined ? undefined : env[variable];
    const own = [`${home}/${folder}`, ...(moved?.startsWith("/") === true ? [moved] : [])];
    return [
      ...project.map((file) => `${projectDir}/${folder}/${file}`),
      ...own.flatMap((one) => user.map((file) => `${one}/${file}`)),
    ];
  });
  return Array.from(new Set(paths));
}
