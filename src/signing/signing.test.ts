import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  isSignedBy,
  makeKeyFile,
  newSecretKey,
  publicKeyText,
  readKeyFile,
  signBytes,
} from "./index.js";

const { key } = newSecretKey();
const text = publicKeyText(key);
const bytes = Buffer.from("what is signed");
const signature = signBytes("test 1", bytes, key);

test.each([
  ["as it was signed", text, "test 1", bytes, signature, true],
  ["for another purpose", text, "test 2", bytes, signature, false],
  [
    "with a purpose that takes a part of the bytes",
    text,
    "test",
    Buffer.from(" 1\nwhat is signed"),
    signature,
    false,
  ],
  ["of other bytes", text, "test 1", Buffer.from("what is not"), signature, false],
  ["by another key", publicKeyText(newSecretKey().key), "test 1", bytes, signature, false],
  ["by a key without its prefix", text.slice("ed25519:".length), "test 1", bytes, signature, false],
  ["by a key that is written in another way", text.slice(0, -1), "test 1", bytes, signature, false],
  ["by no key", "", "test 1", bytes, signature, false],
  ["with a signature that is cut", text, "test 1", bytes, signature.subarray(0, 63), false],
])("a signature counts only as it was made: %s", (_, by, purpose, signed, given, counts) => {
  expect(isSignedBy(by, purpose, signed, given)).toBe(counts);
});

test("a key file is its owner's alone, and is not made twice", () => {
  const file = join(temporaryFolder(), "key");
  const publicKey = makeKeyFile(file);
  const read = readKeyFile(file, "make");
  expect("why" in read ? read.why : publicKeyText(read)).toBe(publicKey);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file);
  expect(() => makeKeyFile(file)).toThrow("EEXIST");
  expect(readFileSync(file)).toEqual(before);
});

test("what is no key of this user alone is refused, with the reason", () => {
  const folder = temporaryFolder();
  const place = (name: string): string => join(folder, name);
  const write = (name: string, content: string, mode = 0o600): string => {
    writeFileSync(place(name), content);
    chmodSync(place(name), mode);
    return place(name);
  };
  const { pem } = newSecretKey();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  symlinkSync(write("key", pem), place("link"));
  const why = (file: string): unknown => {
    const read = readKeyFile(file, "make one");
    return "why" in read ? read.why : "read";
  };
  expect([
    why(place("missing")),
    why(place("link")),
    why(write("shown", pem, 0o640)),
    why(write("shared", pem, 0o620)),
    why(write("other", other)),
    why(write("none", "-----BEGIN")),
    why(write("long", "x".repeat(10_001))),
  ]).toEqual([
    `there is no key ${place("missing")}; make one: make one`,
    `${place("link")} is a symbolic link`,
    `${place("shown")} can be read by others; chmod 600 it, or make a new key`,
    expect.stringContaining(`${place("shared")} can be written by others`),
    `${place("other")} cannot be used: it is no Ed25519 key`,
    expect.stringContaining(`${place("none")} cannot be used: it is no secret key in PEM`),
    `${place("long")} cannot be used: too large`,
  ]);
});
