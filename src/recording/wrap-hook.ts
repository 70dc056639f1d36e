import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { readSync } from "node:fs";
import { Socket } from "node:net";
import type { RecordingStart } from "./frames.js";
import { isMerged, kindOf, openPipes, type Pipe, type StreamKind } from "./inner-streams.js";
import { closeAll, OutputStream } from "./output-stream.js";
import { endAs, passSignals } from "./passing-signals.js";
import { MOST_BYTES, RecorderLink } from "./recorder-link.js";
import { noteTrouble } from "./trouble.js";

type StreamName = "stdin" | "stdout" | "stderr";

const names = ["stdin", "stdout", "stderr"] as const;

/** What the user has said of a hook; null where not. */
export type AboutHook = Pick<RecordingStart, "host" | "event">;

/** How a hook has ended. */
interface HookEnd {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started by itself. */
  readonly error?: string;
}

/**
 * Runs a hook as the host would: the same bytes in and out as they come, the same signals, the same end. What passes is
 * recorded. Whatever goes wrong with that, the hook runs. Gives back the exit code, or does not return where it was killed.
 */
export async function wrapHook(words: readonly string[], about: AboutHook): Promise<number> {
  if (process.env["SNAPHOOK_RECORD"] === "off") return unrecorded(words);
  let streams: Streams;
  try {
    streams = openStreams();
  } catch (error) {
    noteTrouble(error instanceof Error ? error.message : String(error));
    return unrecorded(words);
  }
  return recorded(words, about, streams);
}

async function unrecorded(words: readonly string[]): Promise<number> {
  const { child, end } = start(words, "inherit");
  const stopPassing = child.pid === undefined ? null : passSignals(child.pid);
  const { exit, signal } = await end;
  stopPassing?.();
  return endAs(exit, signal);
}

interface Streams {
  readonly kinds: Readonly<Record<StreamName, StreamKind>>;
  readonly pipes: ReadonlyMap<StreamName, Pipe>;
  readonly isMerged: boolean;
}

/** For each stream one of the kind that the host has given us. Throws where that cannot be had. */
function openStreams(): Streams {
  const kinds = { stdin: kindOf(0), stdout: kindOf(1), stderr: kindOf(2) };
  const merged = kinds.stdout !== "other" && isMerged();
  const wanted = names.filter((name) => {
    if (merged && name === "stderr") return false;
    // One socket cannot be given twice.
    return kinds[name] === "pipe" || (merged && name === "stdout");
  });
  return { kinds, pipes: openPipes(wanted), isMerged: merged };
}

async function recorded(
  words: readonly string[],
  about: AboutHook,
  { kinds, pipes, isMerged: merged }: Streams,
): Promise<number> {
  const outer = (name: StreamName): number | "pipe" | "inherit" => {
    const pipe = pipes.get(merged && name === "stderr" ? "stdout" : name);
    if (pipe !== undefined) return name === "stdin" ? pipe.read : pipe.write;
    return kinds[name] === "socket" ? "pipe" : "inherit";
  };
  const begin = performance.now();
  const time = new Date().toISOString();
  const { child, end } = start(words, names.map(outer));
  const stopPassing = child.pid === undefined ? null : passSignals(child.pid);
  closeAll([...pipes].map(([name, pipe]) => (name === "stdin" ? pipe.read : pipe.write)));
  const link = new RecorderLink();
  link.start({
    time,
    pid: child.pid ?? 0,
    words,
    cwd: folder(),
    ...about,
    unrecorded: names.filter((name) => kinds[name] === "other" && !(merged && name === "stderr")),
  });
  const take = (name: StreamName) => (chunk: Buffer) => link.take(name, chunk);
  passInput(child, pipes.get("stdin"), kinds.stdin, take("stdin"));
  const outputs = (["stdout", "stderr"] as const).flatMap((name) => {
    const pipe = pipes.get(name);
    const inner =
      pipe === undefined
        ? child[name]
        : new Socket({ fd: pipe.read, readable: true, writable: false });
    const fd = name === "stdout" ? 1 : 2;
    return inner instanceof Socket ? [new OutputStream(inner, fd, kinds[name], take(name))] : [];
  });
  const { exit, signal, error } = await end;
  const ms = performance.now() - begin;
  const held = outputs.filter((output) => output.drain());
  await Promise.all(outputs.map((output) => output.flushed()));
  for (const output of held) output.handOver();
  await link.end({ ms, exit, signal, ...(error !== undefined && { error }) });
  stopPassing?.();
  return endAs(exit, signal);
}

/** What the host sends: passed on as it comes, and no faster than the hook takes it. */
function passInput(
  child: ChildProcess,
  pipe: Pipe | undefined,
  kind: StreamKind,
  onData: (chunk: Buffer) => void,
): void {
  if (kind === "other") {
    peekFile(onData);
    return;
  }
  const inner =
    pipe === undefined
      ? child.stdin
      : new Socket({ fd: pipe.write, readable: false, writable: true });
  if (inner === null) return;
  const outer = new Socket({ fd: 0, readable: true, writable: false });
  outer.on("data", (chunk: Buffer) => {
    onData(chunk);
    if (!inner.write(chunk)) outer.pause();
  });
  outer.on("end", () => inner.end());
  outer.on("error", () => inner.end());
  inner.on("drain", () => outer.resume());
  // The hook has closed it: whoever writes on learns it as without us.
  inner.on("error", () => outer.destroy());
  inner.on("close", () => outer.destroy());
}

/** A file that the hook reads itself: looked at without moving its place. */
function peekFile(onData: (chunk: Buffer) => void): void {
  try {
    const buffer = Buffer.allocUnsafe(MOST_BYTES);
    onData(buffer.subarray(0, readSync(0, buffer, 0, MOST_BYTES, 0)));
  } catch {
    // A terminal, or nothing.
  }
}

function folder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Starts the program; one that cannot be started is given to a shell, whose message and code hosts know. */
function start(
  [file = "", ...args]: readonly string[],
  stdio: StdioOptions,
): { readonly child: ChildProcess; readonly end: Promise<HookEnd> } {
  const options = { stdio, windowsHide: true };
  const first = spawn(file, args, options);
  if (first.pid !== undefined) return { child: first, end: endOf(first) };
  let error = "";
  first.once("error", (fault) => (error = (fault as NodeJS.ErrnoException).code ?? fault.message));
  const child = spawn("/bin/sh", ["-c", '"$@"', "sh", file, ...args], options);
  const end = endOf(child).then((ended) => ({ ...ended, error }));
  return { child, end };
}

function endOf(child: ChildProcess): Promise<HookEnd> {
  return new Promise((settle) => {
    child.once("exit", (exit, signal) => settle({ exit, signal }));
    child.once("error", ({ message }) => settle({ exit: 127, signal: null, error: message }));
  });
}
