import { join } from "node:path";
import { placesOf, type KnownCommand, type LoadPlace } from "./load.js";
import { operandsOf, optional, valuesAfter, type RunnerReader } from "./runner.js";

const gitPlaces: readonly LoadPlace[] = [
  { name: ".git", follow: { by: "git-folder" } },
  { name: ".git/config", follow: { by: "git-config" } },
  { name: ".git/config.worktree", follow: { by: "git-config" } },
  { name: ".git/hooks", isFolder: true },
];

/** A folder may be a repository without a `.git`. */
const barePlaces: readonly LoadPlace[] = [{ name: "config", follow: { by: "git-config" } }];

export const git: RunnerReader = (_name, { words, valuesOf, hasOtherHome }) => {
  const follow = { by: "git-config" } as const;
  const operands = operandsOf(
    words,
    /^(?:-C|-c|--(?:git-dir|work-tree|namespace|exec-path|config-env|super-prefix))$/,
  );
  const home = hasOtherHome ? valuesOf("HOME") : [];
  const configs = [
    ...home.flatMap((folder) => [`${folder}/.gitconfig`, `${folder}/.config/git/config`]),
    ...["GIT_CONFIG", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].flatMap((name) => valuesOf(name)),
  ];
  const folders = [...valuesOf("GIT_DIR"), ...valuesAfter(words, /^--git-dir=?(.*)$/)];
  const programs = [...valuesOf("GIT_EXEC_PATH"), ...valuesAfter(words, /^--exec-path=?(.*)$/)];
  const given = settingsGiven(words, valuesOf);
  const aliases = given.flatMap((setting) => setting.split("!").slice(1));
  const valuesNamed = (key: RegExp): string[] =>
    given.flatMap((setting) => key.exec(setting)?.[1] ?? []);
  const hooks = valuesNamed(/^core\.hookspath=(.*)$/is);
  const included = valuesNamed(/^include(?:if\..*)?\.path=(.*)$/is);
  const templates = [...valuesOf("GIT_TEMPLATE_DIR"), ...valuesAfter(words, /^--template=?(.*)$/)];
  const [sub = "", action = "", ...rest] = operands;
  return {
    loads: [
      { places: gitPlaces, isAbove: true, missing: null },
      optional(...barePlaces, ...placesOf([...configs, ...included], follow)),
      optional(
        ...folders.flatMap((folder): LoadPlace[] => [
          { name: join(folder, "config"), follow },
          { name: join(folder, "hooks"), isFolder: true },
        ]),
      ),
      optional(
        ...[...programs, ...hooks, ...templates.map((folder) => join(folder, "hooks"))].map(
          (name): LoadPlace => ({ name, isFolder: true }),
        ),
      ),
    ],
    // Any of them may name a program.
    lines: [...aliases, ...given.map((setting) => setting.replace(/^[^=]*=!?/, ""))],
    starts: sub === "bisect" && action === "run" ? [rest] : [],
    notKnown:
      sub === "submodule" && action === "foreach"
        ? ["git submodule foreach runs in folders that the hook does not name"]
        : [],
    programs: sub === "" ? [] : [`git-${sub}`],
  };
};

/** More than this nobody gives. */
const MOST_SETTINGS = 50;

/** `name=value`, from options and from variables. */
function settingsGiven(words: readonly string[], valuesOf: KnownCommand["valuesOf"]): string[] {
  const counted = Array.from({ length: MOST_SETTINGS }, (_, at) => at).flatMap((at) => {
    const values = valuesOf(`GIT_CONFIG_VALUE_${at}`);
    return valuesOf(`GIT_CONFIG_KEY_${at}`).flatMap((key) =>
      values.map((value) => `${key}=${value}`),
    );
  });
  const quoted = valuesOf("GIT_CONFIG_PARAMETERS").flatMap((text) =>
    [...text.matchAll(/'([^']*)'(?:='([^']*)')?/g)].map(([, setting = "", value]) =>
      value === undefined ? setting : `${setting}=${value}`,
    ),
  );
  const byVariable = valuesAfter(words, /^--config-env=?(.*)$/s).flatMap((setting) => {
    const [key = "", variable = ""] = setting.split("=");
    return valuesOf(variable).map((value) => `${key}=${value}`);
  });
  return [...valuesAfter(words, /^-c(.*)$/s), ...counted, ...quoted, ...byVariable];
}
