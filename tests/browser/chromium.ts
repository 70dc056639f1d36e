import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

/** Debian's browser, where it is installed: scripts/machine-packages.sh does that. */
export const chromiumFile =
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find(isExecutable) ?? null;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Its own sandbox needs rights that containers do not give; what it opens is ours. */
export function openChromium(): Promise<Browser> {
  if (chromiumFile === null) throw new Error("chromium is not installed");
  return chromium.launch({
    executablePath: chromiumFile,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    timeout: 200_000,
  });
}
