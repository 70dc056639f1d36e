// Modules that are evaluated when one of their names is first used, and not with the module that imports it: a plugin of
// esbuild, for commands. A command then takes up what it uses, and V8 keeps nothing else for its next start.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/** @import { Plugin } from "esbuild" */

/** @type {ts.CompilerOptions} */
const compilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  isolatedModules: true,
  removeComments: true,
};

/** What an import of TypeScript's is in CommonJS: a name for all of a module, before each use of a name of it. */
const REQUIRED = /^(?:const|var) (\w+_\d+) = require\("([^"]+)"\);$/gm;

/** Files of packages that have a name, where the package's own file would load more. */
const WITHIN = new Map([["jsonc-parser parseTree", "jsonc-parser/lib/esm/impl/parser.js"]]);

/** @type {Plugin} */
export const modulesLater = {
  name: "modules-later",
  setup(builder) {
    const { external = [] } = builder.initialOptions;
    builder.onResolve({ filter: /^(?:\.{1,2}\/|src\/|\/)/ }, ({ path, resolveDir }) => {
      const file = external.includes(path) ? undefined : sourceOf(resolve(resolveDir, path));
      // Not by its whole path: that would be in what is built.
      return file === undefined ? undefined : { path: relative(".", file), namespace: "source" };
    });
    builder.onLoad({ filter: /./, namespace: "source" }, ({ path }) => ({
      contents: readLater(path, external),
      resolveDir: resolve(dirname(path)),
    }));
  },
};

/** @param {string} path As an import names it. */
function sourceOf(path) {
  const file = path.replace(/\.js$/, ".ts");
  return file.endsWith(".ts") && existsSync(file) ? file : undefined;
}

/**
 * A module as CommonJS in which each use of a name of another one is a call of `require`, for the module that has it: what only
 * passes names on is left out.
 * @param {string} path
 * @param {readonly string[]} external
 */
function readLater(path, external) {
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), { compilerOptions });
  /** @type {Map<string, string>} */
  const required = new Map();
  const text = outputText
    .replaceAll("import.meta", "IMPORT_META")
    .replace(REQUIRED, (_, name, id) => {
      required.set(name, id);
      return "";
    });
  if (required.size === 0) return text;
  const uses = new RegExp(`\\b(${[...required.keys()].join("|")})\\b(?:\\.(\\w+))?`, "g");
  return text.replace(uses, (_, name, member) => {
    const id = required.get(name) ?? "";
    const source = external.includes(id) ? undefined : sourceOf(resolve(dirname(path), id));
    if (source === undefined || member === undefined) {
      const file = WITHIN.get(`${id} ${member}`) ?? id;
      return `(require(${JSON.stringify(file)})${member === undefined ? "" : `.${member}`})`;
    }
    const from = ownerOf(source, member);
    // In brackets, because of `new`.
    const place = relative(dirname(path), from.file).replace(/\.ts$/, ".js");
    return `(require(${JSON.stringify(`./${place}`)}).${from.name})`;
  });
}

/** @type {Map<string, Map<string, { id: string, name: string }>>} */
const passedOn = new Map();

/**
 * The module that has what another one exports by a name.
 * @param {string} file
 * @param {string} name
 * @returns {{ file: string, name: string }}
 */
function ownerOf(file, name) {
  let names = passedOn.get(file);
  if (names === undefined) passedOn.set(file, (names = passedOnBy(file)));
  const from = names.get(name);
  const source = from && sourceOf(join(dirname(file), from.id));
  return from === undefined || source === undefined ? { file, name } : ownerOf(source, from.name);
}

/** `export { a as b } from "./c.js"` @param {string} file */
function passedOnBy(file) {
  const { statements } = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.ES2022,
  );
  /** @type {Map<string, { id: string, name: string }>} */
  const names = new Map();
  for (const one of statements) {
    if (!ts.isExportDeclaration(one) || one.isTypeOnly || one.exportClause === undefined) continue;
    if (one.moduleSpecifier === undefined || !ts.isStringLiteral(one.moduleSpecifier)) continue;
    if (!ts.isNamedExports(one.exportClause)) continue;
    for (const { name, propertyName = name } of one.exportClause.elements)
      names.set(name.text, { id: one.moduleSpecifier.text, name: propertyName.text });
  }
  return names;
}
