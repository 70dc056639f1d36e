// The arguments of scripts/mutation.mjs.
import { normalize } from "node:path";
import { parseArgs } from "node:util";

const usage =
  "Usage: npm run mutation -- src/run [more folders or files] [--minutes 10] [--mutants N] [--seed S] [--tests 40] [--json]";

/** What is wrong with the arguments, and how they are given. */
export class UsageError extends Error {
  /** @param {string} why */
  constructor(why) {
    super(`${why}\n${usage}`);
  }
}

/** @param {readonly string[]} args @returns what to do; throws a UsageError where that is not clear */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new UsageError("Name a folder.");
  const { minutes = "10", mutants, seed, tests = "40", json = false } = values;
  return {
    folders: [...new Set(positionals.map((path) => normalize(path).replace(/\/$/, "")))],
    minutes: number("minutes", minutes, /^(?=.*[1-9])\d+(\.\d+)?$/, "a positive number"),
    mutants: mutants === undefined ? Infinity : count("mutants", mutants),
    seed:
      seed === undefined
        ? Math.floor(Math.random() * 1e6)
        : number("seed", seed, /^\d{1,15}$/, "an integer"),
    tests: count("tests", tests),
    json,
  };
}

/** @param {readonly string[]} args */
function parse(args) {
  const type = /** @type {const} */ ("string");
  const options = {
    minutes: { type },
    mutants: { type },
    seed: { type },
    tests: { type },
    json: { type: /** @type {const} */ ("boolean") },
  };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}

/** @param {string} name @param {string} text */
function count(name, text) {
  return number(name, text, /^0*[1-9]\d*$/, "a positive integer");
}

/** @param {string} name @param {string} text @param {RegExp} form @param {string} wanted */
function number(name, text, form, wanted) {
  if (!form.test(text))
    throw new UsageError(`--${name} must be ${wanted}, not ${JSON.stringify(text)}.`);
  return Number(text);
}
