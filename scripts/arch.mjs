// Compares the imports of each folder with layers.json: prints what is not allowed, and what is allowed and not used.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * @typedef {Readonly<Record<string, readonly string[]>>} Lists
 * @typedef {{ bottom: readonly string[], modules: Lists, exportLists: Lists, typesOnly: Lists, doors: Lists, sides: Readonly<Record<string, { also: readonly string[] }>> }} Layers
 * @typedef {{ source: string, dependencies: readonly { resolved: string }[] }} Module
 */

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
  const { cruise } = await import("dependency-cruiser");
  const { default: readOptions } =
    await import("dependency-cruiser/config-utl/extract-depcruise-options");
  const { default: readTypes } = await import("dependency-cruiser/config-utl/extract-ts-config");
  const options = await readOptions("./.dependency-cruiser.cjs");
  const { output } = await cruise(["src", "tests", "scripts", "bench"], options, undefined, {
    tsConfig: readTypes("tsconfig.json"),
  });
  if (typeof output === "string") throw new TypeError("expected a result, not a report");
  const seen = new Set(output.modules.map(({ source }) => source));
  const faults = [
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...unusedPermissions(JSON.parse(readFileSync("layers.json", "utf8")), output.modules),
    ...readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !seen.has(`src/${file.replaceAll("\\", "/")}`))
      .map((file) => `not looked at: src/${file}`),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`${output.modules.length} modules, ${faults.length} faults in their imports`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
