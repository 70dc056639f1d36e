import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
import { replaceFile } from "../io/index.js";

/** What was loaded here, to be kept. */
const loaded = new Map<string, Script>();

/**
 * Loads a built file with what V8 made of it before, which is in a file next to it: compiling takes longer than the work. V8
 * refuses what was not made for it (another version, other flags, a text of another length) and compiles the text.
 */
export function loadCompiled(file: string): unknown {
  const text = readFileSync(file, "utf8").replace(/^#!.*/, "");
  const cachedData = readIfThere(cacheOf(file));
  const script = new Script(`(function(exports,require,module,__filename){${text}\n})`, {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  loaded.set(file, script);
  const module = { exports: {} };
  const body = script.runInThisContext() as (...given: readonly unknown[]) => void;
  body(module.exports, createRequire(file), module, file);
  return module.exports;
}

/** One for each version of V8: several Nodes may share an installation. */
function cacheOf(file: string): string {
  return `${file}.${process.versions.v8}.cache`;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** As a program, `v8-cache.js FILE ARGUMENTS…`: runs a command once and keeps what V8 has made of its files by then. */
async function keep([file = "", ...argv]: readonly string[]): Promise<void> {
  const { run } = loadCompiled(file) as {
    readonly run: (argv: readonly string[]) => Promise<number>;
  };
  await run(argv);
  for (const [path, script] of loaded) {
    replaceFile(cacheOf(path), script.createCachedData());
  }
}

if (process.argv[1]?.endsWith("v8-cache.js") === true) void keep(process.argv.slice(2));
