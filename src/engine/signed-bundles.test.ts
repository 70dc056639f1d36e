import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import type { PolicyState } from "../config/index.js";
import {
  addressOf,
  currentFile,
  filesFolder,
  install,
  manifestBytes,
  packFolder,
  signManifest,
  type Bundle,
} from "../policy/index.js";
import { newSecretKey, publicKeyText } from "../signing/index.js";
import { SignedBundles } from "./signed-bundles.js";

const { key } = newSecretKey();
const keys = [publicKeyText(key)];

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function bundle(revision: number, observeOver: number | null = null): Bundle {
  const source = join(folder, `source ${revision}`);
  mkdirSync(source);
  writeFileSync(join(source, "settings.json"), `{"permissions":{"deny":["no ${revision}"]}}`);
  const { files, contents } = packFolder(source);
  const stated = { revision, share: 100, observeOver, files };
  const manifest = manifestBytes(stated);
  const signature = signManifest(manifest, key);
  return { manifest, signature, contents, stated, address: addressOf(manifest) };
}

const nameOf = ({ stated, address }: Bundle) => ({ revision: stated.revision, address });

/** Puts them on the disk, and says what settings that are read now hold of them. */
function installed(enforced: Bundle | null, observed: Bundle | null = null): PolicyState {
  const both = [enforced, observed].flatMap((one) => one ?? []);
  const wanted = {
    enforced: enforced === null ? null : nameOf(enforced),
    observed: observed === null ? null : nameOf(observed),
  };
  install(folder, wanted, both, keys);
  return { keys, folder, ...wanted, fault: null };
}

test("settings are read again where another bundle counts than then", () => {
  const bundles = new SignedBundles();
  const [one, two, next] = [bundle(1), bundle(2), bundle(3, 2)];
  const first = installed(one);
  expect([bundles.isReplaced(null), bundles.isReplaced(first)]).toEqual([false, false]);
  const second = installed(two);
  expect([bundles.isReplaced(first), bundles.isReplaced(second)]).toEqual([true, false]);
  const third = installed(two, next);
  expect([bundles.isReplaced(second), bundles.isReplaced(third)]).toEqual([true, false]);
  rmSync(currentFile(folder));
  expect(bundles.isReplaced(third)).toBe(true);
  expect(bundles.isReplaced({ ...third, enforced: null, observed: null })).toBe(false);
  writeFileSync(currentFile(folder), "{");
  expect(bundles.isReplaced(third)).toBe(true);
});

test("settings are read again where only an observing bundle counts by now", () => {
  const bundles = new SignedBundles();
  const observing = installed(null, bundle(1));
  expect([
    bundles.isReplaced(observing),
    bundles.isReplaced({ ...observing, observed: null }),
  ]).toEqual([false, true]);
});

test("a bundle is what was signed until a byte of it changes, and the reason names the file", () => {
  const bundles = new SignedBundles();
  const one = bundle(1);
  const policy = installed(one);
  expect(bundles.faultOf(one.address, policy)).toBe(null);
  const mark = bundles.markOf(one.address, policy);
  expect(bundles.markOf(one.address, policy)).toBe(mark);
  appendFileSync(join(filesFolder(folder, one.address), "settings.json"), " ");
  expect(bundles.faultOf(one.address, policy)).toBe(
    "the policy was changed: settings.json is not what was signed",
  );
  expect(bundles.markOf(one.address, policy)).not.toBe(mark);
});

test("what is signed is read once: later the settings may name another policy", () => {
  const bundles = new SignedBundles();
  const one = bundle(1);
  expect(bundles.faultOf(one.address, installed(one))).toBe(null);
  expect(bundles.faultOf(one.address, null)).toBe(null);
});

test("where there is no policy to look at, a hook of one has a reason not to run", () => {
  const one = bundle(1);
  const policy = installed(one);
  expect(new SignedBundles().faultOf(one.address, null)).toBe(
    "the policy cannot be used: the settings name no policy",
  );
  expect(new SignedBundles().faultOf("0".repeat(64), policy)).toMatch(
    /^the policy cannot be used: /,
  );
  expect(() => new SignedBundles().markOf(one.address, null)).toThrow(
    "the settings name no policy",
  );
});

test("what is no fault of the policy is nobody's to swallow", () => {
  const one = bundle(1);
  const nowhere = { ...installed(one), folder: undefined as never };
  expect(() => new SignedBundles().isReplaced(nowhere)).toThrow(TypeError);
  expect(() => new SignedBundles().faultOf(one.address, nowhere)).toThrow(TypeError);
});
