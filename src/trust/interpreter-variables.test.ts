import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// Variables, options and settings by which an interpreter loads something: it counts, and nothing else does for their sake.

beforeEach(openProject);
afterEach(closeProject);

test.each<[command: string, files: Files, ...found: string[]]>([
  ["PYTHONBREAKPOINT=mod.fn python3 x.py", ["x.py", "mod.py", "fn.py"], "mod.py", "x.py"],
  [
    "PYTHONBREAKPOINT=mod.fn python3 hooks/x.py",
    ["hooks/x.py", "hooks/mod.py"],
    "hooks/mod.py",
    "hooks/x.py",
  ],
  ["PYTHONBREAKPOINT=mod.fn python3 -m x", ["x.py", "mod.py"], "mod.py", "x.py"],
  ["export PYTHONBREAKPOINT=a.b.fn; python3 x.py", ["x.py", "a/b.py"], "a/b.py", "x.py"],
  ["PYTHONBREAKPOINT=mod.fn ./run.sh", ["run.sh", "mod.py"], "mod.py", "run.sh"],
  ["PYTHONBREAKPOINT=ipdb.set_trace python3 x.py", ["x.py"], "x.py"],
  ["PYTHONBREAKPOINT=mod.fn python3 x.py", ["x.py", "other.so"], "other.so", "x.py"],
  ["PYTHONBREAKPOINT=mod.fn ./run.sh", ["run.sh", "other.so"], "run.sh"],
  [
    "PYTHONPATH=lib python3 -W error::mod.Cls x.py",
    ["x.py", "lib/mod.py", "lib/error.py"],
    "lib/mod.py",
    "x.py",
  ],
  ["PYTHONPATH=lib python3 -Werror::mod.Cls x.py", ["x.py", "lib/mod.py"], "lib/mod.py", "x.py"],
  ["python3 -W ignore x.py", ["x.py", "ignore.py"], "x.py"],
  [
    "PYTHONPATH=lib PYTHONWARNINGS=ignore,error::mod.Cls python3 x.py",
    ["x.py", "lib/mod.py"],
    "lib/mod.py",
    "x.py",
  ],
  ["MPLBACKEND=module://mod python3 x.py", ["x.py", "mod.py"], "mod.py", "x.py"],
  ["PYTEST_PLUGINS=a,b python3 x.py", ["x.py", "a.py", "b.py"], "a.py", "b.py", "x.py"],
  [
    "DJANGO_SETTINGS_MODULE=web.settings ./run.sh",
    ["run.sh", "web/settings.py"],
    "run.sh",
    "web/settings.py",
  ],
  ["streamlit run app.py", { "app.py": "import help", "help.py": "" }, "app.py", "help.py"],
  ["NODE_REPL_EXTERNAL_MODULE=./repl node x.js", ["x.js", "repl.js"], "repl.js", "x.js"],
  ["NODE_PATH=lib node x.js", ["x.js", "lib/a.js", "lib/a.txt"], "lib/a.js", "x.js"],
  ["NODE_PATH=node_modules node x.js", ["x.js", "node_modules/a.js"], "x.js"],
  ["npm_config_node_options='-r ./pre' node x.js", ["x.js", "pre.js"], "pre.js", "x.js"],
  [
    "OPENSSL_CONF=o.cnf node x.js",
    { "x.js": "", "o.cnf": "[e]\ndynamic_path = ./e.so\n", "e.so": "" },
    "e.so",
    "o.cnf",
    "x.js",
  ],
  ["TS_NODE_REQUIRE=./pre ts-node x.ts", ["x.ts", "pre.js"], "pre.js", "x.ts"],
  ["TS_NODE_COMPILER=./comp ./run.sh", ["run.sh", "comp.js"], "comp.js", "run.sh"],
  [
    "TS_NODE_PROJECT=conf/t.json ts-node x.ts",
    { "x.ts": "", "conf/t.json": '{"ts-node":{"require":["./pre.js"]}}', "conf/pre.js": "" },
    "conf/pre.js",
    "conf/t.json",
    "x.ts",
  ],
  [
    "ts-node -P conf/t.json x.ts",
    { "x.ts": "", "conf/t.json": '{"extends":"./base"}', "conf/base.json": "" },
    "conf/base.json",
    "conf/t.json",
    "x.ts",
  ],
  [
    "node --experimental-config-file=my.json x.js",
    { "x.js": "", "my.json": '{"nodeOptions":{"import":["./pre.mjs"]}}', "pre.mjs": "" },
    "my.json",
    "pre.mjs",
    "x.js",
  ],
  ["node --test --test-global-setup ./setup x.js", ["x.js", "setup.js"], "setup.js", "x.js"],
  ["node --unhandled-rejections strict guard", ["guard.js", "strict.js"], "guard.js"],
  [
    "babel-node x.js",
    { "x.js": "", ".babelrc": '{"plugins":["./p"]}', "p.js": "" },
    ".babelrc",
    "p.js",
    "x.js",
  ],
  [
    "nyc node x.js",
    { "x.js": "", ".nycrc": "require:\n  - ./p\n", "p.js": "" },
    ".nycrc",
    "p.js",
    "x.js",
  ],
  [
    "nodemon x.js",
    { "x.js": "", "g.sh": "", "nodemon.json": '{"execMap":{"js":"./g.sh"}}' },
    "g.sh",
    "nodemon.json",
    "x.js",
  ],
  [
    "nodemon --config n.json x.js",
    { "x.js": "", "g.sh": "", "n.json": '{"events":{"start":"sh g.sh"}}' },
    "g.sh",
    "n.json",
    "x.js",
  ],
  [
    "PHPRC=my.ini php x.php",
    { "x.php": "", "my.ini": "auto_prepend_file=pre.php\n", "pre.php": "" },
    "my.ini",
    "pre.php",
    "x.php",
  ],
  [
    "php -c my.ini x.php",
    { "x.php": "", "my.ini": "extension=e.so\n", "e.so": "" },
    "e.so",
    "my.ini",
    "x.php",
  ],
  ["PHPRC=conf ./run.sh", ["run.sh", "conf/php.ini", "conf/x.txt"], "conf/php.ini", "run.sh"],
  ["php -d extension=ext x.php", ["x.php", "ext.so"], "ext.so", "x.php"],
  [
    "php -d extension_dir=exts -d memory_limit=1 x.php",
    ["x.php", "exts/e.so", "1.so"],
    "exts/e.so",
    "x.php",
  ],
  ["php -d include_path=lib x.php", ["x.php", "lib/g.php"], "lib/g.php", "x.php"],
  ["LUA_INIT='require \"guard\"' lua x.lua", ["x.lua", "guard.lua"], "guard.lua", "x.lua"],
  ["LUA_PATH_5_4='lib/?.lua' lua5.4 x.lua", ["x.lua", "lib/g.lua"], "lib/g.lua", "x.lua"],
  ["_JAVA_OPTIONS='-cp lib' java Guard", ["lib/Guard.class"], "lib/Guard.class"],
  ["java -Djava.library.path=nat -jar x.jar", ["x.jar", "nat/l.so"], "nat/l.so", "x.jar"],
  ["kotlin -cp lib GuardKt", ["lib/GuardKt.class"], "lib/GuardKt.class"],
  ["groovy -cp lib x.groovy", ["x.groovy", "lib/A.groovy"], "lib/A.groovy", "x.groovy"],
  ["raku -Ilib -MGuard -e 1", ["lib/Guard.rakumod"], "lib/Guard.rakumod"],
  ["runghc -isrc x.hs", ["x.hs", "src/Guard.hs"], "src/Guard.hs", "x.hs"],
  ["octave --eval guard", ["guard.m", "other.m"], "guard.m"],
  ["octave -p lib --eval guard", ["lib/guard.m"], "lib/guard.m"],
  ["ocaml x.ml", ["x.ml", ".ocamlinit"], ".ocamlinit", "x.ml"],
  ["gdb -batch -x g.gdb", ["g.gdb", ".gdbinit"], ".gdbinit", "g.gdb"],
  ["lldb -s g.lldb", ["g.lldb", ".lldbinit"], ".lldbinit", "g.lldb"],
  ["BASH_ENV=pre ./run.sh", { pre: "PATH=bin\n", "run.sh": "" }, "pre", "run.sh"],
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
});

test.each<[command: string, files: Files, ...found: string[]]>([
  [
    "deno task guard",
    { "deno.json": '{"tasks":{"guard":"sh g.sh"}}', "g.sh": "" },
    "deno.json",
    "g.sh",
  ],
  [
    "deno task guard",
    { "deno.jsonc": '{"tasks":{"guard":{"command":"sh g.sh"}}}', "g.sh": "" },
    "deno.jsonc",
    "g.sh",
  ],
  [
    "deno task guard",
    { "package.json": '{"scripts":{"guard":"sh g.sh"}}', "g.sh": "" },
    "g.sh",
    "package.json",
  ],
  [
    "deno task 'g*d'",
    { "deno.json": '{"tasks":{"guard":"./g","gone":"./h"}}', g: "", h: "" },
    "deno.json",
    "g",
  ],
  ["deno task other", { "deno.json": '{"tasks":{"guard":"./g"}}', g: "" }, "deno.json"],
  ["deno run --env-file x.ts", ["x.ts", ".env"], ".env", "x.ts"],
  ["deno run --env x.ts", ["x.ts", ".env"], ".env", "x.ts"],
  ["deno run --env-file=conf/e x.ts", ["x.ts", ".env", "conf/e"], "conf/e", "x.ts"],
  [
    "deno run --import-map=m.json x.ts",
    { "x.ts": "", "m.json": '{"imports":{"a":"./lib.ts"}}', "lib.ts": "" },
    "lib.ts",
    "m.json",
    "x.ts",
  ],
  [
    "deno run -c d.json x.ts",
    { "x.ts": "", "d.json": '{"imports":{"a":"./lib.ts"}}', "lib.ts": "" },
    "d.json",
    "lib.ts",
    "x.ts",
  ],
  [
    "deno lint",
    { "deno.json": '{"lint":{"plugins":["./p.ts"]}}', "p.ts": "" },
    "deno.json",
    "p.ts",
  ],
  ["deno fmt --check", ["deno.json"], "deno.json"],
  ["deno eval 'import(\"./guard.ts\")'", ["guard.ts"], "guard.ts"],
  ["deno guard.ts", ["guard.ts"], "guard.ts"],
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
});

test.each([
  ["deno test", "deno test: which files it runs was not looked for"],
  ["deno bench x.ts", "deno bench: which files it runs was not looked for"],
  [
    "ipython --profile-dir=ip -c 1",
    "ipython --profile-dir: which files it runs was not looked for",
  ],
])("%s says that its files are not known", (command, why) => {
  expect(lookAt(command, ["x.ts"]).notKnown).toEqual([why]);
});
