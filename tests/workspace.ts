import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders = new Set<string>();

/** A folder of its own, by its real path. It is removed when the tests of the file have ended. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-test-")));
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
