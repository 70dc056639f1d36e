import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject } from "./look-at.test-support.js";

beforeEach(openProject);
afterEach(closeProject);

const present = ["a.js", "b.js", "c.mjs", "x", "conf", "env"];

/**
 * Which files count: those that are named, and those that the interpreter finds. `a` is only found as its script (`a.js`), so
 * that an option's value must not pass for it.
 */
test.each<[command: string, ...found: string[]]>([
  ["node a b", "a.js"],
  ["node --trace-warnings a", "a.js"],
  ["ENV=env sh x", "env", "x"],
  ["node -r ./b.js a.js", "a.js", "b.js"],
  ["node --require ./b.js a.js", "a.js", "b.js"],
  ["node --require=./b.js a.js", "a.js", "b.js"],
  ["node --import ./c.mjs a.js", "a.js", "c.mjs"],
  ["node --loader ./c.mjs a.js", "a.js", "c.mjs"],
  ["node --experimental-loader ./c.mjs a.js", "a.js", "c.mjs"],
  ["node --test-reporter ./c.mjs a.js", "a.js", "c.mjs"],
  ["node --env-file env a.js", "a.js", "env"],
  ["node --env-file-if-exists=env a.js", "a.js", "env"],
  ["node --input-type x a", "a.js", "x"],
  ["node --test-name-pattern x a", "a.js", "x"],
  ["node --openssl-config x a", "a.js", "x"],
  ["node --icu-data-dir x a", "a.js", "x"],
  ["node -C x a", "a.js", "x"],
  ["node --conditions x a", "a.js", "x"],
  ["node --title x a", "a.js", "x"],
  ["node --watch-path x a", "a.js", "x"],
  ["node --test-reporter-destination x a", "a.js", "x"],
  ["node -e 'require(\"./b.js\")'", "b.js"],
  ["node -p 'require(\"./b.js\")'", "b.js"],
  ["node -pe 'require(\"./b.js\")'", "b.js"],
  ["node --eval 'require(\"./b.js\")'", "b.js"],
  ["node --print 'require(\"./b.js\")'", "b.js"],
  ["NODE_OPTIONS='--import ./c.mjs' node a.js", "a.js", "c.mjs"],
  ["tsx --tsconfig conf a.js", "a.js", "conf"],
  ["ts-node -P conf a.js", "a.js", "conf"],
  ["ts-node --project conf a.js", "a.js", "conf"],
  ["tsx watch a.js", "a.js"],
  ["deno run -c conf a.js", "a.js", "conf"],
  ["deno run --import-map conf a.js", "a.js", "conf"],
  ["deno run --config conf --lock env a.js", "a.js", "conf", "env"],
  ["deno test --preload ./b.js a.js", "a.js", "b.js"],
  ["awk -f x conf", "conf", "x"],
  ["awk -v n=1 -F : -f x", "x"],
  ["gawk --file x", "x"],
  ["gawk -i x 1", "x"],
  ["gawk --include x 1", "x"],
  ["gawk -E x", "x"],
  ["gawk --exec x", "x"],
  ["tclsh x", "x"],
  ["julia x", "x"],
  ["guile -e main x", "x"],
  ["expect -f x", "x"],
  ["pwsh -File x", "x"],
  ["bash --rcfile conf x", "conf", "x"],
  ["bash --init-file conf x", "conf", "x"],
  ["bash -o errexit x", "x"],
  ["bash -O extglob x", "x"],
  ["perl -Mlib=. -I conf x", "conf", "x"],
  ["php -z conf x", "conf", "x"],
  ["php -S localhost -t . x", "x"],
])("%s", (command, ...found) => {
  const { files } = lookAt(command, present);
  expect(files.filter((file) => present.includes(file))).toEqual(found);
});
