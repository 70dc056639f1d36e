import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { connectLine, openLine, type Line } from "./direct-line.js";
import { temporaryFolder } from "../../../tests/workspace.js";

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
  expect(address.path).toMatch(/\/snaphook-[^/]+\/line$/);
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

/** Whether the other end closes a connection that says this. */
function closes(path: string, word: string): Promise<boolean> {
  const socket = connect(path);
  socket.on("error", () => {});
  if (word !== "") socket.write(word);
  return new Promise((resolve) => socket.once("close", () => resolve(true)));
}

test("an end that is taken is not given away again", async () => {
  const lines: Line[] = [];
  const way = openLine((line) => lines.push(line));
  const first = connect(way.address.path);
  await new Promise<void>((resolve) => first.write(`i${way.address.token}`, () => resolve()));
  expect(await closes(way.address.path, `i${way.address.token}`)).toBe(true);
  expect([lines, first.destroyed]).toEqual([[], false]);
  first.destroy();
  way.close();
});

test("who says nothing is let go after a while, and who goes away is forgotten", async () => {
  const lines: Line[] = [];
  const way = openLine((line) => lines.push(line));
  const gone = connect(way.address.path);
  gone.on("error", () => {});
  await new Promise<void>((resolve) => gone.once("connect", resolve));
  gone.destroy();
  expect(await closes(way.address.path, "")).toBe(true);
  expect(lines).toEqual([]);
  way.close();
  expect(existsSync(dirname(way.address.path))).toBe(false);
});

test("nobody can connect to a line that is closed, or that never was", async () => {
  const way = openLine(() => {});
  way.close();
  way.close();
  for (const path of [way.address.path, "/nowhere/line"])
    await expect(connectLine({ path, token: "t" })).rejects.toMatchObject({ code: "ENOENT" });
});

test("where a path would be too long for a socket there is no line, and no folder is left", () => {
  const root = temporaryFolder();
  const deep = join(root, "x".repeat(100));
  mkdirSync(deep);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = deep;
  try {
    expect(() => openLine(() => {})).toThrow("the path of a socket would be too long");
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  expect(readdirSync(deep)).toEqual([]);
});
