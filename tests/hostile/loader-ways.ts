import type { Way } from "./ways.js";

// Ways by which something is loaded that a variable, an option or settings name: by a module's name, by a folder, or by a file of their own.

const one = (
  command: string,
  path: string,
  language: string,
  files: Way["files"] = {},
  more: Partial<Way> = {},
): Way => ({
  ...more,
  command,
  files: { [path]: language, ...files },
  swap: { [path]: language },
});

const stops = "breakpoint()\n";
const python: readonly Way[] = [
  one("PYTHONBREAKPOINT=mod.fn python3 x.py", "mod.py", "python", { "x.py": stops }),
  one("PYTHONBREAKPOINT=mod.fn python3 hooks/x.py", "hooks/mod.py", "python", {
    "hooks/x.py": stops,
  }),
  one("PYTHONBREAKPOINT=mod.fn python3 -m x", "mod.py", "python", { "x.py": stops }),
  one("PYTHONBREAKPOINT=a.mod.fn python3 -c 'breakpoint()'", "a/mod.py", "python"),
  one(
    "python3 x.py",
    "mod.py",
    "python",
    { "x.py": stops },
    { env: { PYTHONBREAKPOINT: "mod.f" } },
  ),
  one("PYTHONPATH=lib python3 -W error::mod.Cls x.py", "lib/mod.py", "python", { "x.py": "" }),
  one("PYTHONPATH=lib PYTHONWARNINGS=error::mod.Cls python3 x.py", "lib/mod.py", "python", {
    "x.py": "",
  }),
  one("PYTHONPATH=$PWD/lib python3 x.py", "lib/mod.py", "python", { "x.py": "import mod\n" }),
  one("D=lib; PYTHONPATH=$D python3 x.py", "lib/mod.py", "python", { "x.py": "import mod\n" }),
  one("PYTHONSTARTUP=start.py python3 -i < list", "start.py", "python", { list: "" }),
].map((way) => ({ ...way, needs: ["/usr/bin/python3"] }));

const node: readonly Way[] = [
  one("NODE_PATH=lib node x.js", "lib/guard.js", "node", { "x.js": 'require("guard")\n' }),
  one("npm_config_node_options='-r ./pre' npm run guard", "pre.js", "node", {
    "package.json": '{"scripts":{"guard":"node x.js"}}',
    "x.js": "",
  }),
].map((way) => ({ ...way, needs: way.command.includes("npm run") ? ["/usr/bin/npm"] : [] }));

const gitFiles = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/objects/x": "",
  ".git/refs/x": "",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
};
const counted = (key: string, value: string): string =>
  `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=${key} GIT_CONFIG_VALUE_0=${value}`;
const git: readonly Way[] = [
  one(`${counted("core.hooksPath", "own")} git hook run a`, "own/a", "sh", gitFiles),
  one(`${counted("core.fsmonitor", "./mon")} git status`, "mon", "sh", gitFiles),
  one(`${counted("alias.g", "'!node guard'")} git g`, "guard.js", "node", gitFiles),
  one("GIT_CONFIG_PARAMETERS=\"'core.hooksPath=own'\" git hook run a", "own/a", "sh", gitFiles),
  one("P=own git --config-env=core.hooksPath=P hook run a", "own/a", "sh", gitFiles),
].map((way) => ({ ...way, needs: ["/usr/bin/git"] }));

const loader = "/lib64/ld-linux-x86-64.so.2";
const system: readonly Way[] = [
  one(`${loader} --argv0 x /bin/sh guard`, "guard", "sh"),
  one(`${loader} --library-path /usr/lib /usr/bin/perl -Ilib -MGuard -e 1`, "lib/Guard.pm", "perl"),
  one("MAKEFLAGS='-I inc' make", "inc/x.mk", "make", { Makefile: "include x.mk\n" }),
].map((way) => ({ ...way, needs: [loader, "/usr/bin/perl", "/usr/bin/make"] }));

export const loaderWays: readonly Way[] = [...python, ...node, ...git, ...system];
