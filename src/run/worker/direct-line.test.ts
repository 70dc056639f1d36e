import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { connectLine, openLine, type Line } from "./direct-line.js";

const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    socket.resume();
  });

test("only who knows the word is connected; then the way in is gone", async () => {
  let found: (line: Line) => void = () => {};
  const line = new Promise<Line>((resolve) => {
    found = resolve;
  });
  const { address } = openLine((opened) => found(opened));
  const folder = dirname(address.path);
  expect(statSync(folder).mode & 0o777).toBe(0o700);

  const strangers = ["i" + "0".repeat(36), `x${address.token}`].map((word) => {
    const socket = connect(address.path);
    socket.on("error", () => {});
    socket.write(word);
    return new Promise((resolve) => socket.once("close", resolve));
  });
  await Promise.all(strangers);

  const worker = await connectLine(address);
  const host = await line;
  expect(existsSync(folder)).toBe(false);
  host.input.write("event");
  expect(await received(worker.input)).toBe("event");
  worker.output.write("answer");
  expect(await received(host.output)).toBe("answer");
  for (const socket of [host.input, host.output, worker.input, worker.output]) socket.destroy();
});
