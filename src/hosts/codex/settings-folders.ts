import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readFile } from "../../host-settings/index.js";

/** A `.codex` folder of a project; the name is its place below the root, with slashes. */
interface CodexFolder {
  readonly name: string;
  readonly folder: string;
}

/**
 * The folders whose hooks Codex takes for a project: from the root of the repository down to where it was started. A
 * linked worktree has the hooks of the main checkout, not its own.
 */
export function codexFolders(projectDir: string): readonly CodexFolder[] {
  const root = repositoryRoot(projectDir);
  const hooksRoot = mainCheckout(root) ?? root;
  return foldersBetween(root, projectDir)
    .filter((folder) => folder === projectDir || existsSync(join(folder, ".codex")))
    .map((folder) => {
      const below = relative(root, folder);
      return { name: below.replaceAll(sep, "/"), folder: join(hooksRoot, below, ".codex") };
    });
}

/** The nearest folder above with a `.git`; the project's own folder where there is none. */
export function repositoryRoot(projectDir: string): string {
  for (let folder = projectDir; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return projectDir;
  }
}

/** The checkout that a linked worktree belongs to; null where the folder is none. */
export function mainCheckout(root: string): string | null {
  const file = readFile(join(root, ".git"));
  const [, linked] = (file.state === "read" && /^gitdir:\s*(.+?)\s*$/m.exec(file.text)) || [];
  if (linked === undefined) return null;
  const [, main] = /^(.+)[/\\]\.git[/\\]worktrees[/\\][^/\\]+$/.exec(resolve(root, linked)) ?? [];
  return main ?? null;
}

/** From the outermost to the innermost, both included. */
function foldersBetween(root: string, inner: string): readonly string[] {
  return inner === root ? [root] : [...foldersBetween(root, dirname(inner)), inner];
}
