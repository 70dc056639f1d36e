import type { SettingsLanguage } from "./load.js";

/** A program that loads what its settings and options name, and is not made to run what lies in the project. */
export interface Tool {
  /** Files of settings where it runs or in a folder above, besides those with its own name (`.eslintrc.js`). */
  readonly files?: readonly string[];
  /** What its part of `pyproject.toml`, `setup.cfg`, `tox.ini` or `package.json` is called. */
  readonly section?: string;
  readonly sectionIn?: readonly string[];
  /** Options and variables with a file of settings. */
  readonly settings?: RegExp;
  readonly variable?: string;
  /** Options with a module, and with a folder of them. */
  readonly loads?: RegExp;
  readonly folders?: RegExp;
  /** Options with code in the language in which it is written. */
  readonly code?: RegExp;
  /** Words by which it loads what cannot be said. */
  readonly unseen?: RegExp;
  /** Under which its settings name modules, and commands. */
  readonly keys?: readonly string[];
  readonly runs?: readonly string[];
  /** Whether any word of its settings may be a file. */
  readonly hasWords?: boolean;
  /** JavaScript where nothing else is said. */
  readonly language?: SettingsLanguage;
  /** Programs that it starts. */
  readonly starts?: readonly string[];
}

const python = ["pyproject.toml", "setup.cfg", "tox.ini"];
const javascript = ["package.json"];
/** Each ending of a file in JavaScript or of settings. */
const files = (start: string, endings: string): string[] =>
  endings.split(" ").map((ending) => `${start}${ending === "-" ? "" : `.${ending}`}`);
const scripts = "js cjs mjs ts";
/** Any of these options, with a value in the same word or the next. */
const option = (names: string): RegExp =>
  new RegExp(`^(?:${names.replaceAll(/(--\S+)/g, "$1=?").replaceAll(" ", "|")})(.*)`, "s");

const eslint: Tool = {
  files: [
    ...files("eslint.config", `${scripts} mts cts`),
    ...files(".eslintrc", "- js cjs yaml yml json"),
  ],
  section: "eslint",
  sectionIn: javascript,
  settings: option("-c --config"),
  loads: option("-f --format --parser --plugin"),
  folders: option("--rulesdir"),
  unseen: /^--resolve-plugins-relative-to/,
};
const prettier: Tool = {
  files: [
    ...files(".prettierrc", `- json json5 yaml yml toml ${scripts}`),
    ...files("prettier.config", scripts),
  ],
  section: "prettier",
  sectionIn: javascript,
  settings: option("--config"),
  loads: option("--plugin"),
};
const stylelint: Tool = {
  section: "stylelint",
  sectionIn: javascript,
  settings: option("-c --config"),
  loads: option("-f --custom-syntax --formatter --custom-formatter --plugins"),
};
const typescript: Tool = {
  files: ["tsconfig.json"],
  settings: option("-p -b --project --build --tsconfig"),
  keys: ["extends"],
};
const versions: Tool = {
  files: files(".versionrc", "- js cjs mjs json"),
  settings: option("-c --config"),
};
const mypy: Tool = {
  files: ["mypy.ini", ".mypy.ini"],
  section: "mypy",
  sectionIn: python,
  settings: option("--config-file"),
  keys: ["plugins"],
  language: "python",
};
const rubocop: Tool = {
  files: [".rubocop.yml", ".standard.yml"],
  settings: option("-c --config"),
  loads: option("-r --require"),
  keys: ["require", "plugins", "inherit_from", "extend_config"],
  language: "ruby",
};
const phpcs: Tool = {
  files: ["phpcs.xml", ".phpcs.xml", "phpcs.xml.dist", ".phpcs.xml.dist"],
  settings: option("--standard"),
  keys: ["ref", "autoload", "bootstrap"],
  language: "plain",
};
const processes: Tool = {
  files: ["Procfile", "Procfile.dev", ".foreman"],
  settings: option("-f --procfile"),
  runs: ["[\\w-]+"],
  language: "plain",
};
const remote: Tool = { settings: option("-F"), hasWords: true };
const editor: Tool = {
  files: [".nvim.lua", ".nvimrc", ".exrc", ".vimrc"],
  unseen: /\b(?:rtp|runtimepath|packpath)\b/,
};
const gitUser: Tool = { starts: ["git"] };

const table: readonly (readonly [names: string, tool: Tool])[] = [
  ["eslint eslint_d", eslint],
  ["prettier prettierd prettier_d", prettier],
  ["stylelint", stylelint],
  ["tsc tspc tsgo vue-tsc", typescript],
  ["svelte-check", { ...typescript, files: ["tsconfig.json", "svelte.config.js"] }],
  ["standard-version commit-and-tag-version", versions],
  ["oxlint", { files: [".oxlintrc.json"], settings: option("-c --config") }],
  ["biome", { files: ["biome.json", "biome.jsonc"], settings: option("--config-path") }],
  [
    "markdownlint-cli2 markdownlint",
    {
      files: files(".markdownlint", `json jsonc yaml yml ${scripts}`),
      settings: option("-c --config"),
      loads: option("-r --rules"),
    },
  ],
  ["cspell", { settings: option("-c --config") }],
  [
    "remark",
    {
      section: "remark",
      sectionIn: javascript,
      settings: option("-r --rc-path"),
      loads: option("-u --use"),
    },
  ],
  ["textlint", { settings: option("-c --config"), folders: option("--rulesdir") }],
  [
    "tslint",
    {
      settings: option("-c --config"),
      folders: option("-r --rules-dir"),
      loads: option("-s --format"),
    },
  ],
  ["html-validate", { files: files(".htmlvalidate", `json ${scripts}`) }],
  ["tailwindcss tailwind", { files: files("tailwind.config", scripts) }],
  [
    "semantic-release",
    {
      files: [
        ...files(".releaserc", `- json yaml yml ${scripts}`),
        ...files("release.config", scripts),
      ],
      section: "release",
      sectionIn: javascript,
      starts: ["git"],
    },
  ],
  [
    "storybook start-storybook build-storybook",
    {
      files: [
        ...files(".storybook/main", `tsx ${scripts}`),
        ...files(".storybook/preview", `tsx ${scripts}`),
      ],
    },
  ],
  ["vitepress", { files: files(".vitepress/config", `mts ${scripts}`) }],
  [
    "graphql-codegen gql-gen",
    { files: files("codegen", `yml yaml json ${scripts}`), settings: option("-c --config") },
  ],
  ["drizzle-kit", { files: files("drizzle.config", `json ${scripts}`) }],
  ["knip", { files: files("knip", `json jsonc ${scripts}`) }],
  ["depcruise", { files: files(".dependency-cruiser", `json ${scripts}`) }],
  ["ncu npm-check-updates", { files: files(".ncurc", `- json yml ${scripts}`) }],
  ["bumpp", { files: files("bump.config", scripts), starts: ["git"] }],
  ["unbuild", { files: files("build.config", scripts) }],
  ["wtr web-test-runner", { files: files("web-test-runner.config", scripts) }],
  ["cdk", { files: ["cdk.json"], runs: ["app"] }],
  [
    "prisma",
    { files: ["prisma/schema.prisma", "schema.prisma"], keys: ["seed"], runs: ["provider"] },
  ],
  ["buf", { files: ["buf.gen.yaml", "buf.yaml"], runs: ["local", "path"] }],
  ["openapi-generator-cli", { files: ["openapitools.json"] }],
  ["mypy dmypy", mypy],
  [
    "flake8",
    {
      files: [".flake8"],
      section: "flake8",
      sectionIn: ["setup.cfg", "tox.ini"],
      settings: option("--config --append-config"),
      keys: ["extension", "report"],
      language: "python",
    },
  ],
  [
    "pylint",
    {
      files: ["pylintrc", ".pylintrc", "pylintrc.toml", ".pylintrc.toml"],
      section: "pylint",
      sectionIn: python,
      settings: option("--rcfile"),
      variable: "PYLINTRC",
      loads: option("--load-plugins"),
      code: option("--init-hook"),
      keys: ["load-plugins", "init-hook"],
      language: "python",
    },
  ],
  [
    "lint-imports",
    {
      files: [".importlinter"],
      section: "importlinter",
      sectionIn: python,
      settings: option("--config"),
      keys: ["contract_types"],
      language: "python",
    },
  ],
  ["mkdocs", { settings: option("-f --config-file"), keys: ["hooks"], language: "python" }],
  ["pelican", { files: ["pelicanconf.py", "publishconf.py"] }],
  ["pyright basedpyright", { files: ["pyrightconfig.json"], settings: option("-p --project") }],
  ["sqlfluff", { files: [".sqlfluff"], keys: ["library_path"], language: "plain" }],
  [
    "ansible-lint",
    {
      files: [".ansible-lint"],
      keys: ["rulesdir"],
      folders: option("-r --rulesdir"),
      language: "plain",
    },
  ],
  [
    "bump2version bumpversion bump-my-version",
    { files: [".bumpversion.cfg", ".bumpversion.toml"], starts: ["git"] },
  ],
  ["cz", { files: [".cz.toml", ".cz.json", ".cz.yaml"], starts: ["git"] }],
  ["dvc", { files: ["dvc.yaml"], runs: ["cmd"], starts: ["git"] }],
  ["checkov", { folders: option("--external-checks-dir") }],
  ["rubocop standardrb", rubocop],
  ["phpcs phpcbf", phpcs],
  [
    "phpstan",
    {
      files: ["phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon"],
      settings: option("-c --configuration"),
      loads: option("-a --autoload-file"),
      keys: ["bootstrapFiles", "includes"],
      language: "plain",
    },
  ],
  ["php-cs-fixer", { files: [".php-cs-fixer.php", ".php-cs-fixer.dist.php", ".php_cs"] }],
  [
    "psalm",
    { files: ["psalm.xml", "psalm.xml.dist"], keys: ["autoloader", "filename"], language: "plain" },
  ],
  ["foreman overmind hivemind honcho goreman nf", processes],
  [
    "golangci-lint",
    { files: files(".golangci", "yml yaml toml json"), keys: ["path"], language: "plain" },
  ],
  [
    "air",
    {
      files: [".air.toml"],
      settings: option("-c"),
      runs: ["cmd", "bin", "full_bin", "pre_cmd", "post_cmd"],
    },
  ],
  [
    "goreleaser",
    {
      files: [...files(".goreleaser", "yml yaml"), ...files("goreleaser", "yml yaml")],
      runs: ["hooks", "cmd", "pre", "post", "gobinary", "tool"],
      starts: ["git"],
    },
  ],
  ["treefmt", { files: ["treefmt.toml", ".treefmt.toml"], runs: ["command", "options"] }],
  ["ktlint", { files: [".editorconfig"], loads: option("-R --ruleset"), language: "plain" }],
  ["scalafmt", { files: [".scalafmt.conf"] }],
  ["scalafix", { files: [".scalafix.conf"] }],
  ["tflint", { files: [".tflint.hcl"] }],
  ["actionlint", { files: [".github/actionlint.yaml", ".github/actionlint.yml"] }],
  ["liquibase", { files: ["liquibase.properties"] }],
  ["caddy", { files: ["Caddyfile"], hasWords: true }],
  [
    "pandoc",
    {
      settings: option("-d --defaults"),
      keys: ["filters", "filter", "lua-filter"],
      language: "plain",
    },
  ],
  ["asciidoctor", { loads: option("-r --require"), language: "ruby" }],
  ["artillery", { settings: /^(.*\.ya?ml)$/s, keys: ["processor"] }],
  ["ssh scp sftp", remote],
  ["kubectl", { settings: option("--kubeconfig"), hasWords: true }],
  ["hg", { files: [".hg/hgrc"], hasWords: true }],
  ["jj", { files: [".jj/repo/config.toml"], hasWords: true, starts: ["git"] }],
  ["vim vi nvim ex view gvim", editor],
  ["guard", { files: ["Guardfile"] }],
  ["danger", { files: ["Dangerfile"] }],
  ["cap", { files: ["Capfile"] }],
  ["kitchen", { files: [".kitchen.yml", "kitchen.yml"] }],
  ["steep", { files: ["Steepfile"] }],
  ["mage", { files: ["magefile.go"] }],
  ["mask", { files: ["maskfile.md"] }],
  ["hk", { files: ["hk.pkl"] }],
  ["mill", { files: ["build.sc", "build.mill"] }],
  ["trunk", { files: [".trunk/trunk.yaml", "Trunk.toml"] }],
  ["cross", { files: ["Cargo.toml", "build.rs", "Cross.toml"] }],
  ["lake", { files: ["lakefile.lean", "lakefile.toml"] }],
  ["dune", { files: ["dune-project", "dune"] }],
  ["rush", { files: ["rush.json"] }],
  ["sam", { files: ["template.yaml", "samconfig.toml"] }],
  ["tilt", { files: ["Tiltfile"] }],
  ["earthly", { files: ["Earthfile"] }],
  ["gh glab hub tig lazygit gitui gitleaks gitlint git-cliff trufflehog gt commitlint", gitUser],
];

/** By their names. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  table.flatMap(([names, tool]) => names.split(" ").map((name) => [name, tool] as const)),
);

/** Under these keys settings name modules, whatever program they are for. */
export const moduleKeys: readonly string[] = [
  "extends",
  "plugins",
  "presets",
  "require",
  "processors",
  "parser",
  "customSyntax",
  "customRules",
  "jsPlugins",
  "formatter",
  "formatters",
  "reporters",
  "import",
  "rulesDirectory",
];
