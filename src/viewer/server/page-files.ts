import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** One file of the page. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** All files of the page by their address. They are read once: no address ever leads to the file system. */
export function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const file = { type, bytes: new Uint8Array(readFileSync(join(folder, name))) };
    files.set(name === "index.html" ? "/" : `/${name.replaceAll("\\", "/")}`, file);
  }
  return files;
}
