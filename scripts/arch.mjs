// Compares the imports of each folder with layers.json: prints what is not allowed, and what is allowed and not used.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { cruise } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/**
 * @typedef {Readonly<Record<string, readonly string[]>>} Lists
 * @typedef {{ bottom: readonly string[], modules: Lists, exportLists: Lists, typesOnly: Lists, doors: Lists, sides: Readonly<Record<string, { also: readonly string[] }>> }} Layers
 * @typedef {{ source: string, dependencies: readonly { resolved: string }[] }} Module
 */

/** Every module of the project and what it imports, with the rules that it breaks. */
export async function readImports() {
  const options = await extractDepcruiseOptions("./.dependency-cruiser.cjs");
  const { output } = await cruise(["src", "tests", "scripts", "bench"], options, undefined, {
    tsConfig: extractTSConfig("tsconfig.json"),
  });
  if (typeof output === "string") throw new TypeError("expected a result, not a report");
  return output;
}

/** @param {Awaited<ReturnType<typeof readImports>>} result */
export function violations({ summary }) {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/**
 * What layers.json permits though no file makes use of it. Tests need no permission.
 * @param {Layers} layers
 * @param {readonly Module[]} modules
 */
export function unusedPermissions(layers, modules) {
  const sources = modules.filter(({ source }) => !/\.test(?:-support)?\.tsx?$/.test(source));
  const permitted = [
    ...layers.bottom.map((name) => ({ from: "src", to: `src/${name}` })),
    ...[layers.modules, layers.exportLists, layers.typesOnly].flatMap((lists) =>
      Object.entries(lists).flatMap(([name, others]) =>
        others.map((other) => ({ from: `src/${name}`, to: `src/${other}` })),
      ),
    ),
    ...Object.entries(layers.sides).flatMap(([name, { also }]) =>
      also.map((other) => ({ from: `src/${name}`, to: `src/${other}` })),
    ),
    ...Object.entries(layers.doors).flatMap(([file, importers]) =>
      importers.map((importer) => ({ from: importer, to: `src/${file}` })),
    ),
  ];
  return permitted
    .filter(
      ({ from, to }) =>
        !sources.some(
          ({ source, dependencies }) =>
            isIn(source, from) &&
            !isIn(source, to) &&
            dependencies.some(({ resolved }) => isIn(resolved, to)),
        ),
    )
    .map(({ from, to }) => `allowed, but not used: ${from} → ${to}`);
}

/**
 * @param {string} path
 * @param {string} place
 */
function isIn(path, place) {
  return path === place || path.startsWith(`${place}/`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const result = await readImports();
  const layers = JSON.parse(readFileSync("layers.json", "utf8"));
  const faults = [...violations(result), ...unusedPermissions(layers, result.modules)];
  for (const fault of faults) console.error(fault);
  console.log(`${result.modules.length} modules, ${faults.length} faults in their imports`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
