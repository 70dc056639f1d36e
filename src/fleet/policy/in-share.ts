import { hash } from "node:crypto";
import type { Manifest } from "../../policy/index.js";

/**
 * Whether a machine is in the share of machines that take a revision. It depends on the files, not on the revision: who had
 * them with a small share keeps them when the share grows.
 */
export function isInShare(machine: string, { share, files }: Manifest): boolean {
  const content = JSON.stringify(files.map(({ path, sha256 }) => [path, sha256]));
  const number = hash("sha256", `${machine}\n${content}`, "buffer").readUInt32BE();
  return number < (share / 100) * 2 ** 32;
}
