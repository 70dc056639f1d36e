import { fileURLToPath } from "node:url";
import { writeAll } from "./files.js";
import { UsageError } from "./usage-error.js";

/** A command's work: it prints what it has to say and gives the exit code. */
type CommandMain = (argv: readonly string[]) => number | Promise<number>;

/** Loaded one at a time: a command pays for nothing that another one needs. */
const commands: Readonly<Record<string, () => Promise<{ readonly run: CommandMain }>>> = {
  init: () => import("./commands/init.js"),
  demo: () => import("./commands/demo.js"),
  agent: () => import("./commands/agent.js"),
  run: () => import("./commands/run.js"),
  why: () => import("./commands/why.js"),
  doctor: () => import("./commands/doctor.js"),
  lint: () => import("./commands/lint.js"),
  explain: () => compiled("explain"),
  trust: () => import("./commands/trust.js"),
  permissions: () => import("./commands/permissions.js"),
  bridge: () => compiled("bridge"),
  hosts: () => import("./commands/hosts.js"),
  schema: () => import("./commands/schema.js"),
  completion: () => import("./commands/completion.js"),
  conform: () => import("./commands/conform.js"),
};

/** For commands whose start counts: they run on every call of a tool, or again and again in a script. */
async function compiled(name: string): Promise<{ readonly run: CommandMain }> {
  const { loadCompiled } = await import("./v8-cache.js");
  return loadCompiled(fileURLToPath(new URL(`./commands/${name}.js`, import.meta.url))) as {
    readonly run: CommandMain;
  };
}

async function main(argv: readonly string[]): Promise<number> {
  const [name = "--help", ...rest] = isHelpFor(argv) ? [...argv.slice(1), "--help"] : argv;
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
    // By its name: the command that threw it is a file of its own and has its own class.
    const isUsage = error instanceof Error && error.name === "UsageError";
    const prefix = isUsage ? "snaphook" : "snaphook: internal error, please report it";
    writeAll(2, `${prefix}: ${said}\n`);
    if (process.env["SNAPHOOK_DEBUG"] !== undefined && error instanceof Error)
      writeAll(2, `${forTerminal(error.stack ?? "")}\n`);
    process.exitCode = 2;
  },
);
