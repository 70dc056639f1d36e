import { extname, join } from "node:path";
import { namesIn } from "./language.js";
import { nodePlaces } from "./languages.js";
import { placesOf, type Follow, type Load, type LoadPlace } from "./load.js";
import { modulePlaces } from "./python-language.js";
import { isCode } from "./script-loads.js";

/** One value of a settings file or an option, with the key it is under. */
interface Setting {
  readonly key: string;
  readonly value: string;
}

/** More values than this are no settings that name code. */
const MOST_VALUES = 400;

/** What a tool works on, rather than what it loads. */
const isWork =
  /^(?!auto_)(?:(?:.*[-_.])?(?:excludes?|ignores?|ignored?\w*|includes?|files?|input|src|sources?|rootdirs?|out\w*|dist|test\w*|entry|coverage\w*|types?|typeroots|known\w*|packages|overrides|mypy_path|pythonpath|filename\w*))$/i;
/** Folders of code, each file of which may be loaded. */
const holdsCode =
  /(?:library|load|provider|engine|module|search)[-_]?(?:path|dir)|rules?|plugins?|styles|macros|library|functions|loaders?|checks|extensions?|addons?/i;
const loadsCode =
  /plugins?|presets?|extends?|parser|processors?|requires?|imports?|loads?|load-\w+|transforms?|reporters?|formatters?|format|syntax|custom|modules?|settings|setup|bootstrap|preload|prepend|extensions?|hook|rules?|use|addon|app|functions/i;
const namesSettings = /extends?|config\w*|base|inherit\w*|presets?|rc\w*|path/i;
const isSettings = /\.(?:jsonc?|json5|toml|ya?ml|ini|cfg|neon|xml|cnf|conf)$/;

/** Every value with its key, whatever format it is in: JSON, YAML, TOML and INI have both in this order. */
function settingsIn(text: string): Setting[] {
  const found: Setting[] = [];
  let key = "";
  const expression =
    /["']?([\w.*@/-]+)["']?[ \t]*(?:=(?!=)|:(?=\s|["'[{]|$))|([^\s"'`,;[\]{}()<>=]+)/gm;
  for (const [, named, value] of text.matchAll(expression)) {
    if (named !== undefined) key = named;
    else if (value !== undefined && value.length <= 200) found.push({ key, value });
    if (found.length >= MOST_VALUES) break;
  }
  return found;
}

/** What settings make a tool load, if it is there. */
export function settingsLoads(path: string, text: string): Load[] {
  return loadsOf(
    settingsIn(text),
    !/\.(?:jsonc?|json5|[cm]?[jt]s|ya?ml|xml|neon|php|rb)$/.test(path),
  );
}

function loadsOf(settings: readonly Setting[], isPython: boolean): Load[] {
  const folders = settings.filter(({ key }) => /paths?$/i.test(key)).map(({ value }) => value);
  const places = settings
    .filter(({ key }) => !isWork.test(key))
    .flatMap(({ key, value }) => placesFor({ key, value }, folders.slice(0, 5), isPython));
  return [{ places, missing: null }];
}

const settingsFollow: Follow = { by: "settings", tool: null };

function placesFor(
  { key, value }: Setting,
  folders: readonly string[],
  isPython: boolean,
): LoadPlace[] {
  const [path = ""] = value.split(/:(?!\/)/);
  if (!/\w/.test(path) || path.includes("*")) return [];
  if (isCode.test(path)) return [{ name: path }];
  if (isSettings.test(path))
    return namesSettings.test(key) || loadsCode.test(key) || /^\.{1,2}\//.test(path)
      ? [{ name: path, follow: settingsFollow }]
      : [];
  const below = holdsCode.test(key) ? placesOf([`${path}/*`, `${path}/*/*`]) : [];
  if (/^\.{1,2}\/|^\//.test(path)) return [...nodePlaces(path), { name: `${path}.rb` }, ...below];
  const isName = key !== "module" && /^[A-Za-z_][\w-]*(?:\.\w+)*$/.test(path);
  if (!isName) return below;
  const isLoaded = loadsCode.test(key);
  const python =
    isPython || isLoaded
      ? modulePlaces(path, folders).filter(({ name }) => name.endsWith(".py"))
      : [];
  if (!isLoaded) return [...python, ...below];
  const own = [path, ...(key === "functions" ? [join(key, path)] : [])];
  const node = own.flatMap((name) =>
    placesOf([".js", ".cjs", ".mjs", ".ts", "/index.js"].map((end) => `${name}${end}`)),
  );
  return [...python, ...node, ...below];
}

/** Options that name a file of settings. */
const configOption =
  /^-{1,2}(?:[cCfFKpP]|(?:[\w-]+-)?(?:config|conf|rc|rcfile|configuration|project|settings|profile|options|ruleset|tsconfig)(?:-(?:file|path))?)$/;

/** What options make a tool load, and the settings that they and variables name. */
export function optionLoads(
  words: readonly string[],
  variables: readonly (readonly [name: string, value: string])[],
): Load[] {
  const given: Setting[] = [];
  const files: string[] = [];
  for (const [at, word] of words.entries()) {
    const [, option, attached] = /^(-{1,2}[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (at === 0 || option === undefined) continue;
    const value = attached ?? words[at + 1] ?? "";
    if (value === "" || value.startsWith("-")) continue;
    const key = option.replace(/^-+/, "");
    if (configOption.test(option)) files.push(value);
    // Of a single letter nobody knows what it means.
    if (key.length > 1 || /^\.{1,2}\//.test(value))
      for (const one of value.split(/[\s,]+/))
        given.push({ key: key.length > 1 ? key : "use", value: one });
  }
  const named = variables
    .filter(([name]) => /(?:RC|CONF|CONFIG|CONFIG_FILE|CONFIG_PATH|PROJECT|SETTINGS)$/.test(name))
    .map(([, value]) => value);
  const modules = variables.filter(([name]) => /_(?:MODULE|PLUGINS|APP)$/.test(name));
  return [
    ...loadsOf([...given, ...modules.map(([, value]) => ({ key: "module-name", value }))], false),
    {
      places: placesOf(
        [...files, ...named].filter((file) => file !== ""),
        settingsFollow,
      ),
      missing: null,
    },
  ];
}

/** Of settings that several tools share, the sections of one. */
export function sectionsOf(text: string, tool: string): string {
  const name = tool.replace(/^d(?=mypy$)/, "");
  const isOwn = (head: string): boolean =>
    head
      .replaceAll(/[\s"']/g, "")
      .split(/[.:]|(?<=^mypy)-/)
      .slice(0, 2)
      .some((part) => part === name);
  return text
    .split(/^(?=[ \t]*\[{1,2}[^\]\n]+\]{1,2}[ \t]*(?:#.*)?$)/m)
    .filter((section) => isOwn(namesIn(section, /^[ \t]*\[{1,2}([^\]\n]+)\]/g)[0] ?? ""))
    .join("");
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/config$|[-_]|css$/g, "");

/** The same of a package.json: `eslintConfig`, `lint-staged`. */
export function keysOf(
  content: Readonly<Record<string, unknown>>,
  tool: string,
): [string, unknown][] {
  return Object.entries(content).filter(
    ([key]) => plain(key) === plain(tool) && !["name", "version", "type"].includes(key),
  );
}

/** Files whose format has sections for tools. */
const sharedSettings = ["pyproject.toml", "setup.cfg", "tox.ini", "package.json"] as const;

// Which files a tool reads by itself

const endings =
  "{,.js,.cjs,.mjs,.ts,.mts,.cts,.json,.jsonc,.json5,.py,.rb,.php,.dist,.dist.php,.lua,.exs,.toml,.yml,.yaml,.ini,.cfg,.xml,.neon,.neon.dist,.hcl,.pkl,.nix,.kdl}";

/** Settings that do not have the name of their tool. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  actionlint: [".github/actionlint.{yml,yaml}"],
  "babel-node": [`babel.config${endings}`, `.babelrc${endings}`],
  brakeman: ["config/brakeman.yml"],
  cdk: ["cdk.json"],
  changeset: [".changeset/config.json"],
  cpplint: ["CPPLINT.cfg"],
  dart: ["analysis_options.yaml"],
  dmypy: ["mypy.ini", ".mypy.ini"],
  dotnet: [".config/dotnet-tools.json"],
  "drizzle-kit": [`drizzle.config${endings}`],
  expo: [`app{,.config}${endings}`],
  flutter: ["analysis_options.yaml"],
  "golangci-lint": [`.golangci${endings}`, ".custom-gcl.yml"],
  "graphql-codegen": [`codegen${endings}`],
  knip: [`knip${endings}`],
  "mega-linter-runner": [".mega-linter.yml"],
  ng: ["angular.json"],
  nuxi: [`nuxt.config${endings}`],
  prisma: ["prisma/schema.prisma"],
  pulumi: ["Pulumi.yaml"],
  pylint: ["pylintrc"],
  pyre: [".pyre_configuration{,.local}"],
  pyright: ["pyrightconfig.json"],
  qlty: [".qlty/qlty.toml"],
  rector: ["rector.php"],
  "semantic-release": [`.releaserc${endings}`, `release.config${endings}`],
  sls: [`serverless${endings}`],
  sg: ["sgconfig.yml"],
  srb: ["sorbet/config"],
  standardrb: [".standard.yml"],
  "svelte-check": [`svelte.config${endings}`],
  tailwindcss: [`tailwind.config${endings}`],
  trunk: [".trunk/trunk.yaml"],
  tsc: ["tsconfig.json"],
  vitest: [`vite.config${endings}`],
  "vue-tsc": ["tsconfig.json"],
  yapf: [".style.yapf"],
};

/** Settings that a program reads where it runs: mostly they have its name, and many of them are code, or name some. */
export function settingsPlaces(name: string, words: readonly string[]): Load[] {
  const names = [
    `.${name}{,rc}${endings}`,
    `${name}{.config,.conf,file}${endings}`,
    `${name}.{toml,yml,yaml,ini,cfg,json,xml,neon}`,
    ...(Object.hasOwn(otherNames, name) ? (otherNames[name] ?? []) : []),
  ];
  const follow: Follow = { by: "settings", tool: null };
  const shared: Follow = { by: "settings", tool: name };
  // Some look for them where the files are that they are given.
  const folders = new Set(
    words
      .slice(1)
      .flatMap((word) =>
        /^[\w.][^=*:]*\//.test(word) && extname(word) !== "" ? [join(word, "..")] : [],
      ),
  );
  return ["", ...[...folders].slice(0, 5)].flatMap((from) => [
    { places: names.map((one) => ({ name: one, from, follow })), missing: null },
    ...sharedSettings.map((file): Load => ({
      places: [{ name: file, from, follow: shared }],
      isAbove: true,
      missing: null,
    })),
  ]);
}
