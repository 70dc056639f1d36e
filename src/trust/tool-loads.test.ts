import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// What tools load that their settings and options name; they need not be installed here.

beforeEach(openProject);
afterEach(closeProject);

type Case = [command: string, files: Files, ...found: string[]];

const rules = { "rules/a.js": "", "rules.js": "", "p.js": "", "q.js": "" };

describe.each<[language: string, cases: readonly Case[]]>([
  [
    "JavaScript",
    [
      ["eslint --rulesdir rules .", rules, "rules.js", "rules/a.js"],
      ["eslint --rulesdir=rules .", rules, "rules.js", "rules/a.js"],
      ["eslint -c e.js .", { "e.js": 'import "./p.js"', ...rules }, "e.js", "p.js"],
      ["eslint -c e.json .", { "e.json": '{"parser":"./p.js"}', ...rules }, "e.json", "p.js"],
      [
        "eslint --config=e.json .",
        { "e.json": '{"extends":["./p.js"]}', ...rules },
        "e.json",
        "p.js",
      ],
      [
        "eslint .",
        { ".eslintrc": '{"overrides":[{"parser":"./p"}]}', ...rules },
        ".eslintrc",
        "p.js",
      ],
      [
        "eslint .",
        { ".eslintrc.yml": "extends:\n  - ./p.js\nparser: ./q\n", ...rules },
        ".eslintrc.yml",
        "p.js",
        "q.js",
      ],
      [
        "eslint .",
        { "package.json": '{"eslintConfig":{"extends":"./p"}}', ...rules },
        "p.js",
        "package.json#eslint",
      ],
      ["eslint .", { "package.json": '{"name":"x"}', ...rules }],
      ["eslint -f ./p .", rules, "p.js"],
      ["eslint --parser=./p .", rules, "p.js"],
      ["eslint_d .", ["eslint.config.ts", ".eslintignore"], "eslint.config.ts"],
      ["cd sub && eslint .", { "sub/x": "", ".eslintrc.cjs": "" }, ".eslintrc.cjs"],
      [
        "prettier .",
        { ".prettierrc.toml": 'plugins = ["./p.js"]\n', ...rules },
        ".prettierrc.toml",
        "p.js",
      ],
      [
        "prettier .",
        { "package.json": '{"prettier":"./p.js"}', ...rules },
        "p.js",
        "package.json#prettier",
      ],
      ["prettier --plugin ./p .", rules, "p.js"],
      [
        "prettier --config c.json .",
        { "c.json": '{"plugins":["./p.js"]}', ...rules },
        "c.json",
        "p.js",
      ],
      ["prettierd x", [".prettierrc.js"], ".prettierrc.js"],
      ["stylelint --custom-syntax ./p x", rules, "p.js"],
      [
        "stylelint --config s.json x",
        { "s.json": '{"customSyntax":"./p.js"}', ...rules },
        "p.js",
        "s.json",
      ],
      [
        "tsc --noEmit",
        { "tsconfig.json": '{// x\n"extends":"./base"}', "base.json": "" },
        "base.json",
        "tsconfig.json",
      ],
      [
        "tsc -p conf/t.json",
        { "conf/t.json": '{"extends":"./base"}', "conf/base.json": "" },
        "conf/base.json",
        "conf/t.json",
      ],
      ["svelte-check", ["svelte.config.js", "tsconfig.json"], "svelte.config.js", "tsconfig.json"],
      [
        "oxlint",
        { ".oxlintrc.json": '{"jsPlugins":["./p.js"]}', ...rules },
        ".oxlintrc.json",
        "p.js",
      ],
      [
        "markdownlint-cli2 x",
        { ".markdownlint-cli2.jsonc": '{"customRules":["./p.js"]}', ...rules },
        ".markdownlint-cli2.jsonc",
        "p.js",
      ],
      ["markdownlint-cli2 x", [".markdownlint.cjs"], ".markdownlint.cjs"],
      ["markdownlint -r ./p x", rules, "p.js"],
      ["cspell .", { "cspell.json": '{"import":["./p.js"]}', ...rules }, "cspell.json", "p.js"],
      ["remark -u ./p .", rules, "p.js"],
      ["textlint --rulesdir rules x", rules, "rules.js", "rules/a.js"],
      [
        "tslint x",
        { "tslint.json": '{"rulesDirectory":["rules"]}', "rules/a.js": "" },
        "rules/a.js",
        "tslint.json",
      ],
      ["cdk synth", { "cdk.json": '{"app":"node p"}', ...rules }, "cdk.json", "p.js"],
      [
        "prisma generate",
        { "prisma/schema.prisma": 'generator x {\n  provider = "node ./p"\n}', ...rules },
        "p.js",
        "prisma/schema.prisma",
      ],
      [
        "buf generate",
        { "buf.gen.yaml": "plugins:\n  - local: ./g.sh\n    out: x\n", "g.sh": "" },
        "buf.gen.yaml",
        "g.sh",
      ],
      [
        "artillery run a.yml",
        { "a.yml": "config:\n  processor: ./p.js\n", ...rules },
        "a.yml",
        "p.js",
      ],
    ],
  ],
  [
    "Python",
    [
      ["mypy .", { "mypy.ini": "[mypy]\nplugins = plug\n", "plug.py": "" }, "mypy.ini", "plug.py"],
      [
        "mypy .",
        { "mypy.ini": "[mypy]\nplugins = a, t/plug.py\n", "t/plug.py": "" },
        "mypy.ini",
        "t/plug.py",
      ],
      [
        "mypy .",
        { "mypy.ini": "[mypy]\nplugins = t.plug:fn\n", "t/plug.py": "" },
        "mypy.ini",
        "t/plug.py",
      ],
      ["mypy .", { "mypy.ini": "[mypy]\nfiles = src\n", "src.py": "" }, "mypy.ini"],
      [
        "mypy .",
        {
          "setup.cfg": "[mypy]\nplugins =\n  a\n  plug\n[x]\nplugins=no\n",
          "plug.py": "",
          "no.py": "",
        },
        "plug.py",
        "setup.cfg#mypy",
      ],
      [
        "mypy .",
        { "pyproject.toml": '[tool.mypy]\nplugins = [\n  "plug",\n]\n', "plug.py": "" },
        "plug.py",
        "pyproject.toml#mypy",
      ],
      ["mypy .", { "pyproject.toml": '[tool.other]\nplugins = ["plug"]\n', "plug.py": "" }],
      [
        "mypy --config-file c.ini .",
        { "c.ini": "[mypy]\nplugins = plug\n", "plug.py": "" },
        "c.ini",
        "plug.py",
      ],
      [
        ".venv/bin/mypy .",
        { ".venv/bin/mypy": "", "mypy.ini": "plugins = plug\n", "plug.py": "" },
        ".venv/bin/mypy",
        "mypy.ini",
        "plug.py",
      ],
      [
        "flake8",
        { ".flake8": "[flake8:local-plugins]\nextension =\n  X = plug:C\n", "plug.py": "" },
        ".flake8",
        "plug.py",
      ],
      [
        "flake8",
        { "tox.ini": "[flake8:local-plugins]\nreport = X=plug:C\npaths = ./t\n", "t/plug.py": "" },
        "t/plug.py",
        "tox.ini#flake8",
      ],
      [
        "pylint x",
        { pylintrc: "[MAIN]\nload-plugins=plug\n", "plug.py": "" },
        "plug.py",
        "pylintrc",
      ],
      [
        "PYLINTRC=rc pylint x",
        { rc: "[MAIN]\nload-plugins=plug\n", "plug.py": "" },
        "plug.py",
        "rc",
      ],
      ["pylint --load-plugins=a,plug x", ["plug.py"], "plug.py"],
      ["pylint --load-plugins plug x", ["plug.py"], "plug.py"],
      ["pylint --init-hook 'import guard' x", ["guard.py"], "guard.py"],
      [
        "mkdocs build",
        { "mkdocs.yml": "hooks:\n  - docs/h.py\n", "docs/h.py": "" },
        "docs/h.py",
        "mkdocs.yml",
      ],
      [
        "lint-imports",
        { ".importlinter": "[importlinter]\ncontract_types =\n  x: c.C\n", "c.py": "" },
        ".importlinter",
        "c.py",
      ],
      [
        "dvc repro",
        { "dvc.yaml": "stages:\n  a:\n    cmd: python3 g.py\n", "g.py": "" },
        "dvc.yaml",
        "g.py",
      ],
      [
        "sqlfluff lint",
        { ".sqlfluff": "[x]\nlibrary_path = lib\n", "lib/a.py": "" },
        ".sqlfluff",
        "lib/a.py",
      ],
      ["checkov --external-checks-dir ck", ["ck/a.py"], "ck/a.py"],
    ],
  ],
  [
    "others",
    [
      [
        "rubocop",
        { ".rubocop.yml": "require:\n  - ./lib/cop\n", "lib/cop.rb": "" },
        ".rubocop.yml",
        "lib/cop.rb",
      ],
      ["rubocop -r ./cop", ["cop.rb"], "cop.rb"],
      [
        "phpcs",
        { "phpcs.xml": '<rule ref="./std"/>', "std/S/a.php": "" },
        "phpcs.xml",
        "std/S/a.php",
      ],
      [
        "phpstan analyse",
        { "phpstan.neon": "parameters:\n  bootstrapFiles:\n    - boot.php\n", "boot.php": "" },
        "boot.php",
        "phpstan.neon",
      ],
      [
        "golangci-lint run",
        { ".golangci.yml": "x:\n  path: ./lint.so\n", "lint.so": "" },
        ".golangci.yml",
        "lint.so",
      ],
      ["air", { ".air.toml": '[build]\ncmd = "sh ./g.sh"\n', "g.sh": "" }, ".air.toml", "g.sh"],
      [
        "treefmt",
        { "treefmt.toml": '[formatter.x]\ncommand = "./f.sh"\n', "f.sh": "" },
        "f.sh",
        "treefmt.toml",
      ],
      [
        "foreman start",
        { Procfile: "web: ./g.sh\nw: node p\n", "g.sh": "", "p.js": "" },
        "Procfile",
        "g.sh",
        "p.js",
      ],
      ["pandoc -d d.yaml x", { "d.yaml": "filters:\n  - f.lua\n", "f.lua": "" }, "d.yaml", "f.lua"],
      [
        "ssh -F s.conf h",
        { "s.conf": "Host h\n  ProxyCommand ./px.sh\n", "px.sh": "" },
        "px.sh",
        "s.conf",
      ],
      ["hg status", { ".hg/hgrc": "[extensions]\nx = ./h.py\n", "h.py": "" }, ".hg/hgrc", "h.py"],
      ["KUBECONFIG=k kubectl get x", { k: "command: ./e.sh\n", "e.sh": "" }, "e.sh", "k"],
      [
        "gh pr list",
        { ".git/config": "[core]\n\tfsmonitor = ./m\n", m: "" },
        ".git/config#settings",
        "m",
      ],
    ],
  ],
])("%s", (_language, cases) => {
  test.each<Case>([...cases])("%s: %j", (command, files, ...found) => {
    expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
  });
});

test.each([
  [
    "eslint --resolve-plugins-relative-to lint .",
    "eslint: which files it loads was not looked for",
  ],
  ["vim --cmd 'set rtp+=rt' -es", "vim: which files it loads was not looked for"],
])("%s says that its files are not known", (command, why) => {
  expect(lookAt(command, []).notKnown).toEqual([why]);
});
