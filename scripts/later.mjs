// What is loaded when it is first used and not with the file that imports it: plugins of esbuild, for what runs under Node.
import { dirname, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

/** @import { Plugin } from "esbuild" */

/**
 * Node's own modules. Those for HTTPS take 5 ms, those for processes 2, and `node:fs` takes its streams along where it is
 * imported as ESM; few programs use all of them. Each name is looked up at its first use.
 * @type {Plugin}
 */
export const builtinsLater = {
  name: "builtins-later",
  setup(builder) {
    builder.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin" }));
    builder.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      // On the prototype: esbuild copies own properties for every file that imports it.
      contents: `
        const found = Object.create(new Proxy({}, {
          get(_, name) {
            if (name === "__esModule") return undefined;
            const value = process.getBuiltinModule(${JSON.stringify(path)})[name];
            Object.defineProperty(found, name, { value });
            return value;
          },
        }));
        module.exports = Object.create(found);`,
    }));
  },
};

/**
 * jsonc-parser does not say that its files can be left out where nothing of them is used: who only reads would load what formats
 * too, and that makes 1,200 texts when it is loaded.
 * @type {Plugin}
 */
export const jsonReadersAlone = {
  name: "json-readers-alone",
  setup(builder) {
    builder.onResolve(
      { filter: /^(?:jsonc-parser$|\.\/)/ },
      async ({ path, pluginData, ...asked }) => {
        const isParser = path === "jsonc-parser" || asked.importer.includes("/jsonc-parser/");
        if (!isParser || pluginData === jsonReadersAlone) return undefined;
        const found = await builder.resolve(path, { ...asked, pluginData: jsonReadersAlone });
        return { ...found, sideEffects: false };
      },
    );
  },
};

/** An expression that loads a file or a package from ESM, at once. @param {string} id */
export function requireInModule(id) {
  return `process.getBuiltinModule("node:module").createRequire(import.meta.url)(${JSON.stringify(id)})`;
}

/**
 * The engine of regular expressions in linear time: few matchers need it.
 * @param {string} load An expression that loads it.
 * @returns {Plugin}
 */
export function expressionsLater(load) {
  return {
    name: "expressions-later",
    setup(builder) {
      builder.onResolve({ filter: /^re2js$/ }, ({ kind, namespace }) => {
        if (kind === "entry-point") return undefined;
        const isItself = namespace === "later";
        return isItself ? { path: "re2js", external: true } : { path: "re2js", namespace: "later" };
      });
      builder.onLoad({ filter: /^re2js$/, namespace: "later" }, () => ({
        contents: `
          let loaded;
          const engine = () => (loaded ??= (${load}).RE2JS);
          export const RE2JS = {
            compile: (...given) => engine().compile(...given),
            get CASE_INSENSITIVE() { return engine().CASE_INSENSITIVE; },
          };`,
      }));
    },
  };
}

/** @typedef {import("../dist/hosts/host.js").Host | import("../dist/hosts/host.js").HostTable} KnownHost */

/**
 * The tables of hosts, half of the text of the core. What can be said of a host without them is here: `events` and `read`
 * load them, for that host.
 * @param {readonly KnownHost[]} hosts All of `src/hosts/all.ts`.
 * @param {{ host: (host: KnownHost) => string, matcher: (name: string) => string, bridge?: (name: string) => string }} places
 * Expressions that load one of them.
 * @returns {Plugin}
 */
export function hostsLater(hosts, { host, matcher, bridge }) {
  /** @type {Record<string, string>} */
  const lists = {
    "./all.js": `
      const known = [${hosts.map((one) => `[${JSON.stringify(factsOf(one))}, ${"read" in one}, () => ${host(one)}]`).join(",\n")}];
      export const knownHosts = known.map(([facts, reads, load]) => ({
        ...facts,
        get events() { return load().events; },
        ...(reads && { read: (request) => load().read(request) }),
      }));`,
    "./matcher-list.js": `
      export const matchers = new Map([${loaders(
        hosts.filter((one) => "read" in one),
        matcher,
      )}].map(([name, load]) =>
        [name, (hook, version) => load()(hook, version)]));`,
    ...(bridge !== undefined && {
      "./bridge-list.js": `
        const known = new Map([${loaders(hosts, bridge)}]);
        export const bridges = { get: (name) => known.get(name)?.() };`,
    }),
  };
  return {
    name: "hosts-later",
    setup(builder) {
      builder.onResolve({ filter: /\/(?:all|matcher-list|bridge-list)\.js$/ }, (asked) => {
        const path = `./${relative("src/hosts", resolve(asked.resolveDir, asked.path))}`;
        return Object.hasOwn(lists, path) ? { path, namespace: "hosts" } : undefined;
      });
      builder.onLoad({ filter: /.*/, namespace: "hosts" }, ({ path }) => ({
        contents: lists[path] ?? "",
        resolveDir: resolve("src/hosts"),
      }));
    },
  };
}

/** @param {readonly KnownHost[]} hosts @param {(name: string) => string} place */
function loaders(hosts, place) {
  const names = [...new Set(hosts.map(({ name }) => name))];
  return names.map((name) => `[${JSON.stringify(name)}, () => ${place(name)}]`).join(",\n");
}

/** What is not loaded later: texts and numbers. @param {KnownHost} host */
function factsOf(host) {
  const facts = Object.entries(host).filter(([key]) => key !== "events" && key !== "read");
  for (const [key, value] of facts)
    if (!["string", "number"].includes(typeof value))
      throw new Error(`scripts/later.mjs does not know how to load ${key} of a host later`);
  return Object.fromEntries(facts);
}

/**
 * Folders that only have functions and plain constants for others: a function loads its folder when it is first called.
 * @param {Readonly<Record<string, object>>} folders What each folder of `src` exports.
 * @param {string} load An expression that loads all of them: an object, by folder.
 * @returns {Plugin}
 */
export function foldersLater(folders, load) {
  return {
    name: "folders-later",
    setup(builder) {
      builder.onResolve({ filter: /\/index\.js$/ }, ({ path, resolveDir }) => {
        const folder = relative("src", dirname(resolve(resolveDir, path)));
        return Object.hasOwn(folders, folder) ? { path: folder, namespace: "folder" } : undefined;
      });
      builder.onLoad({ filter: /./, namespace: "folder" }, ({ path }) => ({
        contents: `
          let loaded;
          const all = () => (loaded ??= (${load})[${JSON.stringify(path)}]);
          ${Object.entries(folders[path] ?? {})
            .map(exportLater)
            .join("\n")}`,
      }));
    },
  };
}

/** Nothing for what is neither: who imports it has an error of the build. @param {[string, unknown]} entry */
function exportLater([name, value]) {
  if (typeof value === "function")
    return `export const ${name} = (...given) => all().${name}(...given);`;
  const written = writtenOut(value);
  return written === null ? "" : `export const ${name} = ${written};`;
}

/** A value as code: JSON, or an object of expressions. @param {unknown} value @returns {string | null} */
function writtenOut(value) {
  if (isPlain(value)) return JSON.stringify(value);
  const members = Object.entries(value ?? {});
  return members.length > 0 && members.every(([, one]) => one instanceof RegExp)
    ? `{ ${members.map(([key, one]) => `${JSON.stringify(key)}: ${one}`).join(", ")} }`
    : null;
}

/** @param {unknown} value */
function isPlain(value) {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? "null"), value);
}

/**
 * Large tables of texts as JSON in one text: V8 reads that in a fraction of the time.
 * @param {Readonly<Record<string, object>>} tables What each module exports, by its path.
 * @returns {Plugin}
 */
export function tablesAsText(tables) {
  for (const [path, table] of Object.entries(tables))
    if (!isPlain({ ...table })) throw new Error(`${path} has more than texts, numbers and lists`);
  return {
    name: "tables-as-text",
    setup(builder) {
      const names = new Set(Object.keys(tables).map((path) => resolve(path)));
      builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!names.has(resolve(path))) return undefined;
        const entries = Object.entries(tables[relative(".", path)] ?? {});
        return {
          contents: entries
            .map(([name, value]) => {
              const text = JSON.stringify(JSON.stringify(value));
              return `export const ${name} = /* @__PURE__ */ JSON.parse(${text});`;
            })
            .join("\n"),
        };
      });
    },
  };
}
