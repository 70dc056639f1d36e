import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

const files = ["icon.svg", "index.html", "playground.css", "playground.js"];

/** The link of a Stop hook that says no. */
const link = `#1.${Buffer.from('{"event":"Stop","hooks":[{"stderr":"no"}]}').toString("base64url")}`;

const root = temporaryFolder();

test("--out writes files that weigh less than 150 KB compressed, and nothing inline", () => {
  const folder = join(root, "a folder", "with spaces #1");
  const { status, stdout, stderr } = snaphook(["playground", "--out", folder]);
  const page = join(folder, "index.html");
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: `${pathToFileURL(page).href}\n`,
    stderr: "",
  });
  expect(readdirSync(folder).toSorted()).toEqual(files);
  const size = files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length,
    0,
  );
  expect(size).toBeLessThan(150 * 1024);
  const html = readFileSync(page, "utf8");
  expect(html.match(/<script[^>]*>[^<]*|<style|\son\w+=|\sstyle=/g)).toEqual([
    '<script src="playground.js" defer>',
  ]);
  expect(html).toContain("default-src 'none'; script-src 'self' file:; style-src 'self' file:;");
  const script = readFileSync(join(folder, "playground.js"), "utf8");
  expect(
    script.match(/\beval\(|new Function|\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket/g),
  ).toBeNull();
});

test("without --out it is a private folder; --json names it; a link is what the page begins with", () => {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = root;
  const { status, stdout } = snaphook([
    "playground",
    `file:///elsewhere/index.html${link}`,
    "--json",
  ]);
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  expect(status).toBe(0);
  const { address, folder } = JSON.parse(stdout) as { address: string; folder: string };
  expect(fileURLToPath(address)).toBe(join(folder, "index.html"));
  expect(folder.startsWith(join(root, "snaphook-playground-"))).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain(
    `<meta name="snaphook-draft" content="${link.slice(1)}" />`,
  );
});

test("it writes over its own page and not over another", () => {
  const folder = join(root, "twice");
  expect(snaphook(["playground", "--out", folder, link]).status).toBe(0);
  expect(snaphook(["playground", "--out", folder]).status).toBe(0);
  const page = join(folder, "index.html");
  expect(readFileSync(page, "utf8")).toContain('name="snaphook-draft" content=""');
  writeFileSync(page, "<!doctype html>mine");
  const { status, stderr } = snaphook(["playground", "--out", folder]);
  expect([status, stderr]).toEqual([
    2,
    `snaphook: ${page} is another page; give --out a folder of its own\n`,
  ]);
  expect(readFileSync(page, "utf8")).toBe("<!doctype html>mine");
});

test.runIf(process.platform === "linux")(
  "a place that takes no files is an error, not a command that never ends",
  () => {
    const { status, stderr } = snaphook(["playground", "--out", "/proc/snaphook"]);
    expect([status, stderr]).toEqual([
      2,
      "snaphook: cannot write to /proc/snaphook: ENOENT: no such file or directory, mkdir '/proc/snaphook'\n",
    ]);
  },
);

test.each<[string, readonly string[], string]>([
  [
    "a link that is not one",
    ["#1.AAAA"],
    "this is not a link of the playground, or not all of it; put it in quotes, from the # to its end",
  ],
  [
    "a link with HTML in it",
    [`${link}"><script>`],
    "this is not a link of the playground, or not all of it; put it in quotes, from the # to its end",
  ],
  ["two links", [link, "x"], 'playground takes one link; "x" is too much'],
])("%s is an error, and nothing is written", (_what, args, message) => {
  const folder = join(root, "never");
  const { status, stdout, stderr } = snaphook(["playground", "--out", folder, ...args]);
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: `snaphook: ${message}\n`,
  });
  expect(existsSync(folder)).toBe(false);
});

test("a folder that cannot be made is an error that names it", () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  const { status, stderr } = snaphook(["playground", "--out", join(file, "below")]);
  expect([status, stderr.split(":").slice(0, 2).join(":")]).toEqual([
    2,
    `snaphook: cannot write to ${join(file, "below")}`,
  ]);
});

test("--open without a program for it says so, and the address is there", () => {
  const bin = join(root, "bin");
  mkdirSync(bin);
  const before = process.env["PATH"];
  process.env["PATH"] = bin;
  const { status, stdout, stderr } = snaphook([
    "playground",
    "--open",
    "--out",
    join(root, "open"),
  ]);
  process.env["PATH"] = before;
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: `${pathToFileURL(join(root, "open", "index.html")).href}\n`,
    stderr: "snaphook: no program here opens a browser: open the address above yourself\n",
  });
});
