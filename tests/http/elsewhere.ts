import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { HttpSpec } from "./post.js";
import { temporaryFolder } from "../workspace.js";

const program = `
  import { readFileSync } from "node:fs";
  import { Socket } from "node:net";
  import { wireEnding } from "./src/interpret/index.ts";
  import { createHttpRunner } from "./src/run/http/index.ts";
  const specs = JSON.parse(readFileSync(0, "utf8"));
  // No connection is closed for being idle: who waits for that waits forever.
  Socket.prototype.setTimeout = function () { return this; };
  const runner = createHttpRunner();
  const results = [];
  for (const spec of specs) {
    const { ms, ending, ...result } = await runner.run(spec, new AbortController().signal);
    const text = (bytes) => Buffer.from(bytes).toString();
    results.push({ ...wireEnding(ending), ...result, stdout: text(result.stdout), stderr: text(result.stderr) });
  }
  console.log(JSON.stringify(results));
`;

/** Runs posts in a process of its own: what a certificate is worth is settled when a process starts. */
export class Elsewhere {
  private readonly folder = temporaryFolder();
  private readonly main = join(this.folder, "main.mjs");

  static async prepare(): Promise<Elsewhere> {
    const place = new Elsewhere();
    await build({
      stdin: { contents: program, resolveDir: process.cwd(), loader: "ts" },
      outfile: place.main,
      bundle: true,
      platform: "node",
      format: "esm",
    });
    return place;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Each result, as text and without its time, once the process has ended; nobody asks it to. */
  async run(
    specs: readonly HttpSpec[],
    env: Readonly<Record<string, string>>,
  ): Promise<readonly object[]> {
    const options = { env: { PATH: process.env["PATH"], ...env }, timeout: 200_000 };
    const running = promisify(execFile)(process.execPath, [this.main], options);
    running.child.stdin?.end(JSON.stringify(specs));
    const { stdout } = await running;
    return JSON.parse(stdout) as readonly object[];
  }
}
