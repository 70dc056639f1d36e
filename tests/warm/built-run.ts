import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type * as Run from "../../src/run/index.js";
import { temporaryFolder } from "../workspace.js";

/** What runs hooks, with its programs beside it, as they are when they are installed. Gives back the folder. */
export async function buildRun(): Promise<string> {
  const folder = temporaryFolder();
  const options = {
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  } as const;
  await build({ ...options, entryPoints: ["src/run/index.ts", "src/run/keeper-main.ts"] });
  await build({
    ...options,
    entryPoints: ["src/run/module/module-main.mts", "src/run/module/module-thread.mts"],
    outExtension: { ".js": ".mjs" },
  });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

export async function loadRun(folder: string): Promise<typeof Run> {
  return (await import(join(folder, "index.js"))) as typeof Run;
}
