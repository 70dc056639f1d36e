import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { HttpSpec } from "./post.js";
import { temporaryFolder } from "../workspace.js";

/** What a process of its own saw. */
export interface Seen {
  /** Each result, as text, without its time. */
  readonly results: readonly object[];
  /** From the last answer to the end of the process, which nobody has asked to end. */
  readonly lingeredMs: number;
}

const program = `
  import { readFileSync } from "node:fs";
  import { wireEnding } from "./src/interpret/index.ts";
  import { createHttpRunner } from "./src/run/http/index.ts";
  const specs = JSON.parse(readFileSync(0, "utf8"));
  const runner = createHttpRunner();
  const results = [];
  for (const spec of specs) {
    const { ms, ending, ...result } = await runner.run(spec, new AbortController().signal);
    const text = (bytes) => Buffer.from(bytes).toString();
    results.push({ ...wireEnding(ending), ...result, stdout: text(result.stdout), stderr: text(result.stderr) });
  }
  const answered = performance.now();
  process.on("exit", () => {
    console.log(JSON.stringify({ results, lingeredMs: performance.now() - answered }));
  });
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

  async run(specs: readonly HttpSpec[], env: Readonly<Record<string, string>>): Promise<Seen> {
    const options = { env: { PATH: process.env["PATH"], ...env }, timeout: 200_000 };
    const running = promisify(execFile)(process.execPath, [this.main], options);
    running.child.stdin?.end(JSON.stringify(specs));
    const { stdout } = await running;
    return JSON.parse(stdout) as Seen;
  }
}
