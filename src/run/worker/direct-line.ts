import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the host waits for the keeper to connect a worker, and the word by which it knows that it is the keeper. */
export interface LineAddress {
  readonly path: string;
  readonly token: string;
}

export interface Line {
  /** Of the worker: what it reads from. */
  readonly input: Socket;
  /** What it writes to. Apart from the other, so that what it said last can be read when it reads no more. */
  readonly output: Socket;
}

/** Whoever connects says the word at once. */
const PATIENCE_MS = 2000;
/** What a socket's path may have on every system. */
const LONGEST_PATH = 100;
const ends = ["input", "output"] as const;
type End = (typeof ends)[number];

/**
 * The host's end: a socket in a folder that nobody else may enter, there until both connections of somebody who
 * knows the word are made. Events and answers then go between host and worker without a stop at the keeper.
 * Throws where there is no place for it.
 */
export function openLine(onLine: (line: Line) => void): {
  readonly address: LineAddress;
  close(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  const path = join(folder, "line");
  const token = crypto.randomUUID();
  const found: Partial<Record<End, Socket>> = {};
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  const close = (): void => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  server.on("connection", (socket) => {
    void readEnd(socket, token).then((end) => {
      if (end === null || found[end] !== undefined) {
        socket.destroy();
        return;
      }
      found[end] = socket;
      const { input, output } = found;
      if (input === undefined || output === undefined) return;
      close();
      onLine({ input, output });
    });
  });
  // Then nobody can connect: the keeper says so.
  server.on("error", close);
  if (path.length > LONGEST_PATH) {
    close();
    throw new Error("the path of a socket would be too long");
  }
  server.listen(path).unref();
  return { address: { path, token }, close };
}

/** Which end a connection is for, if the first that it says is the word. What follows is left in the socket. */
function readEnd(socket: Socket, token: string): Promise<End | null> {
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.unref();
    const decide = (end: End | null): void => {
      clearTimeout(timer);
      socket.off("readable", look);
      socket.off("close", fail);
      resolve(end);
    };
    const fail = (): void => decide(null);
    const look = (): void => {
      const said = socket.read(token.length + 1) as Buffer | null;
      if (said === null) return;
      const word = said.toString("latin1");
      decide(ends.find((end) => word === wordOf(end, token)) ?? null);
    };
    const timer = setTimeout(fail, PATIENCE_MS);
    timer.unref();
    socket.on("readable", look);
    socket.on("close", fail);
  });
}

function wordOf(end: End, token: string): string {
  return `${end.charAt(0)}${token}`;
}

/** The keeper's end: connected sockets of which nothing has been read, to be given to the worker. */
export async function connectLine(address: LineAddress): Promise<Line> {
  const [input, output] = await Promise.all([
    connectTo(address, "input"),
    connectTo(address, "output"),
  ]);
  return { input, output };
}

function connectTo({ path, token }: LineAddress, end: End): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    // What the host sends is for the worker.
    socket.pause();
    socket.once("error", reject);
    socket.once("connect", () => socket.write(wordOf(end, token), () => resolve(socket)));
  });
}
