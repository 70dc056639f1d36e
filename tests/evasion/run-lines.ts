import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { judge, readRules } from "../../src/rules/index.js";
import { canonicalPath } from "../../src/trust/index.js";

/** A folder with a denied program, another name for it, and places to work and live in. */
export interface Scratch {
  readonly root: string;
  /** A line with the folder's paths in place of `@BIN@`, `@LINK@` and `@LINKDIR@`. */
  readonly fill: (line: string) => string;
  readonly hasRun: () => boolean;
}

export function makeScratch(root: string): Scratch {
  const [bin, links, log] = [join(root, "bin"), join(root, "links"), join(root, "ran")];
  for (const folder of [bin, links, join(root, "home"), join(root, "work")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(bin, "canary"), `#!/bin/sh\necho ran >> '${log}'\n`, { mode: 0o755 });
  symlinkSync(join(bin, "canary"), join(links, "tweety"));
  const fill = (line: string): string =>
    line
      .replaceAll("@BIN@", bin)
      .replaceAll("@LINKDIR@", links)
      .replaceAll("@LINK@", join(links, "tweety"));
  return { root, fill, hasRun: () => existsSync(log) };
}

/** The lines of all tables; `⏎` stands for a line end. */
export function readLines(): readonly string[] {
  const folder = join(import.meta.dirname, "lines");
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.replaceAll("⏎", "\n"));
}

/** Runs a line in a real shell; whatever it leaves running is ended. */
export async function runLine(shell: string, line: string, scratch: Scratch): Promise<boolean> {
  const { root } = scratch;
  const child = spawn(shell, ["-c", line], {
    cwd: join(root, "work"),
    detached: true,
    stdio: "ignore",
    env: {
      PATH: `${join(root, "bin")}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME: join(root, "home"),
      TERM: "dumb",
      LANG: "C.UTF-8",
    },
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(end, 60_000);
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  clearTimeout(timer);
  end();
  return scratch.hasRun();
}

const { rules } = readRules(
  (["deny Bash(canary *)", "allow Bash"] as const).map((written) => ({
    layer: "user",
    list: written.startsWith("deny") ? "deny" : "allow",
    text: written.slice(written.indexOf(" ") + 1),
    file: null,
    line: null,
  })),
);

/** What the rules say to a line in a scratch folder. */
export function decideIn({ root }: Scratch, command: string): string {
  const world = {
    projectDir: join(root, "work"),
    home: join(root, "home"),
    cwd: join(root, "work"),
    canonical: canonicalPath,
    exists: existsSync,
    protectedPaths: () => [],
  };
  return judge({ tool: "Bash", input: { command } }, rules, world).decision;
}
