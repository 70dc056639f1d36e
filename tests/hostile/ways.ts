/** One ordinary way to write a hook: its files, and the one that somebody exchanges after the approval. */
export interface Way {
  /** The command of the shell form; `@@` stands for the project's folder, `%` for a folder beside it. */
  readonly command: string;
  readonly shell?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** By path, with the language of a script that leaves a mark, or the text of another file. */
  readonly files: Readonly<Record<string, string>>;
  /** What is exchanged or put there later, in the same terms. */
  readonly swap: Readonly<Record<string, string>>;
  /** Programs without which it cannot be tried here. */
  readonly needs?: readonly string[];
}

/** A script that leaves a mark, by its language. */
export const languages: Readonly<Record<string, (mark: string) => string>> = {
  sh: (mark) => `#!/bin/sh\n: > '${mark}'\n`,
  node: (mark) => `require("fs").writeFileSync("${mark}", "");\n`,
  esm: (mark) => `import { writeFileSync } from "node:fs";\nwriteFileSync("${mark}", "");\n`,
  python: (mark) => `open("${mark}", "w").close()\n`,
  perl: (mark) => `open(F, ">", "${mark}"); close(F); 1;\n`,
  make: (mark) => `all:\n\t@: > '${mark}'\n`,
  awk: (mark) => `BEGIN { print "" > "${mark}" }\n`,
  npm: (mark) => JSON.stringify({ scripts: { guard: `: > '${mark}'` } }),
  shebang: (mark) => `#!/usr/bin/env -S sh -e\n: > '${mark}'\n`,
};

const one = (command: string, path: string, language: string, more: Partial<Way> = {}): Way => ({
  command,
  files: { [path]: language, ...more.files },
  swap: { [path]: language },
  ...without(more),
});

function without({ files: _files, ...rest }: Partial<Way>): Partial<Way> {
  return rest;
}

const node: readonly Way[] = [
  one("node guard", "guard.js", "node"),
  one("node ./guard", "guard.js", "node"),
  one("node guard.js", "guard.js", "node"),
  one("node hooks/guard.cjs", "hooks/guard.cjs", "node"),
  one("node hooks/guard.mjs", "hooks/guard.mjs", "esm"),
  one("node .", "index.js", "node"),
  one("node .", "src/main.js", "node", { files: { "package.json": '{"main":"src/main.js"}' } }),
  one("node .", "src/main.js", "node", { files: { "package.json": '{"main":"./src/main"}' } }),
  one("node ./hooks", "hooks/index.js", "node"),
  one("node hooks/", "hooks/lib/index.js", "node", {
    files: { "hooks/package.json": '{"main":"lib"}' },
  }),
  one("node -r ./pre x.js", "pre.js", "node", { files: { "x.js": "" } }),
  one("node --require=./pre x.js", "pre.js", "node", { files: { "x.js": "" } }),
  one("node --require ./pre x.js", "pre.js", "node", { files: { "x.js": "" } }),
  one("node -r pre x.js", "node_modules/pre/index.js", "node", { files: { "x.js": "" } }),
  one("node -r pre x.js", "node_modules/pre/go.js", "node", {
    files: { "x.js": "", "node_modules/pre/package.json": '{"main":"go"}' },
  }),
  one("node --import ./pre.mjs x.js", "pre.mjs", "esm", { files: { "x.js": "" } }),
  one("node --import=./pre.mjs x.js", "pre.mjs", "esm", { files: { "x.js": "" } }),
  one("node --import pre x.js", "node_modules/pre/go.mjs", "esm", {
    files: { "x.js": "", "node_modules/pre/package.json": '{"exports":"./go.mjs"}' },
  }),
  one("NODE_OPTIONS='-r ./pre' node x.js", "pre.js", "node", { files: { "x.js": "" } }),
  one("export NODE_OPTIONS=--require=./pre; node x.js", "pre.js", "node", {
    files: { "x.js": "" },
  }),
  one("NODE_PATH=lib node -r pre x.js", "lib/pre.js", "node", { files: { "x.js": "" } }),
  one("node -e 'require(\"./guard\")'", "guard.js", "node"),
  one("node -pe 'require(\"./guard\")'", "guard.js", "node"),
  one("node --input-type=module -e 'import \"./guard.mjs\"'", "guard.mjs", "esm"),
  one("node < guard.js", "guard.js", "node"),
  one("cat guard.js | node", "guard.js", "node"),
  one("node - < guard.js", "guard.js", "node"),
  one("cd hooks && node guard", "hooks/guard.js", "node"),
  one("/usr/bin/env node guard", "guard.js", "node"),
  one('"$(command -v node)" guard', "guard.js", "node"),
  one("N=node; $N guard", "guard.js", "node"),
  one("exec node guard", "guard.js", "node"),
  one("timeout 20 node guard", "guard.js", "node"),
  one('sh -c "node guard"', "guard.js", "node"),
  { ...one("node", "guard.js", "node"), args: ["guard"] },
  { ...one("node", "pre.js", "node", { files: { "x.js": "" } }), args: ["-r", "./pre", "x.js"] },
  { ...one("env", "guard.js", "node"), args: ["node", "guard"] },
  {
    command: "node .",
    files: { "package.json": '{"main":"a.js"}', "a.js": "", "b.js": "" },
    swap: { "package.json": '{"main":"b.js"}', "b.js": "node" },
  },
];

const python: readonly Way[] = [
  one("python3 guard.py", "guard.py", "python"),
  one("python3 -m guard", "guard.py", "python"),
  one("python3 -mguard", "guard.py", "python"),
  one("python3 -Bm guard", "guard.py", "python"),
  one("python3 -W ignore -m guard", "guard.py", "python"),
  one("python3 -X utf8 -m guard", "guard.py", "python"),
  one("python3 -m guard", "guard/__main__.py", "python", { files: { "guard/__init__.py": "" } }),
  one("python3 -m guard", "guard/__init__.py", "python", { files: { "guard/__main__.py": "" } }),
  one("python3 -m hooks.guard", "hooks/guard.py", "python"),
  one("python3 -m hooks.guard", "hooks/__init__.py", "python", { files: { "hooks/guard.py": "" } }),
  one("python3 hooks", "hooks/__main__.py", "python"),
  one("python3 ./hooks/", "hooks/__main__.py", "python"),
  one("PYTHONPATH=lib python3 -m guard", "lib/guard.py", "python"),
  one("PYTHONPATH=lib python3 x.py", "lib/sitecustomize.py", "python", { files: { "x.py": "" } }),
  one("python3 -c 'import guard'", "guard.py", "python"),
  one("python3 -c 'from hooks import guard'", "hooks/guard.py", "python"),
  one("python3 -c 'exec(open(\"guard.py\").read())'", "guard.py", "python"),
  one("python3 - < guard.py", "guard.py", "python"),
  one("cd hooks; python3 -m guard", "hooks/guard.py", "python"),
  one("/usr/bin/python3 -m guard", "guard.py", "python"),
  one("P=python3; $P -m guard", "guard.py", "python"),
  { ...one("python3", "guard.py", "python"), args: ["-m", "guard"] },
  { command: "python3 -m json.tool --help", files: {}, swap: { "json.py": "python" } },
].map((way) => ({ ...way, needs: ["/usr/bin/python3"] }));

const perl: readonly Way[] = [
  one("perl guard.pl", "guard.pl", "perl"),
  one("perl -Ilib -MGuard -e 1", "lib/Guard.pm", "perl"),
  one("perl -I lib -MGuard -e 1", "lib/Guard.pm", "perl"),
  one("perl -Ilib -MA::Guard=x -e 1", "lib/A/Guard.pm", "perl"),
  one("perl -Mlib=lib -MGuard -e 1", "lib/Guard.pm", "perl"),
  one("perl -Ilib -mGuard -e 1", "lib/Guard.pm", "perl"),
  one("perl -Ilib -e 'use Guard'", "lib/Guard.pm", "perl"),
  one("PERL5LIB=lib perl -MGuard -e 1", "lib/Guard.pm", "perl"),
  one("PERL5LIB=lib PERL5OPT=-MGuard perl -e 1", "lib/Guard.pm", "perl"),
  one("perl -e 'require \"./guard.pl\"'", "guard.pl", "perl"),
  one("perl -e 'do \"./guard.pl\"'", "guard.pl", "perl"),
  one("perl < guard.pl", "guard.pl", "perl"),
].map((way) => ({ ...way, needs: ["/usr/bin/perl"] }));

const shells: readonly Way[] = [
  one("./guard.sh", "guard.sh", "sh"),
  one("sh guard.sh", "guard.sh", "sh"),
  one("bash ./guard.sh", "guard.sh", "sh"),
  one("bash -eu guard.sh", "guard.sh", "sh"),
  one("bash -o pipefail guard.sh", "guard.sh", "sh"),
  one(". ./guard.sh", "guard.sh", "sh"),
  one("sh < guard.sh", "guard.sh", "sh"),
  one("sh -s < guard.sh", "guard.sh", "sh"),
  one("cat guard.sh | sh", "guard.sh", "sh"),
  one('sh -c "$(cat guard.sh)"', "guard.sh", "sh"),
  one('eval "$(cat guard.sh)"', "guard.sh", "sh"),
  one("sh -c '. ./guard.sh'", "guard.sh", "sh"),
  one("bash -c 'source guard.sh'", "guard.sh", "sh"),
  one("BASH_ENV=pre.sh bash x.sh", "pre.sh", "sh", { files: { "x.sh": "" } }),
  one("ENV=./pre.sh sh -ic :", "pre.sh", "sh"),
  one("bash --rcfile pre.sh -ic :", "pre.sh", "sh"),
  one("HOME=$PWD bash -lc true", ".bash_profile", "sh"),
  one("HOME=$PWD bash -l -c true", ".profile", "sh"),
  one("HOME=$PWD bash -ic true", ".bashrc", "sh"),
  one("HOME=. sh -lc true", ".profile", "sh"),
  one("env HOME=$PWD bash --login -c true", ".bash_profile", "sh"),
  one("bash -lc true", ".bash_profile", "sh", { env: { HOME: "@@" } }),
  one("PATH=bin guard", "bin/guard", "sh"),
  one("PATH=bin:$PATH guard", "bin/guard", "sh"),
  one('PATH="$PWD/bin:$PATH"; guard', "bin/guard", "sh"),
  one("export PATH=$PWD/bin:$PATH; guard", "bin/guard", "sh"),
  one("env PATH=$PWD/bin:$PATH guard", "bin/guard", "sh"),
  one("%/guard", "%/guard", "sh"),
  one("G=%/guard; $G", "%/guard", "sh"),
  one("$GUARD", "%/guard", "sh", { env: { GUARD: "%/guard" } }),
  one("sh $GUARD", "%/guard", "sh", { env: { GUARD: "%/guard" } }),
  one("/dev/shm/snaphook-TAG", "/dev/shm/snaphook-TAG", "sh"),
  one("sh /dev/shm/snaphook-TAG", "/dev/shm/snaphook-TAG", "sh"),
  { ...one("./$'\\x67uard.sh'", "guard.sh", "sh"), shell: "/bin/bash" },
  { ...one("$'./\\x67uard.sh'", "guard.sh", "sh"), shell: "/bin/bash" },
  { ...one("sh $'\\147uard.sh'", "guard.sh", "sh"), shell: "/bin/bash" },
  { ...one("sh $'g\\u0075ard.sh'", "guard.sh", "sh"), shell: "/bin/bash" },
  one("bash -c \"./$'\\x67uard.sh'\"", "guard.sh", "sh"),
  one("bash -c './$'\"'\"'\\x67uard.sh'\"'\"", "guard.sh", "sh"),
  { ...one("bash", "guard.sh", "sh"), args: ["-c", "./$'\\x67uard.sh'"] },
  one("'./guard'.sh", "guard.sh", "sh"),
  one('./gu"ar"d.sh', "guard.sh", "sh"),
  one("./guard", "guard", "shebang"),
  one("./guard", "pre.js", "node", { files: { guard: "#!/usr/bin/env -S node -r ./pre\n" } }),
  one("./guard", "bin/tool", "sh", { files: { guard: "#!/usr/bin/env -S PATH=bin:/bin tool\n" } }),
  one('for f in hooks/*.sh; do sh "$f"; done', "hooks/guard.sh", "sh"),
  one("for f in guard.sh; do ./$f; done", "guard.sh", "sh"),
  one("find hooks -name '*.sh' -exec sh {} \\;", "hooks/guard.sh", "sh"),
  one("find hooks -type f -exec {} \\;", "hooks/guard.sh", "sh"),
  one("ls hooks/*.sh | xargs -n1 sh", "hooks/guard.sh", "sh"),
  one("echo guard.sh | xargs sh", "guard.sh", "sh"),
  one("while read f; do sh $f; done < list", "guard.sh", "sh", { files: { list: "guard.sh\n" } }),
  one('sh -c "$(head -1 list)"', "guard.sh", "sh", { files: { list: "./guard.sh\n" } }),
  one("$(cat list)", "guard.sh", "sh", { files: { list: "./guard.sh\n" } }),
  one("env -C hooks ./guard.sh", "hooks/guard.sh", "sh"),
  one("env --chdir=hooks ./guard.sh", "hooks/guard.sh", "sh"),
  one("env -Chooks ./guard.sh", "hooks/guard.sh", "sh"),
  one("(cd hooks; ./guard.sh)", "hooks/guard.sh", "sh"),
  one("nohup nice ./guard.sh", "guard.sh", "sh"),
  one("awk -f guard.awk", "guard.awk", "awk"),
  one("awk -fguard.awk", "guard.awk", "awk"),
  one("run-parts hooks", "hooks/guard", "sh", { needs: ["/usr/bin/run-parts"] }),
  one("run-parts ./hooks --regex=.", "hooks/guard", "sh", { needs: ["/usr/bin/run-parts"] }),
  one("cd hooks && run-parts .", "hooks/guard", "sh", { needs: ["/usr/bin/run-parts"] }),
  {
    command: "run-parts hooks",
    files: { "hooks/a": "" },
    swap: { "hooks/b": "sh" },
    needs: ["/usr/bin/run-parts"],
  },
  { ...one("run-parts", "hooks/guard", "sh"), args: ["hooks"], needs: ["/usr/bin/run-parts"] },
  { ...one("./guard.sh", "guard.sh", "sh"), args: [] },
];

const tools: readonly Way[] = [
  one("make", "Makefile", "make"),
  one("/usr/bin/make", "Makefile", "make"),
  one("M=make; $M", "Makefile", "make"),
  one("make -Chooks", "hooks/Makefile", "make"),
  one("make -C hooks", "hooks/Makefile", "make"),
  one("make --directory=hooks", "hooks/Makefile", "make"),
  one("make -fx.mk", "x.mk", "make"),
  one("make -f x.mk", "x.mk", "make"),
  one("make --file=x.mk", "x.mk", "make"),
  one("make -Chooks -fx.mk", "hooks/x.mk", "make"),
  one("make -sfx.mk", "x.mk", "make"),
  one("make", "x.mk", "make", { files: { Makefile: "include x.mk\n" } }),
  one("make -C hooks", "hooks/x.mk", "make", { files: { "hooks/Makefile": "-include x.mk\n" } }),
  one("make", "y.mk", "make", {
    files: { Makefile: "include x.mk\n", "x.mk": "F = y.mk\ninclude $(F)\n" },
  }),
  one("make guard", "guard.sh", "sh", {
    files: { Makefile: "guard:\n\t@./guard.sh\n.PHONY: guard\n" },
  }),
  one("make guard", "guard.js", "node", {
    files: { Makefile: "guard:\n\t@node guard\n.PHONY: guard\n" },
  }),
  one("make guard", "hooks/guard.sh", "sh", {
    files: { Makefile: "D := hooks\nguard:\n\tsh $(D)/guard.sh\n.PHONY: guard\n" },
  }),
  one("make guard", "my-shell", "sh", {
    files: { Makefile: "SHELL := ./my-shell\nguard:\n\techo x\n" },
  }),
  one("MAKEFILES=x.mk make all", "x.mk", "make", { files: { Makefile: "b:\n\t@true\n" } }),
  { command: "make", files: { Makefile: "all:\n\t@true\n" }, swap: { GNUmakefile: "make" } },
  { ...one("make", "hooks/Makefile", "make"), args: ["-Chooks"] },
  one("npm run guard", "package.json", "npm"),
  one("npm run -s guard", "guard.sh", "sh", {
    files: { "package.json": '{"scripts":{"guard":"./guard.sh"}}' },
  }),
  one("npm run guard", "guard.js", "node", {
    files: { "package.json": '{"scripts":{"guard":"node guard"}}' },
  }),
  one("npm test", "guard.js", "node", {
    files: { "package.json": '{"scripts":{"test":"node guard"}}' },
  }),
  one("npm run guard", "pre.sh", "sh", {
    files: { "package.json": '{"scripts":{"guard":"true","preguard":"./pre.sh"}}' },
  }),
  one("npm run guard", "other.sh", "sh", {
    files: { "package.json": '{"scripts":{"guard":"npm run other","other":"./other.sh"}}' },
  }),
  one("npm --prefix hooks run guard", "hooks/guard.sh", "sh", {
    files: { "hooks/package.json": '{"scripts":{"guard":"./guard.sh"}}' },
  }),
  one("cd hooks && npm run guard", "guard.sh", "sh", {
    files: { "hooks/x": "", "package.json": '{"scripts":{"guard":"./guard.sh"}}' },
  }),
  one("npm run guard", "node_modules/.bin/guard", "sh", {
    files: { "package.json": '{"scripts":{"guard":"guard"}}' },
  }),
  {
    command: "npm run guard",
    files: { "package.json": '{"scripts":{"guard":"true"}}' },
    swap: { ".npmrc": "script-shell=./evil\n", evil: "sh" },
  },
  one("npm run guard", "my-shell", "sh", {
    files: {
      ".npmrc": "script-shell=./my-shell\n",
      "package.json": '{"scripts":{"guard":"true"}}',
    },
  }),
  one("npx guard", "node_modules/.bin/guard", "sh"),
  one("npx --no guard", "node_modules/.bin/guard", "sh"),
  one("npm exec guard", "node_modules/.bin/guard", "sh"),
  one("npx --no-install -- guard", "node_modules/.bin/guard", "sh"),
  one("npx node guard", "guard.js", "node"),
  one("cd hooks && npx guard", "node_modules/.bin/guard", "sh", {
    files: { "hooks/x": "", "package.json": "{}" },
  }),
  one("npx -c ./guard.sh", "guard.sh", "sh"),
  { ...one("npx", "node_modules/.bin/guard", "sh"), args: ["guard"] },
  {
    ...one("npm", "guard.js", "node", {
      files: { "package.json": '{"scripts":{"guard":"node guard"}}' },
    }),
    args: ["run", "guard"],
  },
].map((way) => ({
  ...way,
  needs: [...(way.needs ?? []), /np[mx]/.test(way.command) ? "/usr/bin/npm" : "/usr/bin/make"],
}));

const gitConfig = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";
const gitFiles = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/objects/x": "",
  ".git/refs/x": "",
  ".git/config": gitConfig,
};
const git: readonly Way[] = [
  {
    command: "git status",
    files: gitFiles,
    swap: { evil: "sh", ".git/config": `${gitConfig}\tfsmonitor = ./evil\n` },
  },
  one("git status", "monitor", "sh", {
    files: { ...gitFiles, ".git/config": `${gitConfig}\tfsmonitor = ./monitor\n` },
  }),
  {
    command: "git guard",
    files: { ...gitFiles, ".git/config": `${gitConfig}[alias]\n\tguard = !true\n` },
    swap: { evil: "sh", ".git/config": `${gitConfig}[alias]\n\tguard = !./evil\n` },
  },
  one("git guard", "guard.sh", "sh", {
    files: { ...gitFiles, ".git/config": `${gitConfig}[alias]\n\tguard = !./guard.sh\n` },
  }),
  one("git guard", "guard.js", "node", {
    files: { ...gitFiles, ".git/config": `${gitConfig}[alias]\n\tguard = "!node guard"\n` },
  }),
  one("git -c alias.guard='!./guard.sh' guard", "guard.sh", "sh", { files: gitFiles }),
  one("git hook run pre-commit", ".git/hooks/pre-commit", "sh", { files: gitFiles }),
  {
    command: "git hook run --ignore-missing pre-commit",
    files: gitFiles,
    swap: { ".git/hooks/pre-commit": "sh" },
  },
  one("git hook run pre-commit", "hooks/pre-commit", "sh", {
    files: { ...gitFiles, ".git/config": `${gitConfig}\thooksPath = hooks\n` },
  }),
  {
    command: "git guard",
    files: {
      ...gitFiles,
      extra: "[alias]\n\tguard = !./guard.sh\n",
      "guard.sh": "sh",
      ".git/config": `${gitConfig}[include]\n\tpath = ../extra\n`,
    },
    swap: { extra: "[alias]\n\tguard = !./other\n", other: "sh" },
  },
  one("git -C sub status", "sub/monitor", "sh", {
    files: Object.fromEntries(
      Object.entries({ ...gitFiles, ".git/config": `${gitConfig}\tfsmonitor = ./monitor\n` }).map(
        ([path, text]) => [`sub/${path}`, text],
      ),
    ),
  }),
  one("PATH=$PWD/bin:$PATH git guard", "bin/git-guard", "sh", { files: gitFiles }),
  one("cd sub && git status", "monitor", "sh", {
    files: { ...gitFiles, "sub/x": "", ".git/config": `${gitConfig}\tfsmonitor = ./monitor\n` },
  }),
  {
    command: 'sh "$(git rev-parse --show-toplevel)/guard.sh"',
    files: { ...gitFiles, "guard.sh": "sh" },
    swap: { "%/guard.sh": "sh", ".git/config": `${gitConfig}\tworktree = %\n` },
  },
  {
    ...one("git", "monitor", "sh", {
      files: { ...gitFiles, ".git/config": `${gitConfig}\tfsmonitor = ./monitor\n` },
    }),
    args: ["status"],
  },
  {
    command: "HOME=$PWD git guard",
    files: { ...gitFiles, ".gitconfig": "[alias]\n\tguard = !./guard.sh\n", "guard.sh": "sh" },
    swap: { ".gitconfig": "[alias]\n\tguard = !./other\n", other: "sh" },
  },
].map((way) => ({ ...way, needs: ["/usr/bin/git"] }));

export const ways: readonly Way[] = [...node, ...python, ...perl, ...shells, ...tools, ...git];
