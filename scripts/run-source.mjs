import { build } from "esbuild";

/**
 * Runs a TypeScript file as it is now, so that nothing has to be built before.
 * @param {string} path
 */
export async function runSource(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  for (const { contents } of outputFiles) {
    await import(`data:text/javascript;base64,${Buffer.from(contents).toString("base64")}`);
  }
}
