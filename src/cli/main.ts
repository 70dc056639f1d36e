import { writeAll } from "./files.js";
import { UsageError } from "./usage-error.js";

/** A command's work: it prints what it has to say and gives the exit code. */
type Run = (argv: readonly string[]) => number | Promise<number>;

/** Loaded one at a time: a command pays for nothing that another one needs. */
const commands: Readonly<Record<string, () => Promise<{ readonly run: Run }>>> = {
  demo: () => import("./commands/demo.js"),
  agent: () => import("./commands/agent.js"),
  run: () => import("./commands/run.js"),
  explain: () => import("./commands/explain.js"),
  trust: () => import("./commands/trust.js"),
  permissions: () => import("./commands/permissions.js"),
  bridge: () => import("./commands/bridge.js"),
  hosts: () => import("./commands/hosts.js"),
  conform: () => import("./commands/conform.js"),
};

async function main(argv: readonly string[]): Promise<number> {
  const [name = "--help", ...rest] = argv;
  if (name === "--version" || name === "-v") {
    writeAll(1, `${VERSION}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const { overview } = await import("./help.js");
    writeAll(1, overview(VERSION));
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const { nearest } = await import("../problem/index.js");
    const meant = nearest(name, Object.keys(commands));
    const hint =
      meant === undefined ? "snaphook --help lists the commands" : `did you mean ${meant}?`;
    throw new UsageError(`unknown command ${JSON.stringify(name)}; ${hint}`);
  }
  const { run } = await load();
  return run(rest);
}

/** Put in by the build. */
declare const VERSION: string;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    // By its name: the command that threw it is a file of its own and has its own class.
    const isUsage = error instanceof Error && error.name === "UsageError";
    const prefix = isUsage ? "snaphook" : "snaphook: internal error, please report it";
    writeAll(2, `${prefix}: ${said}\n`);
    if (process.env["SNAPHOOK_DEBUG"] !== undefined && error instanceof Error)
      writeAll(2, `${error.stack ?? ""}\n`);
    process.exitCode = 2;
  },
);
