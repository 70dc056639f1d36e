import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn, type IPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { build, type Plugin } from "esbuild";
import type { Scenario } from "./driver.js";
import { Workspace } from "../workspace.js";

const withoutDevtools: Plugin = {
  name: "without-devtools",
  setup(bundle) {
    const namespace = "nothing";
    bundle.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace }));
    bundle.onLoad({ filter: /.*/, namespace }, () => ({ contents: "export default {};" }));
  },
};

/** Bundles the driver once; gives back where it is. */
export async function bundleDriver(folder: string): Promise<string> {
  const outfile = join(folder, "driver.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("./driver.tsx", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    // Ink loads it only where DEV is set; in one file that becomes an import that is always there.
    plugins: [withoutDevtools],
    define: { "process.env.NODE_ENV": '"production"' },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  return outfile;
}

export interface ScenarioOptions {
  readonly script: Scenario["script"];
  readonly program?: Scenario["program"];
  readonly files?: Readonly<Record<string, string>>;
  readonly guardMs?: number;
}

export interface PtyOptions extends ScenarioOptions {
  readonly driver: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A workspace, and the scenario of a driver that works in it. */
export class ScenarioWorkspace extends Workspace {
  readonly scenario = join(this.root, "scenario.json");

  constructor({ script, program = {}, files = {}, guardMs = 0 }: ScenarioOptions) {
    super();
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    const { project: workspace, userHome: home } = this;
    const scenario: Scenario = { workspace, home, script, program, guardMs };
    writeFileSync(this.scenario, JSON.stringify(scenario));
  }

  /** What a hook has left in the workspace; null where it has left nothing. */
  read(path: string): string | null {
    const place = join(this.project, path);
    return existsSync(place) ? readFileSync(place, "utf8") : null;
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.userHome,
      TERM: "xterm-256color",
      ...more,
    };
  }
}

/** Waits until it holds; what is reported is part of the error where it never does. */
export async function until(holds: () => boolean, report: () => string): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    if (holds()) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  throw new Error(`it never came to that; ${report()}`);
}

const WAIT_MS = 240_000;

/** A real terminal in which the UI runs: what is pressed goes through a pty, what is seen is what xterm shows. */
export class PtyTerminal {
  readonly workspace: ScenarioWorkspace;
  private readonly screen: InstanceType<typeof xterm.Terminal>;
  private readonly pty: IPty;
  /** Everything that was written, as it came. */
  raw = "";
  exit: { exitCode: number; signal?: number | undefined } | null = null;

  constructor(options: PtyOptions) {
    const { columns = 80, rows = 24 } = options;
    this.workspace = new ScenarioWorkspace(options);
    this.screen = new xterm.Terminal({
      cols: columns,
      rows,
      allowProposedApi: true,
      scrollback: 5000,
    });
    this.pty = spawn(process.execPath, [options.driver, this.workspace.scenario], {
      cols: columns,
      rows,
      cwd: this.workspace.project,
      env: this.workspace.environment(options.environment),
    });
    this.pty.onData((data) => {
      this.raw += data;
      this.screen.write(data);
    });
    this.pty.onExit((exit) => {
      this.exit = exit;
    });
  }

  /** All lines, with what has scrolled away. */
  lines(): string[] {
    const { active } = this.screen.buffer;
    return Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? "",
    );
  }

  text(): string {
    return this.lines().join("\n");
  }

  press(keys: string): void {
    this.pty.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  hangUp(): void {
    this.pty.kill("SIGHUP");
  }

  /** Waits until the screen shows it. */
  shows(wanted: string | RegExp): Promise<void> {
    const holds = (): boolean =>
      typeof wanted === "string" ? this.text().includes(wanted) : wanted.test(this.text());
    return until(holds, () => `wanted: ${String(wanted)}\non the screen:\n${this.text()}`);
  }

  /** Waits until nothing is drawn any more: what is drawn while a terminal changes its size is lost. */
  async isQuiet(): Promise<void> {
    let [length, polls] = [-1, 0];
    await until(
      () => {
        polls = this.raw.length === length ? polls + 1 : 0;
        ({ length } = this.raw);
        return polls >= 15;
      },
      () => `it keeps drawing:\n${this.text()}`,
    );
  }

  /** Writes a line and sends it, once it is seen in the box. */
  async submit(line: string): Promise<void> {
    this.press(line);
    await this.shows(`> ${line}`);
    this.press("\r");
  }

  /** Waits until the program has ended and all that it wrote is on the screen: xterm takes its time. */
  async ended(): Promise<void> {
    await until(
      () => this.exit !== null,
      () => `it still runs; on the screen:\n${this.text()}`,
    );
    await new Promise<void>((written) => this.screen.write("", written));
  }

  close(): void {
    if (this.exit === null) this.pty.kill("SIGKILL");
    this.screen.dispose();
  }
}
