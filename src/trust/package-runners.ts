import { join } from "node:path";
import { UNKNOWN } from "../shell/index.js";
import { packageScripts } from "./interpreter-loads.js";
import { settings } from "./interpreter.js";
import { nodePlaces } from "./languages.js";
import { allOf, placesOf, type KnownCommand, type Load, type Loads } from "./load.js";
import { operandsOf, optional, unknownWord, valuesAfter, type RunnerReader } from "./runner.js";

const npmValued =
  /^(?:-C|-w|-F|-p|--(?:prefix|workspace|cwd|dir|filter|package|userconfig|globalconfig|script-shell|loglevel|registry|cache))$/;
const installing =
  /^(?:i|in|install|add|ci|clean-install|it|install-test|update|up|upgrade|rebuild|rb|dedupe|link|publish|pack|version|prune|uninstall|remove|rm|un|create|init|dlx|import)$/;

/** Next to `.npmrc`, which counts with the package.json. */
const packageSettings: Readonly<Record<string, readonly string[]>> = {
  pnpm: ["pnpm-workspace.yaml", ".pnpmfile.cjs"],
  yarn: [".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs"],
  yarnpkg: [".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs"],
  bun: ["bunfig.toml"],
  bunx: ["bunfig.toml"],
};

/** Settings may name a shell, or a program that is run instead. */
function settingsFiles(name: string, { hasOtherHome, valuesOf, words }: KnownCommand): Load[] {
  const own = packageSettings[name] ?? [];
  const compiler: Load = {
    places: placesOf(name.startsWith("bun") ? ["tsconfig.json"] : [], {
      by: "package",
      keys: ["extends"],
    }),
    isAbove: true,
    missing: null,
  };
  const home = [
    ...(hasOtherHome ? valuesOf("HOME").map((folder) => `${folder}/.npmrc`) : []),
    ...["userconfig", "globalconfig"].flatMap((option) => [
      ...valuesOf(`npm_config_${option}`),
      ...valuesOf(`NPM_CONFIG_${option.toUpperCase()}`),
      ...valuesAfter(words, new RegExp(`^--${option}=?(.*)$`, "s")),
    ]),
  ];
  return [
    ...own.map((file): Load => ({
      places: placesOf([file], { by: "lines" }),
      isAbove: true,
      missing: null,
    })),
    ...(name.startsWith("bun")
      ? [{ places: placesOf(["bunfig.toml"], settings), isAbove: true, missing: null }]
      : []),
    compiler,
    optional(...placesOf(home, { by: "lines" })),
  ];
}

/** Bun reads them where it runs; of the variables in them those count by which programs load something. */
function bunVariables(name: string, { words, valuesOf }: KnownCommand): Partial<Loads> {
  if (!name.startsWith("bun")) return {};
  const modes = ["development", "production", "test", ...valuesOf("NODE_ENV")];
  const found = ["", ...modes.map((mode) => `.${mode}`)].flatMap((mode) => [
    `.env${mode}`,
    `.env${mode}.local`,
  ]);
  const options = valuesOf("BUN_OPTIONS").flatMap((value) => value.split(/\s+/));
  const preloaded = valuesAfter(
    [...words, ...options],
    /^(?:-r|--(?:preload|require|import)=?)(.*)$/s,
  );
  const given = valuesAfter(words, /^--env-file=?(.*)$/s);
  const configs = valuesAfter([...words, ...options], /^(?:-c|--config=?)(.*)$/s);
  return {
    loads: [
      optional(...placesOf(found, { by: "variables", isUnasked: true })),
      optional(...placesOf(given, { by: "variables" })),
      optional(...placesOf(configs, settings)),
      ...preloaded.map((module) => optional(...nodePlaces(module))),
    ],
  };
}

/** A program that a package has brought, or a package that is fetched to run it. */
function packageProgram(name: string, words: readonly string[]): Partial<Loads> {
  const [program = "", ...rest] = words;
  if (program === "") return {};
  if (program.includes(UNKNOWN)) return unknownWord(name);
  const bare = program.replace(/(?<=.)@[^/]*$/, "");
  const last = bare.slice(bare.lastIndexOf("/") + 1);
  const isOnPath = /^(?:node|sh|bash|npm|python3?)$/.test(last);
  return {
    loads: [
      {
        places: placesOf([join("node_modules/.bin", last)]),
        isAbove: true,
        missing: isOnPath
          ? null
          : `${name} ${program}: not found in node_modules/.bin, so it may be fetched`,
      },
    ],
    starts: [[last, ...rest]],
  };
}

export const npx: RunnerReader = (name, command) => {
  const { words } = command;
  const code = valuesAfter(words, /^(?:-c|--(?:call|shell-auto-fallback)=?)(.*)$/s);
  const own = allOf([
    { loads: [...settingsFiles(name, command), packageScripts([])] },
    bunVariables(name, command),
  ]);
  if (code.length > 0) return allOf([own, { lines: code }]);
  const start = words.findIndex((word, at) => at > 0 && isOperand(words, at));
  return allOf([own, start < 0 ? {} : packageProgram(name, words.slice(start))]);
};

function isOperand(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return !word.startsWith("-") && !npmValued.test(words[at - 1] ?? "");
}

export const npm: RunnerReader = (name, command) => {
  const { words } = command;
  const operands = operandsOf(words, npmValued);
  const [sub = "", script = ""] = operands;
  const code = name === "bun" ? valuesAfter(words, /^(?:-[ep]|--(?:eval|print)=?)(.*)$/s) : [];
  const own: Partial<Loads> = allOf([
    { loads: settingsFiles(name, command), starts: code.map((text) => ["node", "-e", text]) },
    bunVariables(name, command),
  ]);
  const scripts = (names: readonly string[], orProgram = false): Partial<Loads> =>
    allOf([own, { loads: [packageScripts(names, orProgram)] }]);
  const isElsewhere = words.some((word) =>
    /^(?:-w|-ws|-F|-r|--(?:workspaces?|filter|recursive)(?:=.*)?)$/.test(word),
  );
  if (sub.includes(UNKNOWN) || (sub.startsWith("run") && script.includes(UNKNOWN)))
    return allOf([own, unknownWord(name)]);
  if (isElsewhere || sub === "workspace" || sub === "workspaces" || sub === "foreach")
    return allOf([
      scripts([]),
      { notKnown: [`${name}: which package of the workspace it runs in was not looked for`] },
    ]);
  if (/^(?:run|run-script|rum|urn)$/.test(sub)) {
    const file = name === "bun" ? [{ places: nodePlaces(script), missing: null }] : [];
    return allOf([scripts([script], name !== "npm"), { loads: file }]);
  }
  if (name === "bun" && sub === "test")
    return allOf([scripts([]), { notKnown: ["bun test: which files it runs was not looked for"] }]);
  if (/^(?:test|t|tst|start|stop|restart)$/.test(sub)) {
    const names = /^t(?:st)?$/.test(sub)
      ? ["test"]
      : sub === "restart"
        ? ["restart", "stop", "start"]
        : [sub];
    // Without a script of that name npm starts this file.
    const server = names.includes("start") ? placesOf(["server.js"]) : [];
    return allOf([scripts(names), { loads: [{ places: server, isAbove: true, missing: null }] }]);
  }
  if (/^(?:exec|x)$/.test(sub)) {
    const at = words.indexOf(sub);
    return npx(name, { ...command, words: words.slice(at) });
  }
  if (sub === "explore") {
    const inner = words.slice(words.indexOf("explore") + 2).filter((word) => word !== "--");
    return allOf([
      scripts([]),
      {
        notKnown: inner.length === 0 ? [] : [`${name} ${sub}: it runs in the folder of a package`],
      },
    ]);
  }
  if (sub === "dlx" || sub === "create" || installing.test(sub))
    return allOf([
      scripts([]),
      { notKnown: [`${name} ${sub}: packages may bring scripts that it runs`] },
    ]);
  if (name === "npm" || sub === "") return scripts([]);
  // Any other word is a script or a program, for bun also a file.
  const file = name === "bun" ? [{ places: nodePlaces(sub), missing: null }] : [];
  const starts = [words.slice(words.indexOf(sub))];
  return allOf([scripts([sub], true), { loads: file, starts }]);
};

/** Each word is a script of package.json, or a pattern for some. */
export const runScripts: RunnerReader = (_name, { words }) => ({
  loads: [packageScripts(words.slice(1).filter((word) => !word.startsWith("-")))],
});

/** Each word is a line, or `npm:` and the name of a script. */
export const concurrently: RunnerReader = (_name, { words }) => {
  const given = words.slice(1).filter((word) => !word.startsWith("-"));
  const script = /^(?:npm|pnpm|yarn|bun|node|deno):(.*)$/s;
  const names = given.flatMap((word) => script.exec(word)?.[1] ?? []);
  return {
    loads: names.length > 0 ? [packageScripts(names)] : [],
    lines: given.filter((word) => !script.test(word)),
  };
};
