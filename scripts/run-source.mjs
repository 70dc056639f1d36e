import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Runs a TypeScript file as it is now, so that nothing has to be built before. Packages are not bundled, so what
 * is run must be where they are found.
 * @param {string} path
 */
export async function runSource(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    packages: "external",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  for (const { contents } of outputFiles) {
    const place = new URL(`./.run-${crypto.randomUUID()}.mjs`, import.meta.url);
    writeFileSync(place, contents);
    try {
      await import(place.href);
    } finally {
      rmSync(fileURLToPath(place), { force: true });
    }
  }
}
