import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// What is known of each tool by its name: the files of settings that it finds by itself, and its options.

beforeEach(openProject);
afterEach(closeProject);

const each = (names: string): string[] => names.split(" ");

/** Which files each reads that lie in a folder above the one in which it runs. */
const filesOf: readonly (readonly [names: string, files: string])[] = [
  [
    "eslint eslint_d",
    ".eslintrc .eslintrc.cjs .eslintrc.js .eslintrc.json .eslintrc.yaml .eslintrc.yml eslint.config.cjs eslint.config.cts eslint.config.js eslint.config.mjs eslint.config.mts eslint.config.ts",
  ],
  [
    "prettier prettierd prettier_d",
    ".prettierrc .prettierrc.cjs .prettierrc.js .prettierrc.json .prettierrc.json5 .prettierrc.mjs .prettierrc.toml .prettierrc.ts .prettierrc.yaml .prettierrc.yml prettier.config.cjs prettier.config.js prettier.config.mjs prettier.config.ts",
  ],
  ["tsc tspc tsgo vue-tsc", "tsconfig.json"],
  ["svelte-check", "svelte.config.js tsconfig.json"],
  [
    "standard-version commit-and-tag-version",
    ".versionrc .versionrc.cjs .versionrc.js .versionrc.json .versionrc.mjs",
  ],
  ["mypy dmypy", ".mypy.ini mypy.ini"],
  ["rubocop standardrb", ".rubocop.yml .standard.yml"],
  ["phpcs phpcbf", ".phpcs.xml .phpcs.xml.dist phpcs.xml phpcs.xml.dist"],
  ["foreman overmind hivemind honcho goreman nf", ".foreman Procfile Procfile.dev"],
  ["vim vi nvim ex view gvim", ".exrc .nvim.lua .nvimrc .vimrc"],
  ["oxlint", ".oxlintrc.json"],
  ["biome", "biome.json biome.jsonc"],
  [
    "markdownlint-cli2 markdownlint",
    ".markdownlint.cjs .markdownlint.js .markdownlint.json .markdownlint.jsonc .markdownlint.mjs .markdownlint.ts .markdownlint.yaml .markdownlint.yml",
  ],
  [
    "html-validate",
    ".htmlvalidate.cjs .htmlvalidate.js .htmlvalidate.json .htmlvalidate.mjs .htmlvalidate.ts",
  ],
  [
    "tailwindcss tailwind",
    "tailwind.config.cjs tailwind.config.js tailwind.config.mjs tailwind.config.ts",
  ],
  [
    "semantic-release",
    ".releaserc .releaserc.cjs .releaserc.js .releaserc.json .releaserc.mjs .releaserc.ts .releaserc.yaml .releaserc.yml release.config.cjs release.config.js release.config.mjs release.config.ts",
  ],
  [
    "storybook start-storybook build-storybook",
    ".storybook/main.cjs .storybook/main.js .storybook/main.mjs .storybook/main.ts .storybook/main.tsx .storybook/preview.cjs .storybook/preview.js .storybook/preview.mjs .storybook/preview.ts .storybook/preview.tsx",
  ],
  [
    "vitepress",
    ".vitepress/config.cjs .vitepress/config.js .vitepress/config.mjs .vitepress/config.mts .vitepress/config.ts",
  ],
  [
    "graphql-codegen gql-gen",
    "codegen.cjs codegen.js codegen.json codegen.mjs codegen.ts codegen.yaml codegen.yml",
  ],
  [
    "drizzle-kit",
    "drizzle.config.cjs drizzle.config.js drizzle.config.json drizzle.config.mjs drizzle.config.ts",
  ],
  ["knip", "knip.cjs knip.js knip.json knip.jsonc knip.mjs knip.ts"],
  [
    "depcruise",
    ".dependency-cruiser.cjs .dependency-cruiser.js .dependency-cruiser.json .dependency-cruiser.mjs .dependency-cruiser.ts",
  ],
  [
    "ncu npm-check-updates",
    ".ncurc .ncurc.cjs .ncurc.js .ncurc.json .ncurc.mjs .ncurc.ts .ncurc.yml",
  ],
  ["bumpp", "bump.config.cjs bump.config.js bump.config.mjs bump.config.ts"],
  ["unbuild", "build.config.cjs build.config.js build.config.mjs build.config.ts"],
  [
    "wtr web-test-runner",
    "web-test-runner.config.cjs web-test-runner.config.js web-test-runner.config.mjs web-test-runner.config.ts",
  ],
  ["cdk", "cdk.json"],
  ["prisma", "prisma/schema.prisma schema.prisma"],
  ["buf", "buf.gen.yaml buf.yaml"],
  ["openapi-generator-cli", "openapitools.json"],
  ["flake8", ".flake8"],
  ["pylint", ".pylintrc .pylintrc.toml pylintrc pylintrc.toml"],
  ["lint-imports", ".importlinter"],
  ["pelican", "pelicanconf.py publishconf.py"],
  ["pyright basedpyright", "pyrightconfig.json"],
  ["sqlfluff", ".sqlfluff"],
  ["ansible-lint", ".ansible-lint"],
  ["bump2version bumpversion bump-my-version", ".bumpversion.cfg .bumpversion.toml"],
  ["cz", ".cz.json .cz.toml .cz.yaml"],
  ["dvc", "dvc.yaml"],
  ["phpstan", "phpstan.dist.neon phpstan.neon phpstan.neon.dist"],
  ["php-cs-fixer", ".php-cs-fixer.dist.php .php-cs-fixer.php .php_cs"],
  ["psalm", "psalm.xml psalm.xml.dist"],
  ["golangci-lint", ".golangci.json .golangci.toml .golangci.yaml .golangci.yml"],
  ["air", ".air.toml"],
  ["goreleaser", ".goreleaser.yaml .goreleaser.yml goreleaser.yaml goreleaser.yml"],
  ["treefmt", ".treefmt.toml treefmt.toml"],
  ["ktlint", ".editorconfig"],
  ["scalafmt", ".scalafmt.conf"],
  ["scalafix", ".scalafix.conf"],
  ["tflint", ".tflint.hcl"],
  ["actionlint", ".github/actionlint.yaml .github/actionlint.yml"],
  ["liquibase", "liquibase.properties"],
  ["caddy", "Caddyfile"],
  ["hg", ".hg/hgrc"],
  ["jj", ".jj/repo/config.toml"],
  ["guard", "Guardfile"],
  ["danger", "Dangerfile"],
  ["cap", "Capfile"],
  ["kitchen", ".kitchen.yml kitchen.yml"],
  ["steep", "Steepfile"],
  ["mage", "magefile.go"],
  ["mask", "maskfile.md"],
  ["hk", "hk.pkl"],
  ["mill", "build.mill build.sc"],
  ["trunk", ".trunk/trunk.yaml Trunk.toml"],
  ["cross", "Cargo.toml Cross.toml build.rs"],
  ["lake", "lakefile.lean lakefile.toml"],
  ["dune", "dune dune-project"],
  ["rush", "rush.json"],
  ["sam", "samconfig.toml template.yaml"],
  ["tilt", "Tiltfile"],
  ["earthly", "Earthfile"],
];

describe("files of settings in a folder above", () => {
  test.each(filesOf)("%s: %s", (names, files) => {
    for (const name of each(names)) {
      const placed = each(files).map((file) => `in/${file}`);
      const found = lookAt(`cd in/deep && ${name}`, [...placed, "in/deep/other", "in/other"]).files;
      expect([name, ...found]).toEqual([name, ...placed]);
    }
  });
});

const json = '{"extends":"./part.js"}';

/** Options with a file of settings, in which another file is named. */
const settingsOf: readonly (readonly [
  names: string,
  options: string,
  text: string,
  named: string,
])[] = [
  ["eslint stylelint oxlint cspell textlint tslint", "-c --config", json, "part.js"],
  ["prettier", "--config", json, "part.js"],
  ["graphql-codegen", "-c --config", json, "part.js"],
  ["markdownlint", "-c --config", json, "part.js"],
  ["standard-version", "-c --config", json, "part.js"],
  ["tsc svelte-check", "-p -b --project --build --tsconfig", json, "part.js"],
  ["pyright", "-p --project", json, "part.js"],
  ["biome", "--config-path", json, "part.js"],
  ["remark", "-r --rc-path", json, "part.js"],
  ["mypy", "--config-file", "[mypy]\nplugins = part\n", "part.py"],
  ["flake8", "--config --append-config", "extension = X = part:C\n", "part.py"],
  ["flake8", "--config", "report = X = part:C\n", "part.py"],
  ["pylint", "--rcfile", "load-plugins = part\n", "part.py"],
  ["lint-imports", "--config", "contract_types = x: part.C\n", "part.py"],
  ["mkdocs", "-f --config-file", "hooks:\n  - part.py\n", "part.py"],
  ["rubocop", "-c --config", "require: ./part\n", "part.rb"],
  ["rubocop", "-c", "plugins: ./part\n", "part.rb"],
  ["rubocop", "-c", "inherit_from: ./part\n", "part.rb"],
  ["standardrb", "-c", "extend_config: ./part\n", "part.rb"],
  ["phpcs", "--standard", '<rule ref="./part.php"/>', "part.php"],
  ["phpcs", "--standard", '<arg autoload="./part.php"/>', "part.php"],
  ["phpcs", "--standard", '<arg bootstrap="./part.php"/>', "part.php"],
  ["phpstan", "-c --configuration", "includes:\n  - part.neon\n", "part.neon"],
  ["phpstan", "-c", "bootstrapFiles:\n  - part.php\n", "part.php"],
  ["foreman", "-f --procfile", "web: sh part\n", "part"],
  ["air", "-c", '[build]\ncmd = "sh part"\n', "part"],
  ["air", "-c", '[build]\nbin = "sh part"\n', "part"],
  ["air", "-c", '[build]\nfull_bin = "sh part"\n', "part"],
  ["air", "-c", '[build]\npre_cmd = ["sh part"]\n', "part"],
  ["air", "-c", '[build]\npost_cmd = ["sh part"]\n', "part"],
  ["pandoc", "-d --defaults", "filters:\n  - part.lua\n", "part.lua"],
  ["pandoc", "-d", "filter: part.lua\n", "part.lua"],
  ["pandoc", "-d", "lua-filter: sub/part.lua\n", "sub/part.lua"],
  ["ssh scp sftp", "-F", "ProxyCommand ./part\n", "part"],
  ["kubectl", "--kubeconfig", "x: ./part\n", "part"],
];

/** Under which keys each of its own files names what it loads or runs. */
const keysOf: readonly (readonly [name: string, file: string, text: string, named: string])[] = [
  ["tsc", "tsconfig.json", json, "part.js"],
  ["prisma", "schema.prisma", "seed = ./part.js\n", "part.js"],
  ["prisma", "schema.prisma", 'provider = "sh part"\n', "part"],
  ["buf", "buf.gen.yaml", "path: ./part\n", "part"],
  ["sqlfluff", ".sqlfluff", "library_path = part\n", "part"],
  ["ansible-lint", ".ansible-lint", "rulesdir: part\n", "part"],
  ["psalm", "psalm.xml", '<psalm autoloader="part.php"/>', "part.php"],
  ["psalm", "psalm.xml", '<plugin filename="part.php"/>', "part.php"],
  ["goreleaser", ".goreleaser.yml", "hooks:\n  - sh part\n", "part"],
  ["goreleaser", ".goreleaser.yml", "cmd: sh part\n", "part"],
  ["goreleaser", ".goreleaser.yml", "pre: sh part\n", "part"],
  ["goreleaser", ".goreleaser.yml", "post: sh part\n", "part"],
  ["goreleaser", ".goreleaser.yml", "gobinary: ./part\n", "part"],
  ["goreleaser", ".goreleaser.yml", "tool: ./part\n", "part"],
  ["treefmt", "treefmt.toml", 'command = "sh part"\n', "part"],
  ["treefmt", "treefmt.toml", 'options = ["./part"]\n', "part"],
  ["caddy", "Caddyfile", "x ./part y\n", "part"],
  ["jj", ".jj/repo/config.toml", 'editor = "./part"\n', "part"],
  ...each(
    "extends plugins presets require processors parser customSyntax customRules jsPlugins formatter formatters reporters import rulesDirectory",
  ).map((key) => ["knip", "knip.json", `{"${key}":"./part"}`, "part.js"] as const),
];

/** Options with a module, or with a folder of them. */
const loadsOf: readonly (readonly [
  names: string,
  options: string,
  value: string,
  loaded: string,
])[] = [
  ["eslint", "-f --format --parser --plugin", "./part", "part.js"],
  ["eslint textlint", "--rulesdir", "part", "part/a.js"],
  ["eslint", "--rulesdir", "'two\nlines'", "two\nlines/a.js"],
  ["prettier", "--plugin", "./part", "part.js"],
  ["stylelint", "-f --custom-syntax --formatter --custom-formatter --plugins", "./part", "part.js"],
  ["markdownlint", "-r --rules", "./part", "part.js"],
  ["remark", "-u --use", "./part", "part.js"],
  ["tslint", "-s --format", "./part", "part.js"],
  ["tslint", "-r --rules-dir", "part", "part/a.js"],
  ["rubocop asciidoctor", "-r --require", "./part", "part.rb"],
  ["pylint", "--load-plugins", "part", "part.py"],
  ["pylint", "--init-hook", "'import part'", "part.py"],
  ["ansible-lint", "-r --rulesdir", "part", "part/a.py"],
  ["checkov", "--external-checks-dir", "part", "part/a.py"],
  ["phpstan", "-a --autoload-file", "part.php", "part.php"],
  ["ktlint", "-R --ruleset", "part.jar", "part.jar"],
];

/** With the value in the next word, and in the same. */
const written = (names: string, options: string, value: string): string[] =>
  each(names).flatMap((name) =>
    each(options).flatMap((option) => [
      `${name} ${option} ${value}`,
      `${name} ${option}${option.startsWith("--") ? "=" : ""}${value}`,
    ]),
  );

type Row = [command: string, files: Files, ...found: string[]];

test.each<Row>([
  ...settingsOf.flatMap(([names, options, text, named]) =>
    written(names, options, "own").map((command): Row => [
      command,
      { own: text, [named]: "" },
      "own",
      named,
    ]),
  ),
  ...keysOf.map(([name, file, text, named]): Row => [
    name,
    { [file]: text, [named]: "" },
    file,
    named,
  ]),
  ...loadsOf.flatMap(([names, options, value, loaded]) =>
    written(names, options, value).map((command): Row => [command, [loaded], loaded]),
  ),
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files).files).toEqual(found.toSorted());
});

test.each<[names: string, file: string, text: string, named: string]>([
  ["eslint", "package.json", '{"eslintConfig":{"extends":"./part"}}', "part.js"],
  ["prettier", "package.json", '{"prettier":"./part"}', "part.js"],
  ["stylelint", "package.json", '{"stylelint":{"extends":"./part"}}', "part.js"],
  ["remark", "package.json", '{"remarkConfig":{"plugins":"./part"}}', "part.js"],
  ["release", "package.json", '{"release":{"plugins":"./part"}}', "part.js"],
  ["mypy", "pyproject.toml", '[tool.mypy]\nplugins = "part"\n', "part.py"],
  ["mypy", "setup.cfg", "[mypy]\nplugins = part\n", "part.py"],
  ["mypy", "tox.ini", "[mypy]\nplugins = part\n", "part.py"],
  ["flake8", "setup.cfg", "[flake8:local-plugins]\nextension = X = part:C\n", "part.py"],
  ["flake8", "tox.ini", "[flake8:local-plugins]\nextension = X = part:C\n", "part.py"],
  ["pylint", "pyproject.toml", '[tool.pylint]\nload-plugins = "part"\n', "part.py"],
  ["importlinter", "setup.cfg", "[importlinter]\ncontract_types = x: part.C\n", "part.py"],
])("the part for %s in %s: %s", (section, file, text, named) => {
  const name = { release: "semantic-release", importlinter: "lint-imports" }[section] ?? section;
  const files = { [file]: text, [named]: "", "sub/x": "" };
  expect(lookAt(`cd sub && ${name}`, files).files).toEqual(
    [`${file}#${section}`, named].toSorted(),
  );
});

test.each(
  each(
    "semantic-release bumpp bump2version bumpversion bump-my-version cz dvc goreleaser jj gh glab hub tig lazygit gitui gitleaks gitlint git-cliff trufflehog gt commitlint",
  ),
)("%s starts git", (name) => {
  const files = { ".git/config": "[core]\n\tfsmonitor = ./part\n", part: "" };
  expect(lookAt(name, files).files).toEqual([".git/config#settings", "part"]);
});

test.each(["rtp=own", "runtimepath=own", "packpath=own"])("an editor with %s", (setting) => {
  expect(lookAt(`nvim --cmd 'set ${setting}'`, []).notKnown).toEqual([
    "nvim: which files it loads was not looked for",
  ]);
});
