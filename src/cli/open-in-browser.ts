import { spawn } from "node:child_process";

/** How each system opens a file; the others are asked as Linux is. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Has the system open a file, and does not wait until it is closed. False where there is no program for that. */
export function openInBrowser(file: string): Promise<boolean> {
  const [program = "", ...options] = openers[process.platform] ?? ["xdg-open"];
  const opener = spawn(program, [...options, file], { stdio: "ignore", detached: true });
  opener.unref();
  return new Promise((resolve) => {
    opener.once("spawn", () => resolve(true));
    opener.once("error", () => resolve(false));
  });
}
