import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { TelemetryTrouble } from "../../src/telemetry/index.js";
import { temporaryFolder } from "../workspace.js";

/**
 * A host that fires an event, works until a connection is begun and for a while, and then has nothing more to do; it may close
 * telemetry first.
 */
const source = `
  import { Socket } from "node:net";
  import { openTelemetry } from "./src/telemetry/index.ts";
  import { event, whole } from "./tests/telemetry/records.ts";
  const [endpoint, ending, wait] = process.argv.slice(2);
  const troubles = [];
  const onTrouble = (trouble) => troubles.push(trouble);
  // Requests and pauses last, and connections are kept, for longer than any test: who waits for them does not end.
  Socket.prototype.setTimeout = function () { return this; };
  const { connect } = Socket.prototype;
  const begun = new Promise((resolve) => {
    Socket.prototype.connect = function (...given) {
      resolve();
      return connect.apply(this, given);
    };
  });
  const long = { requestMs: 1e9, retryMs: 1e9, pauseMs: 1e9, longestPauseMs: 1e9 };
  const limits = { ...long, delayMs: Number(wait) };
  const telemetry = openTelemetry({ endpoint, onTrouble, limits });
  whole("e1").forEach(telemetry.take);
  if (wait !== "1") telemetry.take(event("e2"));
  const work = setInterval(() => {}, 50);
  if (wait === "1") await begun;
  await new Promise((wake) => setTimeout(wake, 300));
  clearInterval(work);
  const closed = ending === "closes" ? await telemetry.close() : null;
  process.on("exit", () => {
    console.log(JSON.stringify({ closed, troubles, stats: telemetry.stats }));
  });
`;

/** What a host in a process of its own saw. */
export interface Seen {
  readonly closed: { readonly sent: number; readonly lost: number } | null;
  readonly troubles: readonly TelemetryTrouble[];
  readonly stats: { readonly queued: number };
}

/** Runs a host in a process of its own: some settings hold for a whole process, and only a process can end. */
export class Elsewhere {
  private readonly folder = temporaryFolder();
  private readonly host = join(this.folder, "host.mjs");

  static async prepare(): Promise<Elsewhere> {
    const place = new Elsewhere();
    await build({
      stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
      outfile: place.host,
      bundle: true,
      platform: "node",
      format: "esm",
    });
    return place;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async run(
    endpoint: string,
    ending: "closes" | "just ends",
    env: Readonly<Record<string, string>> = {},
    delayMs = 1,
  ): Promise<Seen> {
    const options = { env: { PATH: process.env["PATH"], ...env }, timeout: 200_000 };
    const words = [this.host, endpoint, ending, String(delayMs)];
    const { stdout } = await promisify(execFile)(process.execPath, words, options);
    return JSON.parse(stdout) as Seen;
  }
}
