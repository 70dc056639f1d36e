import { hash } from "node:crypto";
import { lstatSync, readdirSync, type BigIntStats } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, readRegularFile } from "../io/index.js";
import { most, type BundleFile } from "./manifest.js";

/** A file that was changed this recently may be changed again without its times showing it. */
const RECENT_MS = 2000;

/**
 * Looks whether a folder still holds exactly the files of a bundle: no other byte, no other file. Each file is read once, and
 * again where the system says that something was touched.
 */
export class BundleLook {
  private good: string | null = null;

  constructor(
    private readonly folder: string,
    private readonly files: readonly BundleFile[],
  ) {}

  /** What is wrong, or null. */
  fault(): string | null {
    try {
      const before = this.identity();
      if (before.text === this.good) return null;
      const wrong = this.wrongFile();
      if (wrong !== null) return wrong;
      if (this.identity().text !== before.text) return "its files change while they are looked at";
      this.good = Date.now() - before.newestMs > RECENT_MS ? before.text : null;
      return null;
    } catch (error) {
      return `its files cannot be read: ${codeOf(error) ?? String(error)}`;
    }
  }

  /** What its files are now, to be compared later: also what was changed and changed back differs. */
  mark(): string {
    try {
      return this.identity().text;
    } catch (error) {
      return codeOf(error) ?? String(error);
    }
  }

  private wrongFile(): string | null {
    const found = new Set<string>();
    for (const folder of this.folders())
      for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true }))
        if (!entry.isDirectory()) found.add(folder === "" ? entry.name : `${folder}/${entry.name}`);
        else if (!this.folders().has(folder === "" ? entry.name : `${folder}/${entry.name}`))
          return `there is a folder that was not signed: ${JSON.stringify(entry.name)}`;
    for (const { path, sha256, isExecutable } of this.files) {
      const content = readRegularFile(join(this.folder, path), most.fileBytes);
      const isSame = Buffer.isBuffer(content) && hash("sha256", content, "hex") === sha256;
      const stats = lstatSync(join(this.folder, path));
      if (!isSame || !stats.isFile()) return `${path} is not what was signed`;
      // Windows knows no such bit.
      if (process.platform !== "win32" && ((stats.mode & 0o100) !== 0) !== isExecutable)
        return `${path} is ${isExecutable ? "not " : ""}executable, other than was signed`;
      found.delete(path);
    }
    const [extra] = found;
    return extra === undefined
      ? null
      : `there is a file that was not signed: ${JSON.stringify(extra)}`;
  }

  private folders(): ReadonlySet<string> {
    const folders = new Set([""]);
    for (const { path } of this.files)
      for (let folder = dirname(path); folder !== "."; folder = dirname(folder))
        folders.add(folder);
    return folders;
  }

  private identity(): { readonly text: string; readonly newestMs: number } {
    const paths = [
      dirname(this.folder),
      ...[...this.folders()].map((folder) => join(this.folder, folder)),
      ...this.files.map(({ path }) => join(this.folder, path)),
    ];
    const stats = paths.map((path) => lstatSync(path, { bigint: true }));
    const newestMs = Math.max(...stats.map(({ ctimeMs }) => Number(ctimeMs)));
    return { text: stats.map(identityOf).join(" "), newestMs };
  }
}

function identityOf({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, mode, size, mtimeNs, ctimeNs].join(":");
}
