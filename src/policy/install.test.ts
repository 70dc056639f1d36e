import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { newSecretKey, publicKeyText } from "../signing/index.js";
import {
  addressOf,
  install,
  manifestBytes,
  packFolder,
  readInstalled,
  signManifest,
  type Bundle,
} from "./index.js";

const { key } = newSecretKey();
const publicKey = publicKeyText(key);

function bundle(
  folder: string,
  revision: number,
  observeOver: number | null,
  word: string,
): Bundle {
  const source = join(folder, `source ${revision} ${word}`);
  mkdirSync(source);
  writeFileSync(join(source, "settings.json"), JSON.stringify({ permissions: { deny: [word] } }));
  const { files, contents } = packFolder(source);
  const stated = { revision, share: 100, observeOver, files };
  const manifest = manifestBytes(stated);
  const signature = signManifest(manifest, key);
  return { manifest, signature, contents, stated, address: addressOf(manifest) };
}

const nameOf = ({ stated, address }: Bundle) => ({ revision: stated.revision, address });

test("a machine takes no older revision than it has had, and no other one with the same number", () => {
  const folder = temporaryFolder();
  const enforce = (taken: Bundle): void =>
    install(folder, { enforced: nameOf(taken), observed: null }, [taken], [publicKey]);
  const [one, two] = [bundle(folder, 1, null, "one"), bundle(folder, 2, null, "two")];
  enforce(one);
  enforce(two);
  expect(() => enforce(one)).toThrow("revision 1 is older than 2, which this machine has had");
  expect(() => enforce(bundle(folder, 2, null, "other"))).toThrow(
    "there are two bundles with revision 2",
  );
  const next = bundle(folder, 3, 1, "next");
  const back = { enforced: nameOf(one), observed: nameOf(next) };
  expect(() => install(folder, back, [next], [publicKey])).toThrow("revision 1 is older than 2");
  const { enforced, observed } = readInstalled(folder, [publicKey]);
  expect([enforced?.revision, observed]).toEqual([2, null]);
});
