import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject } from "./look-at.test-support.js";

beforeEach(openProject);
afterEach(closeProject);

/** What each tool reads in a project by itself, and then runs what that says. */
const builders: readonly (readonly [command: string, ...files: string[]])[] = [
  ["just", ".justfile", "Justfile", "justfile"],
  ["task", "Taskfile.yaml", "Taskfile.yml", "taskfile.yaml", "taskfile.yml"],
  ["rake", "Rakefile", "Rakefile.rb", "rakefile"],
  ["cargo test", ".cargo/config.toml", "Cargo.toml", "build.rs"],
  ["go run .", "go.mod"],
  ["go test ./...", "go.mod"],
  ["go generate", "go.mod"],
  ["mvn verify", "pom.xml"],
  ["gradle test", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
  ["ant", "build.xml"],
  ["ninja", "build.ninja"],
  ["cmake --build .", "CMakeLists.txt"],
  ["dotnet run"],
  ["dotnet test"],
  ["composer install", "composer.json"],
  ["mix test", "mix.exs"],
  ["pytest", "conftest.py", "pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini"],
  ["tox", "pyproject.toml", "tox.ini"],
  ["nox", "noxfile.py"],
  ["pre-commit run", ".pre-commit-config.yaml"],
  ["lefthook run x", "lefthook.yaml", "lefthook.yml"],
  ["lint-staged", ".lintstagedrc", "package.json"],
  ...`jest vitest mocha ava tap gulp grunt turbo nx lerna playwright cypress wireit`
    .split(" ")
    .map((name) => [name, "package.json"] as const),
  ["unittest"],
  ...`bazel sbt stack cabal meson scons rebar3 zig nix nix-shell nix-build docker podman docker-compose vagrant ansible ansible-playbook terraform uvx pipx devbox busted gcc g++ cc c++ clang clang++ tcc rustc javac ghc`
    .split(" ")
    .map((name) => [name] as const),
];

describe("runs what the project's files say", () => {
  test.each(builders.map(([command, ...files]) => [command, files] as const))(
    "%s",
    (command, files) => {
      const [name] = command.split(" ");
      expect(lookAt(command, [...files, "unrelated.txt"])).toEqual({
        files,
        notKnown: [`${name} runs files of the project that the hook does not name`],
      });
    },
  );

  test.each(["go version", "go env", "dotnet --info", "jest --version", "pytest -h"])(
    "%s runs nothing",
    (command) => {
      // Its own, so that none of a folder above is read.
      expect(lookAt(command, { "package.json": "{}" }).notKnown).toEqual([]);
    },
  );
});

test.each<[command: string, ...notKnown: string[]]>([
  ["npm explore a"],
  ["npm explore a --"],
  ["npm explore a -- sh x", "npm explore: it runs in the folder of a package"],
])("%s", (command, ...notKnown) => {
  expect(lookAt(command, { "package.json": "{}" }).notKnown).toEqual(notKnown);
});

/** Starters, and the files that each reads first. */
const starters: readonly (readonly [command: string, ...files: string[]])[] = [
  ["uv run", "pyproject.toml"],
  ["poetry run", "pyproject.toml"],
  ["pdm run", "pyproject.toml"],
  ["hatch run", "pyproject.toml"],
  ["rye run", "pyproject.toml"],
  ["pipenv run", "Pipfile"],
  ["bundle exec", ".bundle/config", "Gemfile"],
  ["mise exec --", ".mise.toml", ".tool-versions", "mise.toml"],
  ["mise x --", ".mise.toml"],
  ["asdf exec", ".tool-versions"],
  ["direnv exec .", ".envrc"],
  ["conda run"],
  ["volta run"],
  ["fnm exec"],
  ["dotenv", ".env"],
  ["env-cmd", ".env"],
  ["cross-env A=1"],
  ...["xvfb-run", "watchexec", "chronic", "rlwrap", "tini", "dumb-init", "fakeroot"].map(
    (name) => [name] as const,
  ),
  ["gtimeout 5"],
];

describe("starts what follows", () => {
  test.each(starters.map(([command, ...files]) => [command, files] as const))(
    "%s ./guard",
    (command, files) => {
      expect(lookAt(`${command} ./guard`, [...files, "guard", "other"]).files).toEqual(
        [...files, "guard"].toSorted(),
      );
    },
  );

  test.each(["concurrently", "run-s", "run-p", "npm-run-all"])(
    "%s: each word is a line",
    (name) => {
      expect(lookAt(`${name} './a 1' './b 2'`, ["a", "b", "c"]).files).toEqual(["a", "b"]);
    },
  );
});

describe("make", () => {
  test.each<[what: string, makefile: string, ...found: string[]]>([
    ["another sign before recipes", ".RECIPEPREFIX = >\nall:\n>./guard", "guard"],
    ["a tab all the same", ".RECIPEPREFIX = >\nall:\n\t./guard", "guard"],
    ["a recipe in the rule's line", "all: ; ./guard", "guard"],
    ["signs before a command", "all:\n\t@-+./guard", "guard"],
    ["an include that may be missing", "-include more\nall:\n\ttrue", "more"],
    ["the same by another name", "sinclude more\nall:\n\ttrue", "more"],
    ["what a variable runs", "X := $(shell ./guard)\nall:\n\ttrue", "guard"],
    ["what an assignment runs", "X != ./guard\nall:\n\ttrue", "guard"],
    ["a line that is continued", "all:\n\ttrue; \\\n\t./guard", "guard"],
    ["an exported variable", "export X = ./guard\nall:\n\t$(X)", "guard"],
  ])("%s", (_what, makefile, ...found) => {
    const { files } = lookAt("make", { Makefile: makefile, guard: "", more: "", other: "" });
    expect(files).toEqual(["Makefile", ...found]);
  });
});

describe("npm", () => {
  const scripts = JSON.stringify({
    scripts: { test: "./t", start: "./s", stop: "./p", restart: "./r", guard: "./g" },
  });
  test.each<[command: string, ...found: string[]]>([
    ["npm t", "t"],
    ["npm tst", "t"],
    ["npm test", "t"],
    ["npm start", "s"],
    ["npm stop", "p"],
    ["npm restart", "p", "r", "s"],
    ["npm run guard", "g"],
    ["npm run-script guard", "g"],
    ["npm rum guard", "g"],
    ["npm urn guard", "g"],
    ["npm outdated"],
  ])("%s", (command, ...found) => {
    const { files } = lookAt(command, {
      "package.json": scripts,
      ...Object.fromEntries(["t", "s", "p", "r", "g"].map((name) => [name, ""])),
    });
    expect(files.filter((file) => file.length === 1)).toEqual(found);
  });

  test("npm start without a script starts server.js", () => {
    expect(lookAt("npm start", { "package.json": "{}", "server.js": "" }).files).toContain(
      "server.js",
    );
  });
});
