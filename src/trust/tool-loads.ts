import { UNKNOWN } from "../shell/index.js";
import { nodePlaces } from "./languages.js";
import { allOf, placesOf, type Follow, type KnownCommand, type Load, type Loads } from "./load.js";
import { optional, valuesAfter } from "./runner.js";
import { settingsLanguages } from "./settings-languages.js";
import { moduleKeys, tools, type Tool } from "./tools.js";

const endings = "{,.js,.cjs,.mjs,.ts,.mts,.cts,.json,.jsonc,.py,.toml,.yml,.yaml,.ini,.cfg}";

/**
 * Settings that a program reads where it runs mostly have its name (`.prettierrc`, `vite.config.ts`, `ruff.toml`), and many of
 * them are code, or name some.
 */
export function toolLoads(name: string, command: KnownCommand): Loads {
  const tool = tools.get(name);
  const names = [
    `.${name}{,rc}${endings}`,
    `${name}{.config,.conf,file}${endings}`,
    `${name}.{toml,yml,yaml,ini,cfg,json}`,
  ];
  const named: Load = { places: placesOf(names, followOf(tool)), missing: null };
  return allOf([{ loads: [named] }, tool === undefined ? {} : ownLoads(tool, command)]);
}

function followOf(tool: Tool = {}): Follow {
  const { keys = moduleKeys, runs = [], language = "node", hasWords = false } = tool;
  return hasWords ? { by: "words" } : { by: "settings", keys, runs, language };
}

function ownLoads(tool: Tool, command: KnownCommand): Loads {
  const { words, valuesOf } = command;
  const { files = [], section, sectionIn = [], language = "node", variable, starts = [] } = tool;
  const follow = followOf(tool);
  const given = [
    ...after(words, tool.settings),
    ...(variable === undefined ? [] : valuesOf(variable)),
  ];
  const own: Load = { places: placesOf(files, follow), isAbove: true, missing: null };
  const shared = sectionIn.map((file): Load => ({
    places: placesOf([file], { ...follow, section } as Follow),
    isAbove: true,
    missing: null,
  }));
  const modules = after(words, tool.loads)
    .flatMap((value) => value.split(","))
    .flatMap((name) => settingsLanguages[language](name))
    .map((places) => optional(...places));
  const folders = after(words, tool.folders).map((name) =>
    optional(
      { name, isFolder: true },
      // ESLint's rules are looked for by their names.
      ...nodePlaces(name),
    ),
  );
  const isUnseen = tool.unseen !== undefined && words.some((word) => tool.unseen?.test(word));
  return allOf([
    { loads: [own, ...shared, ...modules, ...folders] },
    { loads: [optional(...placesOf(given, follow))] },
    {
      starts: [
        ...starts.map((program) => [program]),
        ...after(words, tool.code).map((code) => ["python3", "-c", code]),
      ],
      notKnown: isUnseen ? [`${words[0] ?? ""}: which files it loads was not looked for`] : [],
    },
  ]);
}

function after(words: readonly string[], option: RegExp | undefined): string[] {
  if (option === undefined) return [];
  return valuesAfter(words, option).filter((value) => !value.includes(UNKNOWN));
}
