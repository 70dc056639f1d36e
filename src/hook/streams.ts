import { fs } from "./builtin.js";

const CHUNK = 65_536;

/** Writes all of it, and waits where the reader does. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      pause();
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/**
 * Reads standard input until `isEnough` or its end. A host that does not close it is not waited for: what has come is
 * enough where it is an object.
 */
export function readStdin(isEnough: (text: string) => boolean, deadline: number): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(CHUNK);
    let length: number;
    try {
      length = fs.readSync(0, part);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") break;
      if (code !== "EAGAIN") throw error;
      if (Date.now() > deadline) throw new Error("standard input does not end", { cause: error });
      pause();
      continue;
    }
    if (length === 0) break;
    parts.push(part.subarray(0, length));
    const isEnd = part[length - 1] === 0x7d || part[length - 1] === 0x0a;
    if (isEnd && isEnough(Buffer.concat(parts).toString())) break;
  }
  return Buffer.concat(parts);
}

/**
 * Keeps what is printed from the host: `keep` gets it. The streams themselves are only made where somebody prints: that
 * takes longer than most hooks.
 */
export function keepPrinted(keep: (text: string) => void): void {
  for (const name of ["stdout", "stderr"] as const) {
    const made = Object.getOwnPropertyDescriptor(process, name);
    let stream: NodeJS.WriteStream | null = null;
    const get = (): NodeJS.WriteStream => {
      if (stream !== null) return stream;
      stream = (made?.get?.call(process) ?? made?.value) as NodeJS.WriteStream;
      stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
        keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
        const done = rest.find((one) => typeof one === "function");
        if (done !== undefined) queueMicrotask(done as () => void);
        return true;
      };
      return stream;
    };
    Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
  }
}
