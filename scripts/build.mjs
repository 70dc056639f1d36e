// Builds dist/: what the package exports and the command by esbuild, as few files as can be; by tsc its types, and each
// module by itself, which tests load.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { build as buildPage } from "vite";
import { asFunction } from "./as-function.mjs";
import { useEachOnce } from "./first-uses.mjs";
import {
  builtinsLater,
  expressionsLater,
  foldersLater,
  hostsLater,
  jsonReadersAlone,
  requireInModule,
  tablesAsText,
} from "./later.mjs";
import { modulesLater } from "./modules-later.mjs";
import { packedCases } from "./packed-cases.mjs";
import { chained } from "./parts.mjs";
import { hashOfSources, SOURCES_FILE } from "./sources-hash.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const sources = hashOfSources();
// `--changed`: only where it was not built from this very source.
const isBuilt = existsSync(SOURCES_FILE) && readFileSync(SOURCES_FILE, "utf8") === sources;
if (process.argv.includes("--changed") && isBuilt) process.exit();
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
// Which resident engine and which client belong together.
const buildId = sources.slice(0, 12);

// `--bundles`: the library stays as it is. For scripts/mutation.mjs, which changes one file of it by itself.
const isWhole = !process.argv.includes("--bundles");
if (isWhole) {
  rmSync("dist", { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
} else {
  rmSync("dist/cli", { recursive: true });
}

const { knownHosts } = await import("../dist/hosts/all.js");
const tables = tablesAsText({
  "src/problem/catalogue.ts": await import("../dist/problem/catalogue.js"),
  "src/secrets/gitleaks-rules.ts": await import("../dist/secrets/gitleaks-rules.js"),
});

/** @type {import("esbuild").BuildOptions} */
const exported = {
  bundle: true,
  splitting: true,
  format: "esm",
  // These are large, and shared with whoever uses them too.
  external: ["re2js", "zod", "react"],
  mainFields: ["module", "main"],
  target: "node20",
  // Most of what an import takes is reading the text.
  minify: true,
  logLevel: "warning",
};
const hostTables = requireInModule("./hosts.cjs");
const hostsInFile = hostsLater(knownHosts, {
  host: (host) => `${hostTables}.knownHosts[${knownHosts.indexOf(host)}]`,
  matcher: (name) => `${hostTables}.matchers.get(${JSON.stringify(name)})`,
  bridge: (name) => `${hostTables}.bridges.get(${JSON.stringify(name)})`,
});
// What reads commands, rules and secrets, a third of the text of the engine: the first event needs it, not an import.
const rulesInFile = foldersLater(
  {
    shell: await import("../dist/shell/index.js"),
    rules: await import("../dist/rules/index.js"),
    secrets: await import("../dist/secrets/index.js"),
  },
  requireInModule("./rules.cjs"),
);
const expressionsInPackage = expressionsLater(requireInModule("re2js"));
const pure = { index: "src/index.ts", core: "src/core.ts" };
// What the package exports. The parts have files in common, so that a class is the same in all of them.
const parts = chained({
  core: { file: pure.core },
  index: { file: pure.index, on: "core" },
  engine: { file: "src/engine/index.ts", on: "core" },
  agent: { file: "src/agent/index.ts", on: "engine" },
  testing: { file: "src/testing/index.ts", on: "engine" },
  telemetry: { file: "src/telemetry/index.ts", on: "engine" },
  react: { file: "src/react/index.ts", on: "agent" },
  // What a hook needs to be tested, and not to run.
  "test-hook": { file: "src/hook/test-hook.ts", on: "engine" },
  // A program of its own, which must be next to whatever starts it. A part, so that it has no files in common with some of the
  // others only.
  "engine-thread": { file: "src/engine/thread/engine-thread.ts", on: "engine", isProgram: true },
});
await build({
  ...exported,
  entryPoints: parts.entryPoints,
  outdir: "dist/lib",
  platform: "node",
  plugins: [
    parts.plugin,
    builtinsLater,
    jsonReadersAlone,
    expressionsInPackage,
    hostsInFile,
    rulesInFile,
    tables,
  ],
});
parts.finish("dist/lib");
// The keeper is a program of its own and must be next to whatever starts it.
await build({
  ...exported,
  entryPoints: ["src/run/keeper-main.ts"],
  outdir: "dist/lib",
  platform: "node",
  plugins: [builtinsLater],
});
// The tables of all hosts, which the core loads where one is named.
await build({
  ...exported,
  splitting: false,
  format: "cjs",
  stdin: {
    contents: `
      export { knownHosts } from "./src/hosts/all.ts";
      export { bridges } from "./src/hosts/bridge-list.ts";
      export { matchers } from "./src/hosts/matcher-list.ts";`,
    resolveDir: ".",
  },
  outfile: "dist/lib/hosts.cjs",
  platform: "node",
  plugins: [expressionsLater('require("re2js")')],
});
await build({
  ...exported,
  splitting: false,
  format: "cjs",
  stdin: {
    contents: `
      export * as shell from "./src/shell/index.ts";
      export * as rules from "./src/rules/index.ts";
      export * as secrets from "./src/secrets/index.ts";`,
    resolveDir: ".",
  },
  outfile: "dist/lib/rules.cjs",
  platform: "node",
  plugins: [builtinsLater, expressionsLater('require("re2js")'), tables],
});
// What hooks are written with: one file, because each one costs every hook that is started.
await build({
  ...exported,
  splitting: false,
  entryPoints: { hook: "src/hook/index.ts" },
  outdir: "dist/lib",
  platform: "node",
  external: ["./test-hook.js"],
});
// The same as one statement, which is put into a hook's own file.
await build({
  ...exported,
  splitting: false,
  entryPoints: { "hook-inline": "src/hook/index.ts" },
  outdir: "dist/lib",
  platform: "node",
  format: "iife",
  globalName: "snaphookKit",
  external: ["./test-hook.js"],
});
// What runs in a browser as well.
await build({ ...exported, entryPoints: pure, outdir: "dist/lib/anywhere", platform: "browser" });

// CommonJS starts 4-5 ms sooner than ESM. Each command is a file of its own: what is in a file is parsed when it is
// loaded, used or not.
const commands = [
  "init",
  "build",
  "schema",
  "completion",
  "run",
  "run-hosts",
  "why",
  "trace",
  "trace-export",
  "trace-prune",
  "verify-anchored",
  "view",
  "view-fleet",
  "doctor",
  "explain",
  "explain-hosts",
  "explain-code",
  "playground",
  "lint",
  "test",
  "read-yaml",
  "record",
  "record-manage",
  "replay",
  "verify",
  "trust",
  "permissions",
  "conform",
  "hosts",
  "bridge",
  "bridge-fire",
  "bridge-install",
  "approvals",
  "fleet",
  "policy",
  "serve",
  "serve-worker",
  "serve-start",
  "send-telemetry",
  "ask-fleet",
].map((name) => `commands/${name}`);
const hostsInPlace = hostsLater(knownHosts, {
  host: (host) =>
    `Object.values(require("./${host.name}/index.ts")).flat().find((one) => one.version === ${JSON.stringify(host.version)})`,
  matcher: (name) => `require("./${name}/matcher.ts").matches`,
  bridge: (name) => `require("./${name}/bridge.ts").bridge`,
});
// Files of their own, which a command loads where it needs them.
const loadedLater =
  "orientation explain-hosts explain-code run-hosts run bridge-fire bridge-install serve-worker serve-start trace-export trace-prune verify-anchored send-telemetry ask-fleet view-fleet re2js read-yaml record-manage"
    .split(" ")
    .map((name) => `./${name}.js`);
/** @type {import("esbuild").BuildOptions} */
const command = {
  outdir: "dist/cli",
  bundle: true,
  external: [
    "./commands/*",
    ...loadedLater,
    // Native: each platform has its own.
    "oxc-parser",
    "esbuild",
  ],
  // `import()` becomes `require`: it would load the ESM loader.
  supported: { "dynamic-import": false },
  format: "cjs",
  platform: "node",
  // jsonc-parser's main file cannot be bundled; its module can.
  mainFields: ["module", "main"],
  target: "node20",
  // Half of what is parsed at a start would be blanks and comments, and of the rest a third long names.
  minify: true,
  define: {
    VERSION: JSON.stringify(version),
    BUILD: JSON.stringify(buildId),
    "import.meta": "IMPORT_META",
  },
  banner: {
    js: 'const IMPORT_META = { dirname: __dirname, get url() { return process.getBuiltinModule("node:url").pathToFileURL(__filename).href; } };',
  },
  logLevel: "warning",
  logOverride: { "empty-import-meta": "error" },
};
const always = [builtinsLater, jsonReadersAlone, hostsInPlace];
const plugins = [...always, expressionsLater('require("./re2js.js")'), tables];
// On the path of a tool call: of these a start takes up only what it uses.
const quick = ["run", "run-hosts", "bridge", "bridge-fire", "explain", "explain-hosts"].map(
  (name) => `commands/${name}`,
);
await build({
  ...command,
  entryPoints: entriesOf(quick),
  plugins: [...plugins, modulesLater],
});
await build({
  ...command,
  entryPoints: {
    ...entriesOf(["main", ...commands.filter((name) => !quick.includes(name))]),
    orientation: "src/cli/orientation.ts",
    // The keeper is a program of its own and must be next to whatever starts it.
    "commands/keeper-main": "src/run/keeper-main.ts",
    "commands/re2js": "re2js",
  },
  plugins,
});
// So are these. Node loads them, which cannot load what a command loads: all that they need is in them.
await build({
  ...command,
  entryPoints: {
    "commands/engine-thread": "src/engine/thread/engine-thread.ts",
    // What fires events in a sandbox.
    "commands/fire-main": "src/sandbox-run/fire-main.ts",
    "commands/recorder-main": "src/recording/recorder-main.ts",
    "commands/relay-main": "src/recording/relay-main.ts",
  },
  plugins: always,
});
for (const name of [...commands, "commands/re2js"]) asFunction(`dist/cli/${name}.js`);
writeFileSync(
  "dist/cli/main.js",
  `#!/usr/bin/env node\n${readFileSync("dist/cli/main.js", "utf8")}`,
);
// Where hooks of type `module` live: ESM, because only that loads modules of both kinds.
for (const outdir of ["dist/lib", "dist/cli/commands"])
  await build({
    entryPoints: ["src/run/module/module-main.mts", "src/run/module/module-thread.mts"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
// What loads programs that make tests: ESM, for the same reason.
await build({
  entryPoints: ["src/hook-tests/load-main.mts"],
  outdir: "dist/cli/commands",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
});
// The agent is ESM: Ink waits at its top level for its layout engine. What only one of its ways needs (the terminal,
// an SDK) is a file of its own.
const agents = ["agent", "demo"];
await build({
  entryPoints: Object.fromEntries(agents.map((name) => [name, `src/cli/commands/${name}.ts`])),
  outdir: "dist/cli/commands",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  mainFields: ["module", "main"],
  target: "node20",
  external: ["react-devtools-core"],
  minify: true,
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  logLevel: "warning",
});
for (const name of agents)
  writeFileSync(
    `dist/cli/commands/${name}.js`,
    `exports.run = async (argv) => (await import("./${name}.mjs")).run(argv);\n`,
  );
writeFileSync("dist/cli/conformance.json.br", packedCases());
// The page of `snaphook playground`: files that a browser opens without a server, so a script and no module.
await build({
  entryPoints: { playground: "src/playground/web/main.tsx" },
  outdir: "dist/cli/playground",
  bundle: true,
  format: "iife",
  platform: "browser",
  mainFields: ["module", "main"],
  target: "es2022",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "playground.css", "icon.svg"])
  copyFileSync(`src/playground/web/${name}`, `dist/cli/playground/${name}`);
// The page of `snaphook view`: files of its own, which no command loads.
await buildPage({
  configFile: false,
  root: "src/viewer/web",
  logLevel: "warn",
  build: {
    outDir: resolve("dist/cli/view"),
    emptyOutDir: true,
    target: "es2022",
    // Its policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
writeFileSync("dist/cli/package.json", `${JSON.stringify({ type: "commonjs" })}\n`);
chmodSync("dist/cli/main.js", 0o755);
// What hosts start instead, where the resident engine may answer.
const client = readFileSync("src/serve/fire.sh", "utf8").replaceAll("@BUILD@", buildId);
writeFileSync("dist/cli/fire.sh", client, { mode: 0o755 });
useEachOnce();
// Who edits a file while it is built must not have it taken for built.
if (isWhole) writeFileSync(SOURCES_FILE, sources);

/** @param {readonly string[]} names Commands, and what else is in their folder. */
function entriesOf(names) {
  return Object.fromEntries(names.map((name) => [name, `src/cli/${name}.ts`]));
}
