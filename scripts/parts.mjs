// The parts that the package exports as entry points that have as few files in common as can be: Node takes more than half a
// millisecond for each file that it imports.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** @import { Plugin } from "esbuild" */

/** By which esbuild takes what a part is built on for a part of it, so that all parts share it in one file. */
const BASE = "snaphookBase";

/**
 * @param {Readonly<Record<string, { file: string, on?: string, isProgram?: true }>>} parts A part's source and the part that it is
 * built on.
 * @returns {{ entryPoints: Record<string, string>, plugin: Plugin, finish: (outdir: string) => void }}
 */
export function chained(parts) {
  return {
    entryPoints: Object.fromEntries(Object.keys(parts).map((name) => [name, `part:${name}`])),
    plugin: {
      name: "chained-parts",
      setup(builder) {
        builder.onResolve({ filter: /^part:/ }, ({ path }) => ({
          path: path.slice("part:".length),
          namespace: "part",
        }));
        // A program exports nothing and is run all the same, whatever package.json says of the others.
        builder.onResolve({ filter: /^\.\/src\// }, ({ path, importer, namespace }) =>
          namespace === "part" && parts[importer]?.isProgram === true
            ? { path: resolve(path), sideEffects: true }
            : undefined,
        );
        builder.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => {
          const { file, on } = parts[path] ?? { file: path };
          const base = on === undefined ? "" : `export * as ${BASE} from "part:${on}";`;
          return { contents: `export * from "./${file}"; ${base}`, resolveDir: resolve(".") };
        });
      },
    },
    finish(outdir) {
      for (const name of Object.keys(parts)) {
        const path = `${outdir}/${name}.js`;
        const base = `[\\w$]+ as ${BASE}`;
        const text = readFileSync(path, "utf8").replace(new RegExp(`${base},|,?${base}`), "");
        writeFileSync(path, text);
      }
    },
  };
}
