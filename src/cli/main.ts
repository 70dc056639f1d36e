import { join } from "node:path";
import { writeAll } from "./files.js";
import { say } from "./fold.js";
import type { HooksState } from "./help.js";
import { UsageError } from "./usage-error.js";
import { keepCompiled, loadCompiled } from "./v8-cache.js";

/** A command's work: it prints what it has to say and gives the exit code. */
type CommandMain = (argv: readonly string[]) => number | Promise<number>;

interface CommandModule {
  readonly run: CommandMain;
}

/** Loaded one at a time: a command pays for nothing that another one needs. */
const commands: Readonly<Record<string, () => CommandModule | Promise<CommandModule>>> = {
  init: () => compiled("init"),
  demo: () => import("./commands/demo.js"),
  agent: () => import("./commands/agent.js"),
  build: () => compiled("build"),
  run: () => compiled("run"),
  why: () => compiled("why"),
  trace: () => compiled("trace"),
  view: () => compiled("view"),
  doctor: () => compiled("doctor"),
  lint: () => compiled("lint"),
  test: () => compiled("test"),
  record: () => compiled("record"),
  replay: () => compiled("replay"),
  verify: () => compiled("verify"),
  explain: () => compiled("explain"),
  playground: () => compiled("playground"),
  trust: () => compiled("trust"),
  permissions: () => compiled("permissions"),
  bridge: () => compiled("bridge"),
  serve: () => compiled("serve"),
  approvals: () => compiled("approvals"),
  fleet: () => compiled("fleet"),
  policy: () => compiled("policy"),
  hosts: () => compiled("hosts"),
  schema: () => compiled("schema"),
  completion: () => compiled("completion"),
  conform: () => compiled("conform"),
};

/** With what V8 has made of it before; at the end that is kept, where it was not. */
function compiled(name: string): CommandModule {
  const { run } = loadCompiled(fileOf(name)) as CommandModule;
  return {
    run: async (argv) => {
      const code = await run(argv);
      keepCompiled();
      return code;
    },
  };
}

const fileOf = (name: string): string => join(import.meta.dirname, "commands", `${name}.js`);

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 0) {
    const { columnsOfStdout, welcome } = await import("./orientation.js");
    const { hooksState } = loadCompiled(fileOf("trust")) as { hooksState: () => HooksState };
    writeAll(1, welcome(VERSION, hooksState(), columnsOfStdout()));
    keepCompiled();
    return 0;
  }
  const [name = "", ...rest] = isHelpFor(argv) ? [...argv.slice(1), "--help"] : argv;
  if (name === "--version" || name === "-v") {
    writeAll(1, `${VERSION}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const { columnsOfStdout, overview } = await import("./orientation.js");
    writeAll(1, overview(VERSION, columnsOfStdout()));
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const { unknownCommand } = await import("./orientation.js");
    throw new UsageError(unknownCommand(name, Object.keys(commands)));
  }
  const { run } = await load();
  return run(rest);
}

/** `snaphook help run` is `snaphook run --help`. */
function isHelpFor([first, second]: readonly string[]): boolean {
  return first === "help" && second !== undefined && !second.startsWith("-");
}

/** What was typed, or what the system refused (a full disk, a folder that cannot be written), is no fault of ours. */
function isOutside(error: unknown): boolean {
  // By its name: the command that threw it is a file of its own and has its own class.
  return error instanceof Error && (error.name === "UsageError" || "syscall" in error);
}

/** Put in by the build. */
declare const VERSION: string;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    // What was typed, or was in a file, is repeated in it.
    const { forTerminal } = await import("./orientation.js");
    const said = forTerminal(error instanceof Error ? error.message : String(error));
    const prefix = isOutside(error) ? "snaphook" : "snaphook: internal error, please report it";
    say(2, `${prefix}: ${said}\n`);
    if (process.env["SNAPHOOK_DEBUG"] !== undefined && error instanceof Error)
      writeAll(2, `${forTerminal(error.stack ?? "")}\n`);
    process.exitCode = 2;
  },
);
