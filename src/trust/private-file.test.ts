import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ApprovedTexts, textsOf } from "./approved-texts.js";
import type { FileState } from "./file-state.js";
import { readPrivate, writePrivate } from "./private-file.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let folder: string;
let path: string;
beforeEach(() => {
  root = temporaryFolder();
  folder = join(root, "home");
  path = join(folder, "file.json");
});

const modeOf = (place: string): string => (lstatSync(place).mode & 0o777).toString(8);
const isRoot = process.getuid?.() === 0;

describe("what is written", () => {
  test.each([["text"], [""], ["é".repeat(100_000)]])("is read again", (text) => {
    writePrivate(path, text);
    expect(readPrivate(path)).toBe(text);
  });

  test("is its owner's alone, and nothing else stays behind", () => {
    const deep = join(folder, "deep", "down", "file.json");
    writePrivate(deep, "text");
    expect([folder, join(folder, "deep", "down"), deep].map(modeOf)).toEqual(["700", "700", "600"]);
    expect(readdirSync(join(folder, "deep", "down"))).toEqual(["file.json"]);
  });

  test("takes the place of what was there, at once", () => {
    writePrivate(path, "one");
    const { ino } = lstatSync(path);
    writePrivate(path, "two");
    expect(readPrivate(path)).toBe("two");
    expect(lstatSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder)).toEqual(["file.json"]);
  });

  test("is closed again", (context) => {
    if (process.platform !== "linux") context.skip("there is nowhere to count");
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let times = 0; times < 20; times++) writePrivate(path, "text");
    expect(open()).toBeLessThan(before + 10);
  });

  test("takes the place of a link, and does not follow it", () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(root, "other"), "other");
    symlinkSync(join(root, "other"), path);
    writePrivate(path, "mine");
    expect([readPrivate(path), readFileSync(join(root, "other"), "utf8")]).toEqual([
      "mine",
      "other",
    ]);
  });

  test("is not written where it cannot be, and no draft stays behind", () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    expect(() => writePrivate(path, "text")).toThrow(/EISDIR/);
    expect(readdirSync(folder)).toEqual(["file.json"]);
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a folder that others can write",
      () => {
        mkdirSync(folder);
        chmodSync(folder, 0o770);
      },
      /home can be written by others \(mode 770\); chmod go-w it$/,
    ],
    [
      "a folder that is a link",
      () => {
        mkdirSync(join(root, "real"));
        symlinkSync("real", folder);
      },
      /home is a symbolic link$/,
    ],
    ["a folder that is a file", () => writeFileSync(folder, ""), /EEXIST|ENOTDIR/],
  ])("is not written into %s", (_, make, why) => {
    make();
    expect(() => writePrivate(path, "text")).toThrow(why);
    expect(existsSync(path)).toBe(false);
  });
});

describe("what is read", () => {
  beforeEach(() => writePrivate(path, "text"));

  test("is nothing where there is nothing", () => {
    expect(readPrivate(join(folder, "other"))).toBeNull();
    expect(readPrivate(join(folder, "not", "there"))).toBeNull();
  });

  test.each([
    [0o600, null],
    [0o644, null],
    [0o755, null],
    [0o620, "can be written by others (mode 620); chmod go-w it"],
    [0o602, "can be written by others (mode 602); chmod go-w it"],
    [0o666, "can be written by others (mode 666); chmod go-w it"],
  ])("a file of mode %o", (mode, fault) => {
    chmodSync(path, mode);
    if (fault === null) expect(readPrivate(path)).toBe("text");
    else expect(() => readPrivate(path)).toThrow(`${path} ${fault}`);
  });

  test("not from a folder that others can write", () => {
    chmodSync(folder, 0o720);
    expect(() => readPrivate(path)).toThrow(
      `${folder} can be written by others (mode 720); chmod go-w it`,
    );
  });

  test("not by a link", () => {
    symlinkSync(path, join(folder, "link"));
    expect(() => readPrivate(join(folder, "link"))).toThrow(
      `${join(folder, "link")} is a symbolic link`,
    );
  });

  test("not what is no file", () => {
    mkdirSync(join(folder, "folder"), { mode: 0o700 });
    expect(() => readPrivate(join(folder, "folder"))).toThrow(
      `${join(folder, "folder")} is not a regular file`,
    );
  });

  test.for([
    ["the file", () => path],
    ["the folder", () => folder],
  ] as const)("not what belongs to somebody else: %s", ([, place], context) => {
    if (!isRoot) context.skip("only root can give files away");
    chownSync(place(), 12345, 12345);
    expect(() => readPrivate(path)).toThrow(`${place()} belongs to user 12345, not to user 0`);
  });
});

describe("texts that were approved", () => {
  const hash = (sign: string): string => sign.repeat(64);
  const state = (sign: string, bytes: Buffer | null): FileState =>
    ({ sha256: hash(sign), bytes }) as FileState;
  let texts: ApprovedTexts;
  beforeEach(() => {
    texts = new ApprovedTexts(folder);
  });

  test("are kept by their hash, but not of large files", () => {
    const largest = "x".repeat(256 * 1024);
    texts.keep(
      textsOf([
        state("a", Buffer.from("text")),
        state("b", null),
        state("c", Buffer.from(largest)),
        state("d", Buffer.from(`${largest}x`)),
      ]),
    );
    expect(readdirSync(join(folder, "approved")).toSorted()).toEqual([hash("a"), hash("c")]);
    expect(["a", "b", "c", "d"].map((sign) => texts.read(hash(sign)))).toEqual([
      "text",
      null,
      largest,
      null,
    ]);
  });

  test("are written once", () => {
    const file = join(folder, "approved", hash("a"));
    texts.keep(new Map([[hash("a"), "text"]]));
    const { ino } = lstatSync(file);
    texts.keep(new Map([[hash("a"), "text"]]));
    expect(lstatSync(file).ino).toBe(ino);
  });

  test("are not given where others could have written them, or by what is no hash", () => {
    texts.keep(new Map([[hash("a"), "text"]]));
    writePrivate(join(folder, "approved", "other"), "other");
    writePrivate(join(folder, "approved", `${hash("a")}0`), "longer");
    writePrivate(join(folder, "approved", `x${hash("a")}`), "longer");
    const asked = ["other", "../file.json", `${hash("a")}0`, `x${hash("a")}`, ""];
    expect(asked.map((name) => texts.read(name))).toEqual(asked.map(() => null));
    chmodSync(join(folder, "approved", hash("a")), 0o622);
    expect(texts.read(hash("a"))).toBeNull();
  });
});
