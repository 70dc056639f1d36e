import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// Programs that start another, and git: which of their words it is, and which files they read first.

beforeEach(openProject);
afterEach(closeProject);

const each = (names: string): string[] => names.split(" ");

/** Files in a folder above the one in which it runs. */
test.each([
  ["bundle exec true", ".bundle/config Gemfile"],
  ["asdf exec true", ".tool-versions"],
  ["c8 true", ".c8rc .c8rc.json .nycrc .nycrc.json"],
  [
    "mise exec -- true",
    ".config/mise.toml .config/mise/config.toml .mise.toml .mise/config.toml .tool-versions mise.toml mise/config.toml",
  ],
  ["just", "justfile"],
  ["cargo test", "Cargo.toml build.rs"],
])("%s reads %s", (command, files) => {
  const placed = each(files).map((file) => `in/${file}`);
  const found = lookAt(`cd in/deep && ${command}`, [...placed, "in/deep/other", "in/other"]).files;
  expect(found).toEqual(placed);
});

test.each([
  "bundle exec node guard",
  "bundle --verbose exec --keep A=1 node guard",
  "mise x -- node guard",
  "xvfb-run -a node guard",
  "dumb-init A=1 node guard",
  "direnv exec . node guard",
  "nyc --all node guard",
  "env-cmd -f a -r b node guard",
  "env-cmd --silent node guard",
  "dotenv -v A=1 node guard",
  "dotenvx run --quiet node guard",
  "git bisect run node guard",
  "git -c alias.x='!node guard' x",
  ...each("-C --git-dir --work-tree --namespace --exec-path --super-prefix").map(
    (option) => `git ${option} . bisect run node guard`,
  ),
])("%s starts it", (command) => {
  expect(lookAt(command, ["guard.js"]).files).toContain("guard.js");
});

test.each([
  "bundle show node guard",
  "dotenvx get node guard",
  "git bisect start node guard",
  "git log run node guard",
  "cross-env A=1",
])("%s starts nothing", (command) => {
  expect(lookAt(command, ["guard.js"]).files).toEqual([]);
});

const monitor = "[core]\n\tfsmonitor = ./part\n";

test.each<[command: string, files: Files, found: string]>([
  ["uv run -m part", ["part.py"], "part.py"],
  ["uv run --module part", ["part.py"], "part.py"],
  ["uv run --module=part", ["part.py"], "part.py"],
  ["uv run true", [".venv/bin/python"], ".venv/bin/python"],
  ["coverage run -m part", ["part.py"], "part.py"],
  ["coverage report", { ".coveragerc": "[run]\nplugins = part\n", "part.py": "" }, "part.py"],
  ...each("setup.cfg tox.ini").map((file): [string, Files, string] => [
    "coverage report",
    { [file]: "[coverage:run]\nplugins = part\n", "part.py": "" },
    "part.py",
  ]),
  [
    "coverage report",
    { "pyproject.toml": '[tool.coverage.run]\nplugins = ["part"]\n', "part.py": "" },
    "part.py",
  ],
  ...each("-d -b --data --bundle").map((option): [string, Files, string] => [
    `opa eval ${option} part`,
    ["part/in/a.rego"],
    "part/in/a.rego",
  ]),
  ["opa eval --data=part", ["part/a.rego"], "part/a.rego"],
  ["conftest test", ["policy/a.rego"], "policy/a.rego"],
  ["conftest test -p part", ["part/a.rego"], "part/a.rego"],
  ["conftest test --policy part", ["part/a.rego"], "part/a.rego"],
  ["semgrep scan", [".semgrep/a.yml"], ".semgrep/a.yml"],
  ["semgrep -c part", ["part/a.yml"], "part/a.yml"],
  ["semgrep -f part", ["part/a.yml"], "part/a.yml"],
  ["semgrep --config part", ["part/a.yml"], "part/a.yml"],
  ["ast-grep scan", ["sgconfig.yml"], "sgconfig.yml"],
  ["ast-grep scan", ["rules/a.yml"], "rules/a.yml"],
  ["ast-grep scan --rule part", ["part/a.yml"], "part/a.yml"],
  ...each("GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM").map(
    (variable): [string, Files, string] => [
      `${variable}=own git status`,
      { own: monitor, part: "" },
      "part",
    ],
  ),
  ...each("config .git/config .git/config.worktree").map((file): [string, Files, string] => [
    "git status",
    { [file]: monitor, part: "" },
    "part",
  ]),
  ["git status", [".git/hooks/a"], ".git/hooks/a"],
  ["HOME=own git status", { "own/.gitconfig": monitor }, "own/.gitconfig"],
  ["HOME=own git status", { "own/.config/git/config": monitor }, "own/.config/git/config"],
  ...["GIT_DIR=own git status", "git --git-dir own status", "git --git-dir=own status"].flatMap(
    (command): [string, Files, string][] => [
      [command, { "own/config": monitor }, "own/config#settings"],
      [command, ["own/hooks/a"], "own/hooks/a"],
    ],
  ),
  ["GIT_EXEC_PATH=own git status", ["own/a"], "own/a"],
  ["git --exec-path=own status", ["own/a"], "own/a"],
  ["GIT_TEMPLATE_DIR=own git init", ["own/hooks/a"], "own/hooks/a"],
  ["git init --template own", ["own/hooks/a"], "own/hooks/a"],
  ["git init --template=own", ["own/hooks/a"], "own/hooks/a"],
  ["PATH=bin git part", ["bin/git-part"], "bin/git-part"],
])("%s: %j", (command, files, found) => {
  expect(lookAt(command, files).files).toContain(found);
});

const task = (name: string): string =>
  `${name} runs files of the project that the hook does not name`;

test.each<[command: string, ...notKnown: string[]]>([
  [
    "git submodule foreach true",
    "git submodule foreach runs in folders that the hook does not name",
  ],
  ["git submodule update"],
  ["parallel true", "parallel runs what it finds when it runs"],
  ["parallel true ::: a"],
  ["fd a -x true", "fd runs what it finds when it runs"],
  ["fd a --exec true", "fd runs what it finds when it runs"],
  ["fd a"],
  ["mise lint", task("mise")],
  ["mise runls", task("mise")],
  ["mise lsx", task("mise")],
  ...each(
    "activate alias cache config current doctor env install latest link ls ls-remote outdated plugins prune settings trust uninstall upgrade use version which",
  ).map((sub): [string] => [`mise ${sub}`]),
  ["pod install", task("pod")],
  ["pod list"],
  ["brew bundle", task("brew")],
  ["brew list"],
  ["kustomize build", task("kustomize")],
  ...each("--version -V --help -h").map((option): [string] => [`cargo ${option}`]),
])("%s", (command, ...notKnown) => {
  expect(lookAt(command, []).notKnown).toEqual(notKnown);
});
