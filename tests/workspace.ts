import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, test, type TestAPI } from "vitest";
import { leftBehind, taggedProcesses } from "./processes.js";

const folders = new Set<string>();

/** A folder of its own, by its real path. It is removed when the tests of the file have ended. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, "snaphook-test-")));
  folders.add(folder);
  return folder;
}

/** For the setup file: whatever else a file does at its end is done before. */
export function removeFoldersAtEnd(): void {
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    folders.clear();
  });
}

/**
 * A project, a user's home folder and Snaphook's own folder in it, and a tag by which processes are found again.
 * Snaphook's folder is not in the project: there it would be refused.
 */
export class Workspace {
  readonly tag = `workspace-${crypto.randomUUID()}`;
  readonly project: string;
  readonly userHome: string;
  readonly home: string;
  private readonly opened: { close(): void }[] = [];

  constructor(readonly root = temporaryFolder()) {
    this.project = join(root, "project");
    this.userHome = join(root, "user");
    this.home = join(this.userHome, ".snaphook");
    mkdirSync(this.project);
    mkdirSync(this.userHome);
  }

  /** Where an engine or a session finds its settings: nothing of this machine. */
  get places(): { projectDir: string; home: string; managedFile: string } {
    const { project: projectDir, home } = this;
    return { projectDir, home, managedFile: join(this.root, "managed.json") };
  }

  /** Writes a file of the project, or one by its absolute path, and the folders on the way to it. */
  write(path: string, text: string | Uint8Array, mode = 0o755): string {
    const place = resolve(this.project, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { mode });
    return place;
  }

  /** It is closed with the workspace. */
  protected keep<Opened extends { close(): void }>(opened: Opened): Opened {
    this.opened.push(opened);
    return opened;
  }

  /** Processes that carry the tag and are not zombies. */
  leftovers(): string[] {
    return taggedProcesses(this.tag);
  }

  /** Those that are still there after some patience. */
  async settled(): Promise<string[]> {
    return leftBehind(() => this.leftovers());
  }

  close(): void {
    for (const opened of this.opened.splice(0)) opened.close();
  }
}

/** A `test` with a workspace of its own, so that tests may run at the same time. It ends before the workspace does. */
export function testIn<Own extends Workspace>(
  open: () => Own | Promise<Own>,
  end: (workspace: Own) => unknown = (workspace) => workspace.close(),
): TestAPI<{ workspace: Own }> {
  return test.extend<{ workspace: Own }>({
    // Vitest reads the names of what is needed out of the pattern.
    // oxlint-disable-next-line no-empty-pattern
    workspace: async ({}, use) => {
      const workspace = await open();
      await use(workspace);
      await end(workspace);
    },
  });
}
