import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// Which programs are interpreters, and what each finds by itself or is reported by variables and options.

beforeEach(openProject);
afterEach(closeProject);

const each = (names: string): string[] => names.split(" ");

test.each(
  each(
    "node nodejs iojs electron zx forever supervisor babel-node nodemon node-dev tsx ts-node ts-node-esm ts-node-dev tsnd tsm esno jiti vite-node swc-node esr deno k6 python python3 python3.12 pypy ipython ipython3 bpython pyinstrument debugpy kernprof viztracer scalene streamlit marimo chainlit solara perl ruby php lua luajit pwsh powershell tclsh wish expect expect5.45 julia octave octave-cli gdb lldb ocaml raku runghc runhaskell sh bash java groovy scala kotlin clojure clj guile racket sbcl clisp elixir escript kotlinc swift crystal jshell osascript bb janet dart gjs qjs gnuplot m4 bc xonsh elvish",
  ),
)("%s runs its input", (name) => {
  expect(lookAt(name, []).notKnown).toEqual([`${name} runs what it reads from its input`]);
});

/** Which files each reads in a folder above the one in which it runs. */
test.each([
  ["node", "node.config.json"],
  ["tsx ts-node", "tsconfig.json"],
  ["babel-node", ".babelrc babel.config.json"],
  ["nodemon", "nodemon.json"],
  ["perl", ".perldb"],
  ["clojure", "deps.edn"],
  ["gdb lldb", ".gdbinit .lldbinit"],
  ["ocaml", ".ocamlinit"],
  ["rscript", ".Renviron .Rprofile"],
  ["julia", "Manifest.toml Project.toml"],
  ["octave", ".octaverc"],
  ["deno", "deno.json deno.jsonc"],
])("%s reads %s", (names, files) => {
  for (const name of each(names)) {
    const placed = each(files).map((file) => `in/${file}`);
    const found = lookAt(`cd in/deep && ${name}`, [...placed, "in/deep/other", "in/other"]).files;
    expect([name, ...found]).toEqual([name, ...placed]);
  }
});

/** Options of Node with a value in the next word, which is no script. */
test.each(
  each(
    "input-type icu-data-dir title watch-path watch-kill-signal test-name-pattern test-skip-pattern test-reporter-destination test-concurrency test-timeout test-shard test-isolation test-coverage-include test-coverage-exclude unhandled-rejections disable-warning redirect-warnings diagnostic-dir report-dir report-directory report-filename report-signal trace-event-categories trace-event-file-pattern dns-result-order localstorage-file secure-heap secure-heap-min tls-cipher-list tls-keylog heapsnapshot-signal experimental-default-type allow-fs-read allow-fs-write inspect-publish-uid inspect-port debug-port max-http-header-size cpu-prof-dir heap-prof-dir conditions",
  ),
)("node --%s has a value", (option) => {
  expect(lookAt(`node --${option} x guard`, ["x.js", "guard.js"]).files).toEqual(["guard.js"]);
});

type Row = [command: string, files: Files, ...found: string[]];

const versions = ["", "_5_1", "_5_2", "_5_3", "_5_4", "_5_5"];

test.each<Row>([
  ...versions.flatMap((version): Row[] => [
    [`LUA_PATH${version}='lib/?.lua' lua -e 1`, ["lib/guard.lua"], "lib/guard.lua"],
    [`LUA_CPATH${version}='lib/?.so' lua -e 1`, ["lib/guard.so"], "lib/guard.so"],
  ]),
  ...["", "_5_2", "_5_3", "_5_4", "_5_5"].map((version): Row => [
    `LUA_INIT${version}='require "guard"' ./run`,
    ["run", "guard.lua"],
    "guard.lua",
    "run",
  ]),
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files).files).toEqual(found);
});
