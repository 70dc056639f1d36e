import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

/** What the command can load or start while it answers an event, directly or as the resident engine, in the folder of the command. */
export const programFiles: readonly string[] = [
  "main.js",
  "package.json",
  "commands/bridge.js",
  "commands/bridge-fire.js",
  "commands/serve.js",
  "commands/serve-worker.js",
  "commands/engine-thread.js",
  "commands/re2js.js",
  "commands/send-telemetry.js",
  "commands/ask-fleet.js",
  "commands/keeper-main.js",
  "commands/module-main.mjs",
  "commands/module-thread.mjs",
];

interface Known {
  /** Of the state in which the files were read. */
  readonly signature: string;
  readonly content: string;
}

/** The program of this process: its files as they were when it started, and its Node. */
export class Program {
  private readonly folder: string;
  private own: Known;
  private readonly others = new Map<string, Known>();
  private readonly node = realpathSync(process.execPath);

  /** Throws where a file is missing. */
  constructor(readonly main: string) {
    this.folder = dirname(main);
    this.own = { signature: signatureOf(this.folder), content: contentOf(this.folder) };
  }

  /** Whether the files still hold what it was started from. npm sets the mode of a command again, which changes no byte. */
  isUnchanged(): boolean {
    try {
      const signature = signatureOf(this.folder);
      if (signature === this.own.signature) return true;
      const content = contentOf(this.folder);
      if (content !== this.own.content) return false;
      this.own = { signature, content };
      return true;
    } catch {
      return false;
    }
  }

  /** Whether a command is this very program, here or in another installation, byte for byte. */
  isMain(main: string, cwd: string): boolean {
    try {
      const real = realpathSync(resolve(cwd, main));
      if (real === this.main) return true;
      const folder = dirname(real);
      if (real !== join(folder, "main.js")) return false;
      const signature = signatureOf(folder);
      const known = this.others.get(folder);
      if (known?.signature === signature) return known.content === this.own.content;
      const content = contentOf(folder);
      this.others.set(folder, { signature, content });
      return content === this.own.content;
    } catch {
      return false;
    }
  }

  /** Whether the caller would run it by the same Node: the one that it names, else the one that `env node` finds. */
  isNode(node: string, path: string | undefined, cwd: string): boolean {
    const found = node === "" ? firstOf("node", path ?? "", cwd) : resolve(cwd, node);
    try {
      return found !== null && realpathSync(found) === this.node;
    } catch {
      return false;
    }
  }
}

function firstOf(name: string, path: string, cwd: string): string | null {
  for (const folder of path.split(delimiter)) {
    const place = resolve(cwd, folder, name);
    try {
      // In most folders there is none, and an error costs more than the look.
      if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) continue;
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // Not here.
    }
  }
  return null;
}

/** Changes with every change of a file: no program can set the change time. */
function signatureOf(folder: string): string {
  return programFiles
    .map((name) => {
      const { dev, ino, size, mtimeNs, ctimeNs } = statSync(join(folder, name), { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join();
    })
    .join(" ");
}

function contentOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of programFiles) {
    const text = readFileSync(join(folder, name));
    hash.update(`${name} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}
