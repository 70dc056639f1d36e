import { dirname, isAbsolute, join } from "node:path";
import { startsUnseen, UNKNOWN } from "../shell/index.js";
import { isInside } from "./canonical-path.js";
import { settings, words, type ArgUse, type Interpreter } from "./interpreter.js";
import { interpreterOf, isPython, perl, shell } from "./interpreters.js";
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
  return new ArgReader(name, interpreter, command).read();
}

const idle: ReadonlySet<string> = words("--version -version -V --help -h -v -?");

const systemBin = /^(?:\/usr(?:\/local)?)?\/s?bin\/*$/;

/** What options, the first word and variables say. */
interface FoundArg {
  readonly meaning: ArgUse;
  readonly value: string;
  readonly as: string;
  /** What a variable names may as well not be there. */
  readonly isOptional: boolean;
}

class ArgReader {
  readonly #libraries: string[];
  readonly #found: FoundArg[] = [];
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
    this.#readVariables();
    const site = isPython(interpreter) ? this.#sitePackages() : null;
    this.#libraries.push(...(site?.libraries ?? []));
    const parts = this.#found.map((found) => {
      const loads = this.#loadsOf(found);
      if (!found.isOptional) return loads;
      return { loads: (loads.loads ?? []).map((load) => ({ ...load, missing: null })) };
    });
    const unasked = (interpreter.unasked ?? []).map((file): Load => ({
      places: placesOf([file], settings),
      isAbove: true,
      missing: null,
    }));
    const loads = allOf([
      { loads: [...this.#wholeLibraries(), ...unasked, ...(site?.loads ?? [])] },
      ...parts,
      this.#isSaid || interpreter.isFilter === true ? nothingLoaded : this.#input(name),
    ]);
    return isPython(interpreter) ? this.#compiled(loads) : loads;
  }

  /** Of folders for modules that lie where the hook runs, everything: a script may load any of it. */
  #wholeLibraries(): Load[] {
    const { language } = this.interpreter;
    const [here = ""] = this.command.valuesOf("PWD");
    const own = this.#libraries.filter(
      (library) =>
        (!isAbsolute(library) || (isInside(library, here) && library !== here)) &&
        // Packages were installed, and are more than anybody could look at.
        !library.includes("node_modules"),
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

  /** They say nothing of what is run, and what is run says nothing of them. */
  #readVariables(): void {
    const isSaid = this.#isSaid;
    for (const [variable, meaning] of Object.entries(this.interpreter.variables ?? {}))
      for (const value of this.command.valuesOf(variable))
        this.#take(meaning, value, variable, true);
    this.#isSaid = isSaid;
  }

  #readWords(all: readonly string[], hasOperand: boolean): void {
    let use = this.interpreter.operand;
    let isFirst = hasOperand;
    for (let at = 0; at < all.length; at++) {
      const word = all[at] ?? "";
      const next = (): string => all[++at] ?? "";
      if (word === "--") {
        if (hasOperand) this.#operand(all[at + 1], use);
        return;
      }
      if (/^[-+]./.test(word)) this.#option(word, next);
      else if (word === "-") return;
      else if (isFirst && Object.hasOwn(this.interpreter.subcommands ?? {}, word)) {
        isFirst = false;
        use = this.interpreter.subcommands?.[word] ?? use;
        if (use === "skip" || use === "unseen") this.#isSaid = true;
        if (use === "unseen") this.#take(use, word, `${this.name} ${word}`);
      } else if (hasOperand) return this.#operand(word, use);
    }
    if (hasOperand && all.some((word) => idle.has(word))) this.#isSaid = true;
  }

  #operand(word: string | undefined, use: ArgUse): void {
    if (word === undefined) return;
    this.#isSaid = true;
    const isDone = this.#hasShellCode || this.#found.some(({ meaning }) => meaning === "code");
    if (!isDone && use !== "unseen") this.#take(use, word, this.name);
  }

  #option(word: string, next: () => string): void {
    const { short = {}, long = {}, attached = {}, alone = {} } = this.interpreter;
    const [, dashes = "", key = "", value] = /^([-+]-?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const whole = dashes === "--" ? long[key] : short[key];
    if (whole !== undefined && Object.hasOwn(dashes === "--" ? long : short, key))
      return this.#take(
        whole,
        value ?? (Object.hasOwn(alone, key) ? alone[key] : undefined) ?? next(),
        `${this.name} ${dashes}${key}`,
      );
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

  #take(meaning: ArgUse, value: string, as: string, isOptional = false): void {
    if (meaning === "skip") return;
    if (meaning === "setting") {
      const [, key = "", given = ""] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
      const use = this.interpreter.settings?.[key];
      if (use !== undefined) this.#take(use, given, `${as} ${key}`, isOptional);
      return;
    }
    if (meaning === "library" || meaning === "library-or-settings")
      this.#libraries.push(...value.split(":"));
    if (meaning === "library") return;
    const module = /^-?lib[=\s](?:qw\W)?([^)]+)/.exec(value)?.[1];
    if (module !== undefined) this.#libraries.push(...module.split(/[,\s]+/));
    if (meaning === "code" || meaning === "script" || meaning === "package-script")
      this.#isSaid = true;
    if (
      meaning === "module" &&
      (as.endsWith(" -m") || this.interpreter.language === languages.java)
    )
      this.#isSaid = true;
    this.#found.push({ meaning, value, as, isOptional });
  }

  #loadsOf({ meaning, value, as }: FoundArg): Partial<Loads> {
    const { language } = this.interpreter;
    if (meaning === "code") return this.#code(value);
    if (meaning === "unseen")
      return { notKnown: [`${as}: which files it runs was not looked for`] };
    if (value.includes(UNKNOWN) && !/\0\/+[^\0]/.test(value))
      return { notKnown: [`${as}: which file it runs is known only when it runs`] };
    switch (meaning) {
      case "script":
        return { loads: language.script(value) };
      case "module":
        return {
          loads: language.module(value, this.#libraries, as),
          // `python3 -m pytest` does what pytest does.
          starts: isPython(this.interpreter) ? [[value, ...this.#after(value)]] : [],
        };
      case "modules":
        return this.#modules(value.split(",").map((name) => name.replace(/^\w+:\/\//, "")));
      case "category":
        return this.#modules(value.split(/[,:]/).filter((name) => name.includes(".")));
      case "file":
        return { loads: [{ places: [{ name: value }], missing: null }] };
      case "settings":
      case "library-or-settings":
        return {
          loads: [{ places: placesOf([value], settings), missing: null }],
        };
      case "package-script":
        return { loads: [packageScripts([value])] };
      case "task":
        return { loads: [packageScripts([value]), denoTasks([value])] };
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
      case "setting":
      case "library":
        return {};
    }
  }

  /** They are looked for beside the script too. */
  #modules(names: readonly string[]): Partial<Loads> {
    const { module } = this.interpreter.language;
    const scripts = this.#found.filter(({ meaning }) => meaning === "script");
    const folders = [...this.#libraries, ...scripts.map(({ value }) => dirname(value))];
    const loads = names.filter((name) => name !== "").flatMap((name) => module(name, folders, ""));
    // Whatever else lies in those folders is not loaded by these names.
    const named = loads.filter(({ places }) => !places.some(({ of }) => of !== undefined));
    return { loads: named.map((load) => ({ ...load, missing: null })) };
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

function denoTasks(names: readonly string[]): Load {
  const follow = { by: "scripts", names, orProgram: false } as const;
  return { places: placesOf(["deno.json", "deno.jsonc"], follow), isAbove: true, missing: null };
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
