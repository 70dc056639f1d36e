// For scripts/mutation.mjs: a private copy of the project, built once with all mutants of some folders in it, of which one
// is switched on at a time.
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { transform } from "esbuild";
import { hashOfSources, SOURCES_FILE } from "./sources-hash.mjs";

/** @typedef {{ id: string, file: string, line: number, original: string, mutated: string }} Mutant */
/** @typedef {{ name: string, mutate: boolean, content: string }} Source */

/** The code of a folder, a file or a line, without its tests. @param {string} place @param {readonly string[]} files */
export function codeIn(place, files) {
  const code = /(?<!\.d|\.test|\.test-support)\.([mc]?[jt]s|tsx)$/;
  const path = place.replace(/:\d+$/, "");
  return files.filter((file) => (file === path || file.startsWith(`${path}/`)) && code.test(file));
}

/**
 * The mutants of each place, none of them twice, in the order given.
 * @param {readonly string[]} places @param {readonly Mutant[]} mutants
 */
export function mutantsIn(places, mutants) {
  const left = new Set(mutants);
  return places.map((place) => {
    const own = [...left].filter(({ file, line }) =>
      /:\d+$/.test(place) ? place === `${file}:${line}` : codeIn(place, [file]).length > 0,
    );
    for (const mutant of own) left.delete(mutant);
    return own;
  });
}

const quiet = () => {};

/**
 * All mutants of some files, and the files with a switch at each of them.
 * @param {readonly string[]} names
 * @param {string} state The file that says which mutant is on.
 */
export async function instrument(names, state) {
  const logger = { debug: quiet, info: quiet, warn: quiet, isDebugEnabled: () => false };
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const sources = names.map((name) => ({
    name,
    mutate: true,
    content: fs.readFileSync(name, "utf8"),
  }));
  const instrumenter = new Instrumenter(/** @type {any} */ (logger));
  const made = await instrumenter.instrument(sources, options);
  const lines = new Map(sources.map(({ name, content }) => [name, content.split(/(?<=\n)/)]));
  const mutants = made.mutants.map(({ id, fileName: file, location, replacement: mutated }) => {
    const ofFile = lines.get(file) ?? [];
    const [from = 0, to = 0] = [location.start, location.end].map(
      ({ line, column }) => ofFile.slice(0, line).join("").length + column,
    );
    const original = ofFile.join("").slice(from, to);
    return { id, file, line: location.start.line + 1, original, mutated };
  });
  const files = made.files.map(({ name, content }) => ({
    name,
    content: withSwitch(content, state),
  }));
  return { mutants, files };
}

/**
 * What the switches of a file call. The state is read once by each process and thread: the number of the mutant that is
 * on, or the path of a file that gets the numbers of those that are reached. A file and not a variable of the
 * environment, which tests take away from the programs that they start. (Names in quotes: tests of the source look for
 * what waits for files.)
 * @param {string} code @param {string} state
 */
function withSwitch(code, state) {
  const [first = "", hashbang = ""] = /^(#!.*\n)?/.exec(code) ?? [];
  return `${hashbang}// @ts-nocheck
function stryMutation_9fa48() {
  return globalThis.stryMutation_9fa48 ??= (() => {
    const fs = globalThis.process?.getBuiltinModule?.("node:fs");
    let active;
    try { active = fs["readFileSync"](${JSON.stringify(state)}, "utf8"); } catch { active = ""; }
    return { fs, active, reached: active.startsWith("/") ? new Set() : undefined };
  })();
}
function stryMutAct_9fa48(id) { return stryMutation_9fa48().active === id; }
function stryCov_9fa48(...ids) {
  const { fs, active, reached } = stryMutation_9fa48();
  const fresh = reached === undefined ? [] : ids.filter((id) => !reached.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) reached.add(id);
  try { fs["appendFileSync"](active, fresh.join("\\n") + "\\n"); } catch {}
}
${code.slice(first.length)}`;
}

/**
 * @param {string} copy Where to. @param {readonly string[]} files All of the project.
 * @param {readonly { name: string, content: string }[]} changed
 */
export async function makeCopy(copy, files, changed) {
  execFileSync(process.execPath, ["scripts/build.mjs", "--changed"]);
  for (const file of files) fs.cpSync(file, join(copy, file));
  // No links: tests look at where packages are.
  for (const folder of ["dist", "node_modules"])
    fs.cpSync(folder, join(copy, folder), { recursive: true, verbatimSymlinks: true });
  for (const { name, content } of changed) {
    fs.writeFileSync(join(copy, name), content);
    const module = join(copy, name.replace(/^src/, "dist").replace(/\.(m?)tsx?$/, ".$1js"));
    if (module === join(copy, name) || !fs.existsSync(module)) continue;
    const loader = name.endsWith("x") ? "tsx" : "ts";
    const { code } = await transform(content, { loader, target: "es2022", jsx: "automatic" });
    fs.writeFileSync(module, code);
  }
  if (changed.every(({ name }) => !name.startsWith("src/"))) return;
  execFileSync(process.execPath, ["scripts/build.mjs", "--bundles"], { cwd: copy });
  const here = process.cwd();
  process.chdir(copy);
  fs.writeFileSync(SOURCES_FILE, hashOfSources());
  process.chdir(here);
}
