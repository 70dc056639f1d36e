import { answerEvent, failed, type Answered, type HookSpec } from "./answer-event.js";
import { fs, isUtf8 } from "./builtin.js";
import { detectHost, givenHost, type RawPayload } from "./detect-host.js";
import type { HostName } from "./host-table.js";
import type { Printed } from "./kit-host.js";
import { HookFault, isObject } from "./read-event.js";
import { keepPrinted, readStdin, writeAll } from "./streams.js";

/** The first line of a worker's input, as Snaphook always writes it. */
const workerLine = /^\{"id":"\d+","event":/;

/**
 * Runs the hook as the program that it is: for one event that is on standard input, or as a worker, where Snaphook sends
 * one after another.
 */
export function runProgram(spec: HookSpec): void {
  let printed = "";
  let isWorker = false;
  let isDone = false;
  keepPrinted((text) => (isWorker ? writeAll(2, text) : (printed += text)));
  const finish = (answered: Answered): void => {
    if (isDone) return;
    isDone = true;
    leave(answered, printed);
  };
  let host: HostName | null = null;
  let raw: RawPayload = {};
  const failure = (error: unknown): Answered =>
    failed(spec, host ?? detectHost(raw, process.env), raw, null, error);
  const fail = (error: unknown): void => finish(failure(error));
  // What ends the process before there is an answer must not pass for one. Exit code 2 is one, with what was printed.
  process.on("exit", (code) => {
    if (isDone || isWorker) return;
    isDone = true;
    const words = new HookFault(`the process ended with ${code} before it had answered`);
    const { printed: refusal } = failure(words);
    const reason = printed.trim();
    process.exitCode = write(
      code === 2 && reason !== "" ? { exit: 2, stdout: "", stderr: reason } : refusal,
    );
  });
  process.on("uncaughtException", (error) => {
    if (!isWorker) return fail(error);
    writeAll(2, `${String(error)}\n`);
    process.exit(1);
  });

  let bytes: Buffer;
  try {
    host = hostGiven();
    if (fs.fstatSync(0).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(0))
      throw new HookFault(
        `it is a hook and reads the payload of ${spec.event}, as JSON, from standard input`,
      );
    bytes = readStdin(
      (text) => workerLine.test(text) || isObjectText(text),
      Date.now() + spec.seconds * 1000,
    );
  } catch (error) {
    return fail(error);
  }
  if (workerLine.test(bytes.toString("utf8", 0, 64))) {
    isWorker = true;
    return serve(spec, bytes);
  }
  const read = (): unknown => {
    const payload = payloadIn(bytes);
    if (isObject(payload)) raw = payload;
    return payload;
  };
  void answerEvent(spec, { host, environment: process.env }, read).then(finish);
}

function payloadIn(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new HookFault("there is no payload on standard input");
  try {
    if (!isUtf8(bytes)) throw new Error("it is not UTF-8");
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw new HookFault(`the payload cannot be read: ${(error as Error).message}`);
  }
}

/** The host that the command line or the environment names; null where neither does. */
function hostGiven(): HostName | null {
  const at = process.argv.indexOf("--host");
  const name = at === -1 ? process.env["SNAPHOOK_HOST"] : process.argv[at + 1];
  return name === undefined || name === "" ? null : givenHost(name);
}

function isObjectText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Answers the host and ends the process, whatever is still under way. */
function leave({ printed, ownsStderr }: Answered, noise: string): void {
  const log = process.env["SNAPHOOK_HOOK_LOG"];
  if (log !== undefined && noise !== "") {
    try {
      fs.appendFileSync(log, noise);
    } catch {
      // The answer is more important than the log.
    }
  }
  process.exitCode = write(!ownsStderr && noise !== "" ? { ...printed, stderr: noise } : printed);
  process.exit();
}

/** Gives back the exit code: an answer that could not be written refuses. */
function write({ exit, stdout, stderr }: Printed): number {
  try {
    if (stdout !== "") writeAll(1, stdout);
    if (stderr !== "") writeAll(2, stderr);
    return exit;
  } catch {
    return 2;
  }
}

/** One line for each event. Several may be under way at once. */
function serve(spec: HookSpec, begun: Buffer): void {
  let rest = Buffer.alloc(0);
  const take = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      if (line !== "") void answerLine(spec, line);
    }
  };
  take(begun);
  process.stdin.on("data", take);
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
}

async function answerLine(spec: HookSpec, line: string): Promise<void> {
  const { id, event } = JSON.parse(line) as { readonly id: string; readonly event: unknown };
  const { printed } = await answerEvent(spec, { host: "snaphook", environment: {} }, () => event);
  const { exit, stdout, stderr } = printed;
  const said = {
    ...(exit !== 0 && { exit }),
    ...(stdout !== "" && { stdout }),
    ...(stderr !== "" && { stderr }),
  };
  writeAll(1, `${JSON.stringify({ id, ...said })}\n`);
}
