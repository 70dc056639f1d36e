import { basename, join } from "node:path";
import { UNKNOWN } from "../shell/index.js";
import { allOf, placesOf, type KnownCommand, type Loads } from "./load.js";
import { git } from "./git-runner.js";
import { linker, linkers } from "./linker.js";
import { concurrently, npm, npx, runScripts } from "./package-runners.js";
import { operandsOf, optional, valuesAfter, type RunnerReader } from "./runner.js";
import {
  assigning,
  builder,
  coverage,
  measuring,
  mise,
  pythonStarter,
  reading,
  ruled,
  settingStarter,
  starter,
} from "./starters.js";

// make

const makefiles = ["GNUmakefile", "makefile", "Makefile", "BSDmakefile"];

const make: RunnerReader = (name, command) => {
  const { valuesOf } = command;
  const flags = ["MAKEFLAGS", "GNUMAKEFLAGS"].flatMap((variable) => valuesOf(variable));
  const words = [...command.words, ...flags.flatMap((value) => value.split(/\s+/))];
  const given = valuesAfter(words, /^(?:-[A-Za-z]*?f|--(?:file|makefile)=?)(.*)$/s);
  const first = valuesOf("MAKEFILES").flatMap((value) => value.split(/\s+/));
  const folders = valuesAfter(words, /^(?:-[A-Za-z]*?I|--include-dir=?)(.*)$/s);
  const isGiven = given.length > 0;
  const operands = operandsOf(
    command.words,
    /^(?:-[CfIloW]|--(?:file|makefile|directory|include-dir))$/,
  );
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

// pip

const pip: RunnerReader = (name, { words }) => {
  const operands = operandsOf(words, /^(?:-[cit]|--(?:constraint|index-url|target|prefix))$/);
  const [sub = "", ...packages] = operands;
  const isOwn = packages.some((one) => /^\.|\//.test(one)) || words.includes("-r");
  const own = ["setup.py", "setup.cfg", "pyproject.toml"];
  if (sub !== "install" || !isOwn) return {};
  return {
    loads: [optional(...placesOf(own))],
    notKnown: [`${name} install: packages may bring scripts that it runs`],
  };
};

const taskfiles = [
  "Taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yml",
  "taskfile.yaml",
  "Taskfile.dist.yml",
  "Taskfile.dist.yaml",
];
const gradleFiles = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
const pytestFiles = ["pytest.ini", "pyproject.toml", "conftest.py", "setup.cfg", "tox.ini"];

const readers: ReadonlyMap<string, RunnerReader> = new Map<string, RunnerReader>([
  ...["make", "gmake", "bmake", "mingw32-make"].map((name) => [name, make] as const),
  ...["npm", "pnpm", "yarn", "yarnpkg", "bun"].map((name) => [name, npm] as const),
  ...["npx", "pnpx", "bunx", "nlx"].map((name) => [name, npx] as const),
  ["git", git],
  ...["jq", "gojq", "jaq"].map((name) => [name, jq] as const),
  ["run-parts", runParts],
  ["uv", pythonStarter(["pyproject.toml", "uv.toml"])],
  ["poetry", pythonStarter(["pyproject.toml", "poetry.toml"])],
  ["pdm", pythonStarter(["pyproject.toml", "pdm.toml"])],
  ["hatch", pythonStarter(["pyproject.toml", "hatch.toml"])],
  ["rye", pythonStarter(["pyproject.toml"])],
  ["pipenv", pythonStarter(["Pipfile", ".env"])],
  ["pixi", pythonStarter(["pixi.toml", "pyproject.toml"])],
  ["pip", pip],
  ["pip3", pip],
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
  ["direnv", starter("exec", [".envrc"], 1, { by: "variables" })],
  ["conda", starter("run")],
  ["volta", starter("run")],
  ["fnm", starter("exec")],
  ["dotenv", settingStarter("", [".env"], /^(?:-[ecpv]|--(?:file|env))$/)],
  ["dotenvx", settingStarter("run", [".env"], /^(?:-[ef]|--env-file)$/)],
  ["env-cmd", settingStarter("", [".env"], /^(?:-[fre]|--(?:file|rc-file|environments))$/)],
  ["op", settingStarter("run", [], /^--env-file$/)],
  ["corepack", starter("")],
  ...["cross-env", "cross-env-shell"].map((name) => [name, assigning] as const),
  ...[
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
  ["concurrently", concurrently],
  ...["npm-run-all", "npm-run-all2", "run-s", "run-p", "nr"].map(
    (name) => [name, runScripts] as const,
  ),
  ["just", builder(["justfile", ".justfile", "Justfile"])],
  ...["task", "go-task"].map((name) => [name, builder(taskfiles)] as const),
  ["rake", builder(["Rakefile", "rakefile", "Rakefile.rb"])],
  ["cargo", builder(["Cargo.toml", "build.rs", ".cargo/config.toml"])],
  ["go", builder(["go.mod"], /^(?:run|test|generate|tool)$/)],
  ["mvn", builder(["pom.xml"])],
  [
    "mvnw",
    builder(["pom.xml", ".mvn/wrapper/maven-wrapper.jar", ".mvn/wrapper/maven-wrapper.properties"]),
  ],
  ["gradle", builder(gradleFiles)],
  [
    "gradlew",
    builder([
      ...gradleFiles,
      "gradle/wrapper/gradle-wrapper.jar",
      "gradle/wrapper/gradle-wrapper.properties",
    ]),
  ],
  ["ant", builder(["build.xml"])],
  ["ninja", builder(["build.ninja"])],
  ["cmake", builder(["CMakeLists.txt"])],
  ["dotnet", builder([], /^(?:run|test|build|watch|script|exec)$/)],
  ["composer", builder(["composer.json"])],
  ["mix", builder(["mix.exs"])],
  ...["pytest", "py.test", "ptw", "pytest-watch", "nose2"].map(
    (name) => [name, builder(pytestFiles)] as const,
  ),
  ["unittest", builder([])],
  ["waf", builder(["wscript"])],
  ["makers", builder(["Makefile.toml"])],
  ["fastlane", builder(["fastlane/Fastfile"])],
  ["brew", builder(["Brewfile"], /^bundle$/)],
  ["pod", builder(["Podfile"], /^(?:install|update)$/)],
  ["wrangler", builder(["wrangler.toml", "wrangler.json", "wrangler.jsonc"])],
  ["autoreconf", builder(["configure.ac"])],
  ["lein", builder(["project.clj"])],
  ["poe", builder(["pyproject.toml"])],
  ["paver", builder(["pavement.py"])],
  ["scrapy", builder(["scrapy.cfg"])],
  ["prek", builder([".pre-commit-config.yaml"])],
  ["overcommit", builder([".overcommit.yml"])],
  ["kustomize", builder(["kustomization.yaml"], /^build$/)],
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
    ..."fastapi hypercorn daphne granian django-admin rails jekyll cucumber".split(" "),
    ..."phpunit pest paratest rector ctest samu xmake skaffold terragrunt tofu pulumi".split(" "),
    ..."podman-compose nerdctl serverless sls sst wasm-pack maturin runme".split(" "),
    ..."luarocks ldoc xcodebuild sqlmesh dbt devenv ng gatsby ember jasmine karma".split(" "),
  ].map((name) => [name, builder([])] as const),
]);

/** Programs whose work is to run something else than themselves. */
export function isRunner(name: string): boolean {
  return readers.has(name) || linkers.test(name);
}

/** What a program runs that takes its task from files or from its words; null where it is none of those. */
export function runnerLoads(name: string, command: KnownCommand): Loads | null {
  const reader = readers.get(name) ?? (linkers.test(name) ? linker : undefined);
  return reader === undefined ? null : allOf([reader(name, command)]);
}
