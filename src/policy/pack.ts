import { hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "../io/index.js";
import { checkFiles, most, PolicyFault, type BundleFile } from "./manifest.js";

/** What a folder holds, as files of a bundle. */
export interface Packed {
  readonly files: readonly BundleFile[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Reads a folder whole. Throws a PolicyFault for links and for whatever is no file, and where there is too much. */
export function packFolder(folder: string): Packed {
  const files: BundleFile[] = [];
  const contents = new Map<string, Uint8Array>();
  const walk = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!entry.isFile())
        throw new PolicyFault(
          `${JSON.stringify(path)} is a link or no file; put the file itself there`,
        );
      else if (files.length >= most.files)
        throw new PolicyFault(`the folder has more than ${most.files} files`);
      else add(path);
    }
  };
  const add = (path: string): void => {
    const place = join(folder, path);
    const content = readRegularFile(place, most.fileBytes);
    if (!Buffer.isBuffer(content))
      throw new PolicyFault(
        `${JSON.stringify(path)}: ${content.why}; ${most.fileBytes} bytes are allowed`,
      );
    const sha256 = hash("sha256", content, "hex");
    contents.set(sha256, content);
    const isExecutable = (statSync(place).mode & 0o100) !== 0;
    files.push({ path, sha256, size: content.length, isExecutable });
  };
  walk("");
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  checkFiles(files);
  return { files, contents };
}
