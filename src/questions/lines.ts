import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";

/** More in one line, or not yet taken by the other side, is no conversation. */
const LONGEST = 16 * 1024 * 1024;

/** Calls `take` with each line that is JSON. A socket that sends anything else is closed. */
export function followLines(socket: Socket, take: (value: unknown) => void): void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  socket.on("data", (chunk) => {
    const lines = `${rest}${decoder.write(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    try {
      for (const line of lines) take(JSON.parse(line));
    } catch {
      socket.destroy();
    }
    if (rest.length > LONGEST) socket.destroy();
  });
  // Whoever is gone is gone.
  socket.on("error", () => socket.destroy());
}

/** Sends a line; who does not read is closed. */
export function sendLine(socket: Socket, json: string): void {
  if (socket.destroyed) return;
  if (socket.writableLength > LONGEST) socket.destroy();
  else socket.write(`${json}\n`);
}
