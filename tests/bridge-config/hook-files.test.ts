import { mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bridgedHosts, bridgeOf } from "../../src/hosts/index.js";
import { configuredHosts } from "../../src/hosts/settings.js";
import { hookFilesOf } from "../../src/rules/index.js";
import { createEngine } from "../engine.js";
import { temporaryFolder } from "../workspace.js";
import { layOut, readIn } from "./disk.js";

const moved = { CLAUDE_CONFIG_DIR: "claude", CODEX_HOME: "codex", COPILOT_HOME: "copilot" };

/** Files in which a hook is part of something else: they are written all the time. */
const MANY_USES = /\/(?:agents|skills|commands|plugins)\/|installed_plugins\.json$/;

test.each(configuredHosts)("every file in which %s looks for hooks is protected", (host) => {
  const folder = layOut({ "project/.github/hooks/a.json": {}, "home/.copilot/hooks/a.json": {} });
  for (const env of [{}, variablesIn(folder)]) {
    const known = hookFilesOf(join(folder, "project"), join(folder, "home"), env);
    const missing = readIn(folder, host, { env })
      .files.filter(({ layer }) => layer === "user" || layer === "project" || layer === "local")
      .map(({ path }) => path)
      .filter((path) => !known.some((one) => path === one || path.startsWith(`${one}/`)))
      .filter((path) => !MANY_USES.test(path));
    expect(missing).toEqual([]);
  }
});

function variablesIn(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(moved).map(([name, at]) => [name, join(folder, at)]));
}

test("what `bridge install` writes is protected in a project", () => {
  const known = hookFilesOf("/p", "/h", {});
  const installed = bridgedHosts().flatMap(({ name }) => {
    const path = bridgeOf(name)?.install.path;
    return path === undefined ? [] : [`/p/${path}`];
  });
  expect(installed).toContain("/p/.cursor/hooks.json");
  expect(
    installed.filter((path) => !known.some((one) => path === one || path.startsWith(`${one}/`))),
  ).toEqual([]);
});

const file = (path: string): object => ({ file_path: path, content: "{}" });

test.each<[what: string, tool: string, input: object, decision: string]>([
  ["a host's settings", "Write", file(".claude/settings.json"), "ask"],
  ["those that are there for one person", "Edit", file(".claude/settings.local.json"), "ask"],
  ["hooks of Codex", "Write", file(".codex/hooks.json"), "ask"],
  ["settings of Codex", "Edit", file(".codex/config.toml"), "ask"],
  ["settings of Gemini", "Write", file(".gemini/settings.json"), "ask"],
  ["settings of Qwen Code", "Write", file(".qwen/settings.json"), "ask"],
  ["hooks of Cursor", "Write", file(".cursor/hooks.json"), "ask"],
  ["a new file among Copilot's hooks", "Write", file(".github/hooks/x.json"), "ask"],
  ["Wave's settings", "Write", file(".wave/settings.json"), "ask"],
  ["the user's own", "Write", file(join(homedir(), ".claude/settings.json")), "ask"],
  ["the user's own of Codex", "Edit", file("~/.codex/config.toml"), "ask"],
  ["through a link", "Write", file("link/settings.json"), "ask"],
  ["in another letter case", "Write", file(".Claude/Settings.JSON"), "ask"],
  ["by a command", "Bash", { command: "echo {} > .claude/settings.json" }, "ask"],
  ["in place", "Bash", { command: "sed -i s/a/b/ .codex/config.toml" }, "ask"],
  ["with the folder around it", "Bash", { command: "rm -rf .cursor" }, "ask"],
  ["by code", "Bash", { command: 'python3 -c \'open(".gemini/settings.json","w")\'' }, "ask"],
  ["read by a tool", "Read", { file_path: ".claude/settings.json" }, "allow"],
  ["read by a command", "Bash", { command: "cat .claude/settings.json | jq ." }, "allow"],
  ["added to the index", "Bash", { command: "git add .claude/settings.json" }, "allow"],
  ["another file of the host", "Write", file(".claude/CLAUDE.md"), "allow"],
  ["a skill", "Write", file(".claude/skills/x/SKILL.md"), "allow"],
  ["a workflow", "Write", file(".github/workflows/ci.yml"), "allow"],
  ["an editor's settings", "Write", file(".vscode/settings.json"), "allow"],
])("a tool that writes %s", (_what, tool, input, decision) => {
  const root = temporaryFolder();
  const projectDir = join(root, "project");
  mkdirSync(join(projectDir, ".claude"), { recursive: true });
  symlinkSync(".claude", join(projectDir, "link"));
  const engine = createEngine({
    projectDir,
    home: join(root, "home"),
    managedFile: join(root, "none.json"),
    keeper: false,
    program: { permissions: { allow: ["*"] } },
  });
  try {
    expect(engine.judge({ tool, input }).decision).toBe(decision);
  } finally {
    engine.close();
  }
});
