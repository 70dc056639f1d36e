import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../io/index.js";
import { openInBrowser } from "../open-in-browser.js";

/**
 * Has the browser open the page. What it is given is a private file that leads there, not the address: everybody on this
 * machine can see the arguments of a program, and the token is in the address. Gives back how to remove the file.
 */
export function openPage(address: string, home: string): () => void {
  const folder = privateFolder(join(home, "view"));
  const file = join(folder, "open.html");
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>snaphook view</title>\n`;
  writeFileSync(file, page, { flag: "wx", mode: 0o600 });
  // Without a browser there is still the address to type.
  void openInBrowser(file);
  return () => rmSync(folder, { recursive: true, force: true });
}
