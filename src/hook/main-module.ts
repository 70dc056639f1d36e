import { fs, isMainThread, url } from "./builtin.js";

/** The file that Node was started with, where this is its own thread. */
function mainFile(): string | null {
  const [, path] = process.argv;
  if (!isMainThread || path === undefined) return null;
  try {
    return fs.realpathSync(path);
  } catch {
    return null;
  }
}

/** Whether that file is among those that have led to this call. */
function isUnderWay(file: string): boolean {
  // Put back as it was.
  // oxlint-disable-next-line typescript/unbound-method
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName());
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, isUnderWay);
    const files = holder.stack as readonly (string | null | undefined)[];
    return files.some((name) => typeof name === "string" && plainPath(name) === file);
  } catch {
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function plainPath(name: string): string {
  const path = name.startsWith("file:") ? url.fileURLToPath(name.replace(/[?#].*$/, "")) : name;
  return fs.realpathSync(path);
}

/**
 * What the process has of Snaphook's engine: `made` where there is one, so that the program is an agent, and its hooks are
 * functions that it has given to the engine.
 */
function engineHere(): unknown {
  return Reflect.get(globalThis, Symbol.for("snaphook.engine"));
}

/** Hooks that the program's own file has defined. */
const defined: object[] = [];
let isStarted = false;

/**
 * Calls `start` where this hook is what Node was started for: the file exports it as its default, or has defined it and
 * exports no hook. A hook that another file has is left to whoever imports it, and one that an agent has to its engine.
 */
export function startIfMain(
  hook: object,
  isHook: (value: unknown) => boolean,
  start: (fault: string | null) => void,
): void {
  const file = mainFile();
  if (file === null) return;
  const isOwn = isUnderWay(file);
  if (isOwn && defined.push(hook) === 1)
    process.once("exit", (code) => {
      if (!isStarted && engineHere() !== "made")
        refuse(`${file} ended with ${code} before its hook was started`);
    });
  void exportedBy(file).then((exported) => {
    const isAlone = isOwn && !isHook(exported) && defined[0] === hook;
    const isMain = exported === hook || (isAlone && engineHere() === undefined);
    if (!isMain || isStarted) return;
    isStarted = true;
    const isOne = exported === hook || defined.length === 1;
    start(isOne ? null : "its file defines several hooks and exports none of them as its default");
  });
}

/** Ends the program in the way that refuses almost everywhere, where it is one that has a hook. */
export function refuseIfMain(words: string): void {
  const file = mainFile();
  if (file === null || !isUnderWay(file)) return;
  refuse(words);
  process.exit();
}

function refuse(words: string): void {
  isStarted = true;
  fs.writeSync(2, `${words}\n`);
  process.exitCode = 2;
}

/** What the file exports as its default, when it has run; undefined where that cannot be found out. */
async function exportedBy(file: string): Promise<unknown> {
  const { mainModule } = process as { readonly mainModule?: { readonly exports: unknown } };
  if (mainModule !== undefined) {
    await new Promise((resolve) => void setImmediate(resolve));
    const { exports } = mainModule;
    const isOfEsm = typeof exports === "object" && exports !== null && "default" in exports;
    return isOfEsm ? exports.default : exports;
  }
  try {
    const main = (await import(url.pathToFileURL(file).href)) as { readonly default?: unknown };
    return main.default;
  } catch {
    return undefined;
  }
}
