import { spawn } from "node:child_process";
import { closeSync, readSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { codeOf } from "../io/index.js";
import type { StreamKind } from "./inner-streams.js";

/** Where something is written to that the host reads. */
interface Sink {
  /** Whether it takes more at once. */
  write(chunk: Buffer): boolean;
  /** Resolves when everything is out, or nobody reads it any more. */
  flushed(): Promise<void>;
}

const CHUNK = 65_536;

interface ReadHandle {
  readonly fd: number;
  readStop?(): void;
}

/** What a hook prints on one stream: passed on as it comes, and no faster than the host takes it. */
export class OutputStream {
  private readonly sink: Sink;
  private readonly handle: ReadHandle;

  constructor(
    private readonly inner: Socket,
    private readonly outer: 1 | 2,
    kind: StreamKind,
    private readonly onData: (chunk: Buffer) => void,
  ) {
    this.handle = Reflect.get(inner, "_handle") as ReadHandle;
    // Who prints for nobody learns it by the next write, as without us.
    const abandon = (): void => void inner.destroy();
    const isTerminal = process.getBuiltinModule("node:tty").isatty(outer);
    this.sink = isTerminal
      ? terminalSink(outer)
      : streamSink(outer, kind, () => inner.resume(), abandon);
    inner.on("error", abandon);
    inner.on("data", (chunk: Buffer) => {
      if (!this.pass(chunk)) inner.pause();
    });
  }

  /** The hook has ended: passes on what is there. Gives back whether a child of it still holds the stream. */
  drain(): boolean {
    const { inner } = this;
    if (inner.destroyed) return false;
    inner.pause();
    // What comes later is for whoever takes over.
    this.handle.readStop?.();
    // Each is emitted as data too.
    while (inner.read() !== null);
    if (inner.readableEnded) return false;
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK);
      let count: number;
      try {
        count = readSync(this.handle.fd, buffer);
      } catch (error) {
        return codeOf(error) === "EAGAIN";
      }
      if (count === 0) return false;
      this.pass(buffer.subarray(0, count));
    }
  }

  flushed(): Promise<void> {
    return this.sink.flushed();
  }

  /** Another process passes on the rest. */
  handOver(): void {
    const main = fileURLToPath(new URL("./relay-main.js", import.meta.url));
    const stdio: (number | "ignore")[] = [this.handle.fd, this.outer, "ignore"];
    const relay = spawn(process.execPath, [main], { stdio, cwd: "/" });
    relay.on("error", () => {});
    relay.unref();
  }

  private pass(chunk: Buffer): boolean {
    this.onData(chunk);
    return this.sink.write(chunk);
  }
}

function terminalSink(fd: 1 | 2): Sink {
  return {
    write(chunk) {
      for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at);
      return true;
    },
    flushed: () => Promise.resolve(),
  };
}

function streamSink(fd: 1 | 2, kind: StreamKind, onDrain: () => void, onGone: () => void): Sink {
  // Of a socket it is also seen when the host closes it; of a pipe by the next write.
  const socket = new Socket({
    fd,
    readable: kind === "socket",
    writable: true,
    allowHalfOpen: true,
  });
  // Node looks at process.stderr whenever it closes a socket, and would open the descriptor a second time, which fails.
  Object.defineProperty(process, fd === 1 ? "stdout" : "stderr", { value: socket });
  let isGone = false;
  const gone = (): void => {
    isGone = true;
    onGone();
  };
  socket.on("error", gone);
  socket.on("end", gone);
  if (kind === "socket") socket.resume();
  socket.on("drain", onDrain);
  socket.unref();
  return {
    write: (chunk) => isGone || socket.write(chunk),
    flushed: () =>
      isGone || socket.writableLength === 0
        ? Promise.resolve()
        : new Promise((settle) => {
            socket.ref();
            socket.once("error", () => settle());
            // It is out when all before it is.
            socket.write(Buffer.alloc(0), () => settle());
          }),
  };
}

/** Closes what the hook has its own copy of. */
export function closeAll(descriptors: readonly number[]): void {
  for (const fd of descriptors) closeSync(fd);
}
