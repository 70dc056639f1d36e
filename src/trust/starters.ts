import { join } from "node:path";
import { settings } from "./interpreter.js";
import { allOf, placesOf, type Follow, type Load } from "./load.js";
import { operandsOf, optional, valuesAfter, type RunnerReader } from "./runner.js";

/** Starts what follows the subcommand, behind options, variables and so many other words. */
export function starter(
  subcommands: string,
  unasked: readonly string[] = [],
  skipped = 0,
  follow: Follow = { by: "lines" },
): RunnerReader {
  const known = new Set(subcommands.split(" ").filter((word) => word !== ""));
  return (_name, { words }) => {
    const files = unasked.map((file): Load => ({
      places: placesOf([file], follow),
      isAbove: true,
      missing: null,
    }));
    let at = 1;
    const skipOptions = (): void => {
      while (at < words.length && /^-|^\w+=/.test(words[at] ?? "")) at++;
    };
    skipOptions();
    if (known.size > 0) {
      if (!known.has(words[at] ?? "")) return { loads: files };
      at++;
      skipOptions();
    }
    at += skipped;
    return { loads: files, starts: at < words.length ? [words.slice(at)] : [] };
  };
}

/** Starts what follows with Node, and reads what is to be loaded first where it runs. */
export const measuring = starter("", [".nycrc", ".nycrc.json", ".c8rc", ".c8rc.json"], 0, settings);

const pythonValued =
  /^(?:-[pmCi]|--(?:env-file|with|with-editable|with-requirements|python|directory|project|extra|group|only-group|package|index|index-url|module|env))$/;

/** What a name in `project.scripts` or in a tool's own table of scripts stands for. */
function entryPoint(script: string): Load {
  const follow = { by: "settings", keys: [script], runs: [script], language: "python" } as const;
  return { places: placesOf(["pyproject.toml"], follow), isAbove: true, missing: null };
}

/** Starts what follows with the Python of the project's own folder. */
export function pythonStarter(unasked: readonly string[]): RunnerReader {
  const start = starter("run", unasked);
  return (name, command) => {
    const modules = valuesAfter(command.words, /^(?:-m|--module=?)(.*)$/s);
    const variables = valuesAfter(command.words, /^--env-file=?(.*)$/s);
    const [sub, script = ""] = operandsOf(command.words, pythonValued);
    return allOf([
      start(name, command),
      {
        loads: [
          optional(...placesOf([".venv/bin/python"])),
          optional(...placesOf(variables, { by: "variables" })),
          optional(...placesOf(sub === "run" ? [script] : [])),
          ...(sub === "run" && /^[\w-]+$/.test(script) ? [entryPoint(script)] : []),
        ],
        starts: [
          [".venv/bin/python", "--version"],
          ...modules.map((module) => ["python3", "-m", module]),
        ],
      },
    ]);
  };
}

const coveragePlugins = { by: "settings", keys: ["plugins"], language: "python" } as const;

export const coverage: RunnerReader = (_name, { words }) => ({
  loads: [
    optional(...placesOf([".coveragerc"], coveragePlugins)),
    optional(
      ...placesOf(["pyproject.toml", "setup.cfg", "tox.ini"], {
        ...coveragePlugins,
        section: "coverage",
      }),
    ),
  ],
  starts: words.includes("run") ? [["python3", ...words.slice(words.indexOf("run") + 1)]] : [],
});

/** Policies in folders that its options name, or where it looks for them by itself. */
export function ruled(
  option: RegExp,
  ending: string,
  unasked: readonly string[] = [],
): RunnerReader {
  return (_name, { words }) => ({
    loads: [...unasked, ...valuesAfter(words, option)].map((folder) =>
      optional(...placesOf([folder, join(folder, `**/*.${ending}`)])),
    ),
  });
}

/** Words of the program's input are commands. */
export function reading(isFed: (words: readonly string[]) => boolean): RunnerReader {
  return (name, command) =>
    allOf([
      starter("")(name, command),
      { notKnown: isFed(command.words) ? [`${name} runs what it finds when it runs`] : [] },
    ]);
}

/** Its own commands run nothing; any other word is a task of the project. */
const miseCommands =
  /^(?:exec|x|activate|alias|backends|bin-paths|cache|completion|config|current|deactivate|doctor|dr|env|e|fmt|install|i|latest|link|ln|list|ls|ls-remote|outdated|plugins|p|prune|reshim|search|self-update|set|settings|shell|sh|sync|tool|trust|uninstall|unset|unuse|upgrade|up|use|u|version|v|where|which)$/;

export const mise: RunnerReader = (name, command) => {
  const files = ["mise.toml", ".mise.toml", ".tool-versions", ".config/mise.toml"];
  const nested = [".config/mise/config.toml", ".mise/config.toml", "mise/config.toml"];
  const [sub = "exec"] = operandsOf(command.words, /^(?:-C|--cd)$/);
  return allOf([
    starter("exec x", [...files, ...nested])(name, command),
    {
      loads: [optional(...placesOf([...files, ...nested], { by: "variables", isUnasked: true }))],
      notKnown: miseCommands.test(sub)
        ? []
        : [`${name} runs files of the project that the hook does not name`],
    },
  ]);
};

/** Starts what follows with variables from files: those that an option names, or those that it finds. */
export function settingStarter(
  subcommand: string,
  unasked: readonly string[],
  valued: RegExp,
): RunnerReader {
  const follow = { by: "variables" } as const;
  const isFile = /^(?:-[fer]|--(?:file|env|env-file|rc-file))(?:=(.*))?$/s;
  return (_name, { words }) => {
    const given = valuesAfter(words, isFile);
    const files = given.length > 0 ? given : unasked;
    let at = 1;
    const skipOptions = (): void => {
      for (; (words[at] ?? "").startsWith("-"); at++) if (valued.test(words[at] ?? "")) at++;
    };
    skipOptions();
    if (subcommand !== "") {
      if (words[at] !== subcommand) return {};
      at++;
      skipOptions();
    }
    return {
      loads: [optional(...placesOf(files, follow))],
      starts: at < words.length ? [words.slice(at)] : [],
    };
  };
}

/** `cross-env A=1 program` is what a shell does without it. */
export const assigning: RunnerReader = (_name, { words }) => {
  const at = words.findIndex((word, index) => index > 0 && !/^\w+=/.test(word));
  const variables = words.slice(1, at).map((word) => word.replace(/=(.*)$/s, "='$1'"));
  if (at < 0) return {};
  return { lines: [[...variables, ...words.slice(at)].join(" ")] };
};

/** Runs what the project's files say, of which only the first is known by name. */
export function builder(unasked: readonly string[], running?: RegExp): RunnerReader {
  return (name, { words }) => {
    const [sub = ""] = operandsOf(words, /^-[CfF]$/);
    const loads = unasked.map((file): Load => ({
      places: placesOf([file], { by: "lines" }),
      isAbove: true,
      missing: null,
    }));
    const isIdle = words.some((word) => /^(?:--version|-V|--help|-h)$/.test(word));
    if (isIdle || (running !== undefined && !running.test(sub))) return { loads };
    return { loads, notKnown: [`${name} runs files of the project that the hook does not name`] };
  };
}
