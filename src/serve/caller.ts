import { realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { isAlive } from "../io/index.js";
import {
  differingVariable,
  environmentOfCommand,
  inventedVariable,
  startVariables,
} from "./environment.js";
import type { Program } from "./program.js";
import type { FireRequest } from "./request.js";
import { differingBound, factsOf, knowsProcesses, wordsOf } from "./surroundings.js";

/** What the direct command would run with. */
export interface Caller {
  readonly cwd: string;
  readonly umask: number;
  readonly environment: ReadonlyMap<string, string>;
  /** Whether it still waits for the answer. */
  isThere(): boolean;
}

/** What an engine is, for a comparison with its callers. */
export interface Resident {
  readonly home: string;
  readonly program: Program;
  /** What it was started with. */
  readonly variables: Readonly<Record<string, string>>;
}

const own = factsOf(process.pid);
/** As Node finds it where HOME is not set. This process may have taken on somebody's HOME. */
const userHome = userInfo().homedir;

/** The caller, or why its hooks might run otherwise than by the direct command: in a sentence about the caller. */
export function callerOf(request: FireRequest, resident: Resident): Caller | string {
  const { pid, said, bashLevel, main, node } = request;
  const facts = knowsProcesses ? factsOf(pid) : null;
  const cwd = facts?.cwd ?? said?.cwd;
  const umask = facts?.umask ?? said?.umask;
  if (cwd === undefined || umask === undefined || (knowsProcesses && facts === null))
    return "the system does not say in which folder it runs";
  if (facts !== null && own !== null) {
    // Otherwise whoever knows the token could have hooks run with variables of its own choice, outside of its sandbox.
    if (!isClient(facts.words, request)) return "its process is not the one that asks";
    const bound = differingBound(facts, own);
    if (bound !== null) return `it runs under other bounds (${bound})`;
    const invented = inventedVariable(request.environment, facts.environment);
    if (invented !== null) return `its variable ${invented} is not what it was started with`;
  }
  const environment = environmentOfCommand(request.environment, bashLevel);
  const variable = differingVariable(startVariables(environment), resident.variables);
  if (variable !== null)
    return `its variable ${variable} is another, which Node reads when it starts`;
  if (!isHome(environment, cwd, resident.home)) return "its SNAPHOOK_HOME is another folder";
  if (!resident.program.isMain(main, cwd)) return "its snaphook has other files";
  if (!resident.program.isNode(node, environment.get("PATH"), cwd))
    return "its Node is another one";
  const words = facts?.words.join("\0");
  return {
    cwd,
    umask,
    environment,
    isThere: () => (knowsProcesses ? wordsOf(pid).join("\0") === words : isAlive(pid)),
  };
}

/** A client that has given up becomes the direct command: its process then has other words. */
function isClient(words: readonly string[], { host }: FireRequest): boolean {
  return words.at(-2) === "--host" && words.at(-1) === host && !words.includes("fire");
}

function isHome(environment: ReadonlyMap<string, string>, cwd: string, home: string): boolean {
  const named = environment.get("SNAPHOOK_HOME") ?? "";
  const user = environment.get("HOME") ?? userHome;
  try {
    return realpathSync(resolve(cwd, named || join(user, ".snaphook"))) === realpathSync(home);
  } catch {
    return false;
  }
}
