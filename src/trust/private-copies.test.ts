import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFileState, type FileState } from "./file-state.js";
import { PrivateCopies } from "./private-copies.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let project: string;
let running: string;
let copies: PrivateCopies;
beforeEach(() => {
  root = temporaryFolder();
  project = join(root, "project");
  running = join(root, "home", "running");
  mkdirSync(project);
  copies = new PrivateCopies(join(root, "home"), project);
});
afterEach(() => {
  copies.close();
  rmSync(root, { recursive: true });
});

/** Writes a file of the project and looks at it. */
function write(path: string, text: string): FileState {
  const place = join(project, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  const state = readFileState(place);
  if (state === null) throw new Error("no file");
  return state;
}

const placeOf = (state: FileState): string => copies.of([state]).get(state.path) ?? "";
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** All that is in a folder: texts, links and folders. */
function tree(folder: string): Record<string, unknown> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return [name, `→ ${readlinkSync(path)}`];
      return [name, stats.isDirectory() ? tree(path) : readFileSync(path, "utf8")];
    }),
  );
}

test("copies are among links to what is around the originals", () => {
  const [one, two] = [write("a/b/one.sh", "one"), write("a/two.sh", "two")];
  for (const other of ["a/b/x", "a/c/x", "d/x", "x"]) write(other, other);
  const found = copies.of([one, two]);
  const mirror = dirname(dirname(dirname(found.get(one.path) ?? "")));
  expect(found).toEqual(
    new Map([
      [one.path, join(mirror, "a/b/one.sh")],
      [two.path, join(mirror, "a/two.sh")],
    ]),
  );
  expect(tree(mirror)).toEqual({
    a: {
      b: { "one.sh": "one", x: `→ ${project}/a/b/x` },
      c: `→ ${project}/a/c`,
      "two.sh": "two",
    },
    d: `→ ${project}/d`,
    x: `→ ${project}/x`,
  });
  expect(dirname(dirname(mirror))).toBe(running);
  expect(
    [running, dirname(mirror), mirror, join(mirror, "a"), join(mirror, "a/b/one.sh")].map(modeOf),
  ).toEqual(["700", "700", "700", "700", "500"]);
});

describe("a copy", () => {
  test("is used again as long as nobody touches it", () => {
    const state = write("a.sh", "one");
    const first = placeOf(state);
    expect(placeOf(state)).toBe(first);
    expect(readdirSync(dirname(dirname(first)))).toEqual(["0"]);
  });

  test.each<[string, (copy: string) => void]>([
    [
      "that was written",
      (copy) => {
        chmodSync(copy, 0o700);
        writeFileSync(copy, "evil");
      },
    ],
    ["of another mode", (copy) => chmodSync(copy, 0o700)],
    ["that is gone", (copy) => rmSync(copy)],
    ["whose mirror is gone", (copy) => rmSync(dirname(copy), { recursive: true })],
    ["whose folder is gone", (copy) => rmSync(dirname(dirname(copy)), { recursive: true })],
  ])("%s is made anew, elsewhere", (_, touch) => {
    const state = write("a.sh", "one");
    const first = placeOf(state);
    touch(first);
    const second = placeOf(state);
    expect(second).not.toBe(first);
    expect(readFileSync(second, "utf8")).toBe("one");
    expect(placeOf(state)).toBe(second);
  });

  test("is another one for other bytes, another path, and other company", () => {
    const one = write("a.sh", "one");
    const other = write("b.sh", "one");
    const two = write("a.sh", "two");
    const places = [placeOf(one), placeOf(two), copies.of([one, other]).get(one.path) ?? ""];
    expect(new Set(places).size).toBe(3);
    expect(places.map((place) => readFileSync(place, "utf8"))).toEqual(["one", "two", "one"]);
    expect([placeOf(one), placeOf(two)]).toEqual(places.slice(0, 2));
    expect(readFileSync(placeOf(other), "utf8")).toBe("one");
    expect(readdirSync(running)).toHaveLength(1);
  });

  test("of a large program holds what was looked at, or is not made", () => {
    const text = "x".repeat(1_100_000);
    const large = write("tool", text);
    expect(readFileSync(placeOf(large), "utf8")).toBe(text);
    copies.close();
    writeFileSync(large.path, "y".repeat(1_100_000));
    expect(() => placeOf(large)).toThrow(
      expect.objectContaining({ message: `${large.path} was changed`, code: "it was changed" }),
    );
  });

  test("is made where the project is no more", () => {
    const state = write("a.sh", "one");
    rmSync(project, { recursive: true });
    expect(tree(dirname(placeOf(state)))).toEqual({ "a.sh": "one" });
  });

  test("has no more neighbours than can be linked at every start", () => {
    const state = write("a.sh", "one");
    for (let index = 0; index < 2010; index++) writeFileSync(join(project, `x${index}`), "");
    const place = dirname(placeOf(state));
    const links = readdirSync(place).filter((name) => name !== "a.sh").length;
    expect(links).toBeGreaterThan(1998);
    expect(links).toBeLessThanOrEqual(2000);
  });
});

describe("what is left behind", () => {
  test("nothing, once it is closed; and then it begins anew", () => {
    const state = write("a.sh", "one");
    const first = placeOf(state);
    copies.close();
    expect(readdirSync(running)).toEqual([]);
    copies.close();
    const second = placeOf(state);
    expect(second).not.toBe(first);
    expect(readFileSync(second, "utf8")).toBe("one");
  });

  test("nothing is missed where somebody else has removed it", () => {
    placeOf(write("a.sh", "one"));
    rmSync(running, { recursive: true });
    expect(() => copies.close()).not.toThrow();
  });

  test("nothing is made where nothing is copied, and nothing of that is removed", () => {
    copies.close();
    expect(existsSync(join(root, "home"))).toBe(false);
  });

  test("what a dead process left is removed, what a living one has or what is not ours stays", () => {
    const dead = spawnSync("true").pid;
    const kept = [`${process.pid}-a`, "1-a", "note", "0-a", "-a", "99999999999-a", "1.5-a"];
    for (const name of [...kept, `${dead}-a`, `${dead}`])
      mkdirSync(join(running, name, "0"), { recursive: true });
    const own = dirname(dirname(placeOf(write("a.sh", ""))));
    expect(own).toMatch(new RegExp(`/${process.pid}-\\w{6}$`));
    expect(
      readdirSync(running)
        .map((name) => join(running, name))
        .toSorted(),
    ).toEqual([...kept.map((name) => join(running, name)), own].toSorted());
  });
});
