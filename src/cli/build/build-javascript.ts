import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import type { BuildOptions, BuildResult } from "esbuild";
import { UsageError } from "../usage-error.js";
import { kitPath } from "./kits.js";
import { editsForCommonJs, edited } from "./common-js.js";
import { putIntoJavaScript, type KitImport } from "./put-kit-in.js";

/** What Node is to read it as: as CommonJS it starts sooner. */
export type ScriptFormat = "esm" | "cjs";

/** What came of it, and by which way. */
interface BuiltScript {
  readonly text: string;
  readonly by: "kit" | "esbuild";
}

/**
 * One file without imports. A hook that takes nothing but the kit and what Node has needs no bundler: the kit is put into its
 * file. For everything else there must be esbuild where the hook is.
 */
export async function buildJavaScript(
  path: string,
  source: string,
  format: ScriptFormat,
): Promise<BuiltScript> {
  const reason = await putInto(path, source, format);
  if (typeof reason === "object") return { text: reason.text, by: "kit" };
  const bundler = findEsbuild(path);
  if (bundler === null)
    throw new UsageError(
      `${basename(path)} ${reason}: to build it, install esbuild where the hook is (npm install --save-dev esbuild)`,
    );
  return { text: bundle(bundler, path, format), by: "esbuild" };
}

/** The text, or why the kit alone will not do. */
async function putInto(
  path: string,
  source: string,
  format: ScriptFormat,
): Promise<{ readonly text: string } | string> {
  if (extname(path) === ".cjs") return "is CommonJS";
  const script = /\.[mc]?ts$/.test(path) ? stripped(source) : source;
  if (script === null) return `is TypeScript, which Node ${process.versions.node} cannot strip`;
  const oxc = await import("oxc-parser").catch(() => null);
  if (oxc === null) return "cannot be read without oxc-parser, an optional dependency of snaphook";
  const { module, errors } = oxc.parseSync("hook.mjs", script);
  const [error] = errors;
  if (error !== undefined) throw new UsageError(`${basename(path)}: ${error.message}`);
  const others = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      script.slice(start, end).replaceAll(/^["'`]|["'`]$/g, ""),
    ),
  ].filter((name) => name !== "snaphook/hook" && !name.startsWith("node:"));
  if (others.length > 0) return `imports ${[...new Set(others)].join(", ")}`;
  const found = module.staticImports.filter(
    ({ moduleRequest }) => moduleRequest.value === "snaphook/hook",
  );
  const [kit] = found;
  if (kit === undefined) throw new UsageError(`${basename(path)} does not import snaphook/hook`);
  const bindings = kit.entries.map(({ importName, localName }) => ({
    kind: importName.kind as string,
    name: importName.name,
    local: localName.value,
  }));
  if (found.length > 1 || bindings.some(({ kind }) => kind === "Default"))
    return "imports the kit in an unusual way";
  const edits = format === "cjs" ? editsForCommonJs(module) : [];
  if (edits === null) return "has exports or imports that CommonJS has not";
  const { text, at } = edited(script, edits, kit.start);
  const end = at + kit.end - kit.start;
  return { text: putIntoJavaScript(text, { start: at, end, binding: bindingOf(bindings) }) };
}

function bindingOf(
  bindings: readonly {
    readonly kind: string;
    readonly name: string | null;
    readonly local: string;
  }[],
): KitImport["binding"] {
  const [first] = bindings;
  if (first?.kind === "NamespaceObject") return first.local;
  const names = bindings.map(({ name, local }) => (name === local ? local : `${name}: ${local}`));
  return `{ ${names.join(", ")} }`;
}

/** Null where this Node cannot. */
function stripped(source: string): string | null {
  const { stripTypeScriptTypes } = process.getBuiltinModule("node:module") as {
    readonly stripTypeScriptTypes?: (text: string) => string;
  };
  if (stripTypeScriptTypes === undefined) return null;
  // It says of itself that it is experimental. That is nothing to the user: what it gives is parsed once more.
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

type Bundler = { readonly buildSync: (options: BuildOptions) => BuildResult };

/** The hook's own, else the one that is installed with snaphook. */
function findEsbuild(path: string): Bundler | null {
  for (const from of [path, import.meta.url]) {
    try {
      return createRequire(from)("esbuild") as Bundler;
    } catch {
      // Not there.
    }
  }
  return null;
}

function bundle({ buildSync }: Bundler, path: string, format: ScriptFormat): string {
  const options: BuildOptions = {
    entryPoints: [path],
    bundle: true,
    write: false,
    format,
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    alias: { "snaphook/hook": kitPath("node") },
    external: ["./test-hook.js"],
    logLevel: "silent",
  };
  try {
    const text = textOf(buildSync(options));
    // Only what is CommonJS itself needs a `require`.
    if (format === "cjs" || !text.includes("Dynamic require of")) return text;
    const js =
      'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);';
    return textOf(buildSync({ ...options, banner: { js } }));
  } catch (error) {
    throw new UsageError(`esbuild: ${(error as Error).message}`);
  }
}

function textOf({ outputFiles = [] }: BuildResult): string {
  return outputFiles.map(({ text }) => text).join("");
}
