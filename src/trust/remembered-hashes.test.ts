import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RememberedHashes, type OpenLargeFile } from "./remembered-hashes.js";

const NOW = 1_000_000;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file that has come to rest, but for what is said of it. */
function open(identity: string, other: Partial<OpenLargeFile> = {}): OpenLargeFile {
  const hash = vi.fn<() => string>(() => `hash of ${identity}`);
  return { identity, changed: NOW - 2001, lookAgain: () => identity, hash, ...other };
}

/** Whether a file's hash is taken anew after it was asked for once. */
function isTakenAgain(file: OpenLargeFile): boolean {
  const hashes = new RememberedHashes();
  expect(hashes.of(file)).toBe("hash of a");
  expect(hashes.of(file)).toBe("hash of a");
  return vi.mocked(file.hash).mock.calls.length === 2;
}

test.each<[string, Partial<OpenLargeFile>, boolean]>([
  ["one that has come to rest is hashed once", {}, false],
  ["one that was just written is hashed again", { changed: NOW }, true],
  ["one that may be written within the same time is hashed again", { changed: NOW - 2000 }, true],
  ["one that was written while it was read is hashed again", { lookAgain: () => "b" }, true],
])("%s", (_, other, again) => {
  expect(isTakenAgain(open("a", other))).toBe(again);
});

test("another identity is another file", () => {
  const hashes = new RememberedHashes();
  expect([hashes.of(open("a")), hashes.of(open("b"))]).toEqual(["hash of a", "hash of b"]);
});

test("there is an end to what is remembered", () => {
  const hashes = new RememberedHashes();
  const first = open("first");
  hashes.of(first);
  for (let other = 2; other <= 200; other++) hashes.of(open(String(other)));
  hashes.of(first);
  expect(first.hash).toHaveBeenCalledTimes(1);
  hashes.of(open("one more"));
  hashes.of(first);
  expect(first.hash).toHaveBeenCalledTimes(2);
});
