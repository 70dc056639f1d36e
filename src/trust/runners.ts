import { basename, join } from "node:path";
import { UNKNOWN } from "../shell/index.js";
import { allOf, placesOf, type KnownCommand, type Loads, type LoadPlace } from "./load.js";
import { npm, npx } from "./package-runners.js";
import { operandsOf, optional, valuesAfter, type RunnerReader } from "./runner.js";
import {
  builder,
  coverage,
  lines,
  measuring,
  mise,
  pythonStarter,
  reading,
  ruled,
  starter,
} from "./starters.js";

// make

const makefiles = ["GNUmakefile", "makefile", "Makefile", "BSDmakefile"];

const make: RunnerReader = (name, { words, valuesOf }) => {
  const given = valuesAfter(words, /^(?:-[A-Za-z]*?f|--(?:file|makefile)=?)(.*)$/s);
  const first = valuesOf("MAKEFILES").flatMap((value) => value.split(/\s+/));
  const folders = valuesAfter(words, /^(?:-[A-Za-z]*?I|--include-dir=?)(.*)$/s);
  const isGiven = given.length > 0;
  const operands = operandsOf(words, /^(?:-[CfIloW]|--(?:file|makefile|directory|include-dir))$/);
  const targets = operands.filter((word) => !word.includes("="));
  const isKnown = given.length < 2 && !targets.some((target) => target.includes(UNKNOWN));
  return {
    loads: [
      optional(
        ...placesOf(
          first.filter((file) => file !== ""),
          { by: "makefile", targets: null, folders },
        ),
      ),
      {
        places: placesOf(isGiven ? given : makefiles, {
          by: "makefile",
          targets: isKnown ? targets : null,
          folders,
        }),
        missing: `${name}: no ${isGiven ? given.join(", ") : "Makefile"} was found`,
      },
    ],
  };
};

// git

const gitPlaces: readonly LoadPlace[] = [
  { name: ".git", follow: { by: "git-folder" } },
  { name: ".git/config", follow: { by: "git-config" } },
  { name: ".git/config.worktree", follow: { by: "git-config" } },
  { name: ".git/hooks", isFolder: true },
];

/** A folder may be a repository without a `.git`. */
const barePlaces: readonly LoadPlace[] = [{ name: "config", follow: { by: "git-config" } }];

const git: RunnerReader = (_name, { words, valuesOf, hasOtherHome }) => {
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
  const given = valuesAfter(words, /^-c(.*)$/s);
  const aliases = given.flatMap((setting) => setting.split("!").slice(1));
  const hooks = given.flatMap((setting) => /^core\.hookspath=(.*)$/is.exec(setting)?.[1] ?? []);
  const templates = [...valuesOf("GIT_TEMPLATE_DIR"), ...valuesAfter(words, /^--template=?(.*)$/)];
  const [sub = "", action = "", ...rest] = operands;
  return {
    loads: [
      { places: gitPlaces, isAbove: true, missing: null },
      optional(...barePlaces, ...placesOf(configs, follow)),
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
    lines: aliases,
    starts: sub === "bisect" && action === "run" ? [rest] : [],
    notKnown:
      sub === "submodule" && action === "foreach"
        ? ["git submodule foreach runs in folders that the hook does not name"]
        : [],
    programs: sub === "" ? [] : [`git-${sub}`],
  };
};

// jq

/** Modules by their names, in the folders that `-L` or `search` name. */
const jq: RunnerReader = (_name, { words }) => {
  const named = (expression: RegExp): string[] =>
    words.flatMap((word) => [...word.matchAll(expression)].map(([, name = ""]) => name));
  const folders = [
    ".",
    ...valuesAfter(words, /^-[A-Za-z]*?L(.*)$/s),
    ...named(/\bsearch"?\s*:\s*"([^"]*)"/g),
  ];
  return {
    loads: named(/\b(?:import|include)\s+"([^"]*)"/g).map((name) =>
      optional(
        ...placesOf(
          folders.flatMap((folder) =>
            [`${name}.jq`, `${name}.json`, `${name}/${basename(name)}.jq`].map((file) =>
              join(folder, file),
            ),
          ),
        ),
      ),
    ),
  };
};

// Programs that run every file of a folder, or another command

const runParts: RunnerReader = (name, { words }) => {
  const folders = operandsOf(words, /^(?:-a|-u|-s)$/);
  return {
    loads: folders.map((folder) => ({
      places: [{ name: folder, isFolder: true }],
      missing: `${name} ${folder}: no file was found there`,
    })),
  };
};

const readers: ReadonlyMap<string, RunnerReader> = new Map<string, RunnerReader>([
  ...["make", "gmake", "bmake", "mingw32-make"].map((name) => [name, make] as const),
  ...["npm", "pnpm", "yarn", "yarnpkg", "bun"].map((name) => [name, npm] as const),
  ...["npx", "pnpx", "bunx"].map((name) => [name, npx] as const),
  ["git", git],
  ["jq", jq],
  ["run-parts", runParts],
  ["uv", pythonStarter(["pyproject.toml", "uv.toml"])],
  ["poetry", pythonStarter(["pyproject.toml", "poetry.toml"])],
  ["pdm", pythonStarter(["pyproject.toml", "pdm.toml"])],
  ["hatch", pythonStarter(["pyproject.toml", "hatch.toml"])],
  ["rye", pythonStarter(["pyproject.toml"])],
  ["pipenv", pythonStarter(["Pipfile", ".env"])],
  ["coverage", coverage],
  ["c8", measuring],
  ["nyc", measuring],
  ["opa", ruled(/^(?:-[db]|--(?:data|bundle)=?)(.*)$/s, "rego")],
  ["conftest", ruled(/^(?:-p|--policy=?)(.*)$/s, "rego", ["policy"])],
  ["semgrep", ruled(/^(?:-[cf]|--config=?)(.*)$/s, "yml", [".semgrep"])],
  ["ast-grep", ruled(/^(?:-[cr]|--(?:config|rule)=?)(.*)$/s, "yml", ["sgconfig.yml", "rules"])],
  ["bundle", starter("exec", ["Gemfile", ".bundle/config"])],
  ["mise", mise],
  ["asdf", starter("exec", [".tool-versions"])],
  ["direnv", starter("exec", [".envrc"], 1)],
  ["conda", starter("run")],
  ["volta", starter("run")],
  ["fnm", starter("exec")],
  ["dotenv", starter("", [".env"])],
  ["env-cmd", starter("", [".env"])],
  ...[
    "cross-env",
    "xvfb-run",
    "watchexec",
    "entr",
    "chronic",
    "ts",
    "rlwrap",
    "script",
    "tini",
    "dumb-init",
    "proot",
    "fakeroot",
    "caffeinate",
    "gtimeout",
  ].map((name) => [name, starter("")] as const),
  ...["parallel", "sem"].map(
    (name) => [name, reading((words) => !words.some((word) => /^:::\+?$/.test(word)))] as const,
  ),
  ...["fd", "fdfind"].map(
    (name) =>
      [
        name,
        reading((words) => words.some((word) => /^(?:-[A-Za-z]*[xX]|--exec.*)$/.test(word))),
      ] as const,
  ),
  ...["concurrently", "npm-run-all", "run-s", "run-p"].map((name) => [name, lines] as const),
  ["just", builder(["justfile", ".justfile", "Justfile"])],
  ["task", builder(["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"])],
  ["rake", builder(["Rakefile", "rakefile", "Rakefile.rb"])],
  ["cargo", builder(["Cargo.toml", "build.rs", ".cargo/config.toml"])],
  ["go", builder(["go.mod"], /^(?:run|test|generate|tool)$/)],
  ["mvn", builder(["pom.xml"])],
  [
    "gradle",
    builder(["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]),
  ],
  ["ant", builder(["build.xml"])],
  ["ninja", builder(["build.ninja"])],
  ["cmake", builder(["CMakeLists.txt"])],
  ["dotnet", builder([], /^(?:run|test|build|watch|script|exec)$/)],
  ["composer", builder(["composer.json"])],
  ["mix", builder(["mix.exs"])],
  ["pytest", builder(["pytest.ini", "pyproject.toml", "conftest.py", "setup.cfg", "tox.ini"])],
  ["unittest", builder([])],
  ["pdb", builder([".pdbrc"])],
  ["rspec", builder([".rspec"])],
  ["prove", builder([".proverc"])],
  ["plackup", builder(["app.psgi"])],
  ["rackup", builder(["config.ru"])],
  ["thor", builder(["Thorfile"])],
  ...["invoke", "inv"].map((name) => [name, builder(["tasks.py"])] as const),
  ["doit", builder(["dodo.py"])],
  ["snakemake", builder(["Snakefile"])],
  ["sphinx-build", builder(["conf.py"])],
  ["emacs", builder([".dir-locals.el"])],
  ["tox", builder(["tox.ini", "pyproject.toml"])],
  ["nox", builder(["noxfile.py"])],
  ["pre-commit", builder([".pre-commit-config.yaml"])],
  ["lefthook", builder(["lefthook.yml", "lefthook.yaml"])],
  ["lint-staged", builder(["package.json", ".lintstagedrc"])],
  ...[
    "jest",
    "vitest",
    "mocha",
    "ava",
    "tap",
    "gulp",
    "grunt",
    "turbo",
    "nx",
    "lerna",
    "playwright",
    "cypress",
    "wireit",
  ].map((name) => [name, builder(["package.json"])] as const),
  ...[
    "bazel",
    "sbt",
    "stack",
    "cabal",
    "meson",
    "scons",
    "rebar3",
    "zig",
    "nix",
    "nix-shell",
    "nix-build",
    "docker",
    "podman",
    "docker-compose",
    "vagrant",
    "ansible",
    "ansible-playbook",
    "terraform",
    "uvx",
    "pipx",
    "devbox",
    "busted",
    "gcc",
    "g++",
    "cc",
    "c++",
    "clang",
    "clang++",
    "tcc",
    "rustc",
    "javac",
    "ghc",
    "ghci",
    "nim",
    "erl",
    "fab",
    "alembic",
    "flask",
    "gunicorn",
    "uvicorn",
    "celery",
    "behave",
    "locust",
    "husky",
    "pm2",
    "act",
    "helm",
    "bats",
    "shellspec",
  ].map((name) => [name, builder([])] as const),
]);

/** Programs whose work is to run something else than themselves. */
export function isRunner(name: string): boolean {
  return readers.has(name);
}

/** What a program runs that takes its task from files or from its words; null where it is none of those. */
export function runnerLoads(name: string, command: KnownCommand): Loads | null {
  const reader = readers.get(name);
  return reader === undefined ? null : allOf([reader(name, command)]);
}
