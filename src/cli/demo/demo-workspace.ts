import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalPath } from "../../trust/index.js";

/** A copy of the demo's files: a workspace and a home folder of its own, so that nothing of the user's is touched. */
export interface DemoWorkspace {
  readonly workspace: string;
  readonly home: string;
  readonly script: string;
  remove(): void;
}

const HOUR_SECONDS = 3600;

export function makeDemoWorkspace(): DemoWorkspace {
  const files = fileURLToPath(new URL("../../../demo", import.meta.url));
  const root = canonicalPath(mkdtempSync(join(tmpdir(), "snaphook-demo-")));
  cpSync(files, root, { recursive: true });
  // The hooks see by its time whether a file was changed.
  const past = Date.now() / 1000 - HOUR_SECONDS;
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }))
    utimesSync(join(root, name), past, past);
  return {
    workspace: join(root, "workspace"),
    home: join(root, "home"),
    script: join(root, "script.json"),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
