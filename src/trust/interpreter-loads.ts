import { dirname, isAbsolute, join } from "node:path";
import { startsUnseen, UNKNOWN } from "../shell/index.js";
import { isInside } from "./canonical-path.js";
import {
  interpreterOf,
  perl,
  python,
  shell,
  words,
  type ArgUse,
  type Interpreter,
} from "./interpreters.js";
import { noFile } from "./language.js";
import { languages } from "./languages.js";
import {
  allOf,
  nothingLoaded,
  placesOf,
  type KnownCommand,
  type Load,
  type Loads,
} from "./load.js";
import { sitePackages, withCompiled } from "./python-language.js";

/** What an interpreter loads; null where the program is none. */
export function interpreterLoads(name: string, command: KnownCommand): Loads | null {
  const interpreter = interpreterOf(name);
  if (interpreter === null) return null;
  const reader = new ArgReader(name, interpreter, command);
  return allOf([reader.read(), shellFiles(interpreter, command)]);
}

const idle: ReadonlySet<string> = words("--version -version -V --help -h -v -?");

const systemBin = /^(?:\/usr(?:\/local)?)?\/s?bin\/*$/;

class ArgReader {
  readonly #libraries: string[];
  readonly #found: { readonly meaning: ArgUse; readonly value: string; readonly as: string }[] = [];
  /** Whether it has been said what to run. */
  #isSaid = false;
  #hasShellCode = false;

  constructor(
    readonly name: string,
    readonly interpreter: Interpreter,
    readonly command: KnownCommand,
  ) {
    this.#libraries = (interpreter.libraries ?? [])
      .flatMap((variable) => command.valuesOf(variable))
      .flatMap((value) => value.split(/[:;]/))
      .filter((folder) => folder !== "");
    if (interpreter === perl && command.valuesOf("PERL_USE_UNSAFE_INC").length > 0)
      this.#libraries.push(".");
  }

  read(): Loads {
    const { interpreter, command, name } = this;
    const given = (interpreter.options ?? [])
      .flatMap((variable) => command.valuesOf(variable))
      .map((value) => value.split(/\s+/).filter((word) => word !== ""));
    for (const options of given) this.#readWords(options, false);
    this.#isSaid = false;
    this.#readWords(command.words.slice(1), true);
    const site = interpreter === python ? this.#sitePackages() : null;
    this.#libraries.push(...(site?.libraries ?? []));
    const parts = this.#found.map(({ meaning, value, as }) => this.#loadsOf(meaning, value, as));
    const unasked = (interpreter.unasked ?? []).map((file): Load => ({
      places: placesOf([file], {
        by: "package",
        keys: ["extends", "ts-node", "imports", "importMap", "nodeOptions"],
      }),
      isAbove: true,
      missing: null,
    }));
    const loads = allOf([
      { loads: [...this.#wholeLibraries(), ...unasked, ...(site?.loads ?? [])] },
      ...parts,
      this.#isSaid || interpreter.isFilter === true ? nothingLoaded : this.#input(name),
    ]);
    return interpreter === python ? this.#compiled(loads) : loads;
  }

  /** Of folders for modules that lie where the hook runs, everything: a script may load any of it. */
  #wholeLibraries(): Load[] {
    const { language } = this.interpreter;
    const [here = ""] = this.command.valuesOf("PWD");
    const own = this.#libraries.filter(
      (library) => !isAbsolute(library) || (isInside(library, here) && library !== here),
    );
    const names = own
      .map((library) => library.replace(/\/?\?.*$|\/\*$/, ""))
      .flatMap((library) =>
        (language.endings ?? []).map((ending) => join(library, `**/*.${ending}`)),
      );
    return [{ places: placesOf(names), missing: null }];
  }

  #sitePackages(): ReturnType<typeof sitePackages> {
    const { words: all, valuesOf, hasOtherHome } = this.command;
    const [program = ""] = all;
    const folders = program.includes("/")
      ? [dirname(program)]
      : valuesOf("PATH").flatMap((path) => path.split(":"));
    const roots = folders
      .filter((folder) => /(?:^|\/)bin\/*$/.test(folder) && !systemBin.test(folder))
      .map((folder) => dirname(folder));
    const homes = hasOtherHome ? valuesOf("HOME").map((home) => join(home, ".local")) : [];
    const site = sitePackages([...new Set([...roots, ...homes, ...valuesOf("PYTHONUSERBASE")])]);
    // Also in folders that a variable names for modules.
    const first = ["sitecustomize.py", "usercustomize.py"].flatMap((file) =>
      this.#libraries.map((library) => join(library, file)),
    );
    return { ...site, loads: [...site.loads, { places: placesOf(first), missing: null }] };
  }

  /** Hooks run with a place of their own for what Python compiles; where that may not hold, what lies in the project counts. */
  #compiled(loads: Loads): Loads {
    const { command } = this;
    const options = command.words.filter((word) => /^-[A-Za-z]/.test(word));
    const isNamed =
      command.valuesOf("PYTHONPYCACHEPREFIX").length > 0 ||
      command.words.some((word) => word.includes("pycache_prefix"));
    const isOwn = !command.isCleared && !options.some((word) => /^-[a-zA-Z]*[EI]/.test(word));
    return {
      ...loads,
      loads: isOwn ? loads.loads : loads.loads.map(withCompiled),
      notKnown: isNamed
        ? [
            ...loads.notKnown,
            `${this.name}: where its compiled modules are is known only when it runs`,
          ]
        : loads.notKnown,
    };
  }

  #readWords(all: readonly string[], hasOperand: boolean): void {
    for (let at = 0; at < all.length; at++) {
      const word = all[at] ?? "";
      const next = (): string => all[++at] ?? "";
      if (word === "--") {
        if (hasOperand) this.#operand(all[at + 1]);
        return;
      }
      if (/^[-+]./.test(word)) this.#option(word, next);
      else if (word === "-") return;
      else if (hasOperand && at === 0 && this.interpreter.subcommands?.has(word) === true) continue;
      else if (hasOperand) return this.#operand(word);
    }
    if (hasOperand && all.some((word) => idle.has(word))) this.#isSaid = true;
  }

  #operand(word: string | undefined): void {
    if (word === undefined) return;
    this.#isSaid = true;
    const isDone = this.#hasShellCode || this.#found.some(({ meaning }) => meaning === "code");
    if (!isDone)
      this.#found.push({ meaning: this.interpreter.operand, value: word, as: this.name });
  }

  #option(word: string, next: () => string): void {
    const { short = {}, long = {}, attached = {} } = this.interpreter;
    const [, dashes = "", key = "", value] = /^([-+]-?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const whole = dashes === "--" ? long[key] : short[key];
    if (whole !== undefined && Object.hasOwn(dashes === "--" ? long : short, key))
      return this.#take(whole, value ?? next(), `${this.name} ${dashes}${key}`);
    if (dashes === "--") return;
    const letters = word.slice(1);
    for (const [at, letter] of Array.from(letters).entries()) {
      if (letter === "c" && this.interpreter === shell) this.#hasShellCode = true;
      const rest = letters.slice(at + 1);
      const meaning = [short, rest === "" ? {} : attached]
        .filter((table) => Object.hasOwn(table, letter))
        .map((table) => table[letter])[0];
      if (meaning === undefined) continue;
      return this.#take(meaning, rest === "" ? next() : rest, `${this.name} -${letter}`);
    }
  }

  #take(meaning: ArgUse, value: string, as: string): void {
    if (meaning === "skip") return;
    if (meaning === "library") {
      this.#libraries.push(...value.split(":"));
      return;
    }
    const module = /^-?lib[=\s](?:qw\W)?([^)]+)/.exec(value)?.[1];
    if (module !== undefined) this.#libraries.push(...module.split(/[,\s]+/));
    if (meaning === "code" || meaning === "script" || meaning === "package-script")
      this.#isSaid = true;
    if (
      meaning === "module" &&
      (as.endsWith(" -m") || this.interpreter.language === languages.java)
    )
      this.#isSaid = true;
    this.#found.push({ meaning, value, as });
  }

  #loadsOf(meaning: ArgUse, value: string, as: string): Partial<Loads> {
    const { language } = this.interpreter;
    if (meaning === "code") return this.#code(value);
    if (value.includes(UNKNOWN) && !/\0\/+[^\0]/.test(value))
      return { notKnown: [`${as}: which file it runs is known only when it runs`] };
    switch (meaning) {
      case "script":
        return { loads: language.script(value) };
      case "module":
        return {
          loads: language.module(value, this.#libraries, as),
          // `python3 -m pytest` does what pytest does.
          starts: this.interpreter === python ? [[value, ...this.#after(value)]] : [],
        };
      case "file":
        return { loads: [{ places: [{ name: value }], missing: null }] };
      case "package-script":
        return { loads: [packageScripts([value])] };
      case "variables":
        return {
          loads: [
            {
              places: placesOf([value], { by: "variables" }),
              missing: value.includes(UNKNOWN) ? noFile(`${as} ${value}`) : null,
            },
          ],
        };
      case "skip":
      case "library":
        return {};
    }
  }

  #after(word: string): string[] {
    const { words: all } = this.command;
    return all.slice(all.findIndex((one) => one.endsWith(word)) + 1);
  }

  #code(text: string): Partial<Loads> {
    const { language } = this.interpreter;
    const isComputed = text === UNKNOWN || startsUnseen(text, this.name);
    return {
      loads: language.code(text, this.#libraries),
      notKnown: isComputed
        ? [`${this.name}: its code loads or starts something that is known only when it runs`]
        : [],
    };
  }

  /** Without a script or code it runs what it reads. */
  #input(name: string): Partial<Loads> {
    const { input, fed } = this.command;
    if (input !== null)
      return allOf([
        {
          loads: input.files.map((file): Load => ({
            places: [{ name: file }],
            missing: `${name} < ${file}: no such file was found`,
          })),
        },
        ...input.texts.map((text) => this.#code(text)),
      ]);
    if (fed !== null) return { loads: fed.flatMap((text) => this.#code(text).loads ?? []) };
    return { notKnown: [`${name} runs what it reads from its input`] };
  }
}

export function packageScripts(names: readonly string[], orProgram = false): Load {
  return {
    places: [
      { name: "package.json", follow: { by: "scripts", names, orProgram } },
      ...placesOf([".npmrc"], { by: "lines" }),
    ],
    isAbove: true,
    missing: null,
  };
}

/** The user's own profile is the user's word; those of another home folder count for every program. */
function shellFiles(interpreter: Interpreter, { valuesOf }: KnownCommand): Partial<Loads> {
  if (interpreter !== shell) return {};
  const started = ["BASH_ENV", "ENV"].flatMap((variable) => valuesOf(variable));
  return { loads: [{ places: placesOf(started, { by: "variables" }), missing: null }] };
}
