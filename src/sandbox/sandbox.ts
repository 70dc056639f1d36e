import { hash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { codeOf, isFolder, makeFolder, privateFolder, readRegularFile } from "../io/index.js";
import { createRunner, type ProcessResult, type Runner } from "../run/index.js";
import {
  compareTrees,
  contentAt,
  filesIn,
  type FileChange,
  type GivenFile,
} from "./file-changes.js";
import { isolationOf, NOT_READY, type Isolation } from "./isolation.js";
import { MOST_BYTES, ProjectCopy, removeTree } from "./project-copy.js";

/** A program as it would be started in the project; its paths are those of the project and of the user's home. */
export interface SandboxCommand extends Omit<Parameters<Runner["run"]>[0], "takesChildren"> {
  /** A program that is not found along the PATH. */
  readonly without?: string;
  /** What it finds in the project in addition (`~/` before a path: in its home folder); null is a file that it does not find. */
  readonly files?: ReadonlyMap<string, GivenFile | null>;
}

export interface SandboxOptions {
  /** Canonical. */
  readonly projectDir: string;
  /** The user's home folder. The program gets an empty one. */
  readonly userHome: string;
  /** Files of the user's home folder that the empty one has as well. */
  readonly homeFiles?: readonly string[];
  /** Folders of programs that are started in it: they are in sight also where they are below /tmp. */
  readonly programs?: readonly string[];
  /** Where folders for running programs are. */
  readonly parent: string;
}

/** Before a path: it is in the home folder. */
const HOME = "~/";

/** A file that cannot be put into a sandbox. */
class FileNotGiven extends Error {}

/** Variables that a program gets as they are: none of them holds a credential. */
const harmless = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "USER", "LOGNAME", "SHELL"];

/**
 * A copy of a project in which programs can be run. Each run begins with the project as it was copied, an empty home
 * folder and an empty folder for temporary files, and when it has ended, nothing of it is left. What the system can
 * do besides, `level` says; it cannot keep a program from reading what its user can read.
 */
export class Sandbox {
  readonly level: Isolation["level"];
  private readonly root: string;
  private readonly copy: ProjectCopy;
  private readonly isolation: Isolation;
  private readonly runner: Runner;
  /** What was in the home folder when the last run began. */
  private homeBefore: ReadonlyMap<string, string | null> = new Map();
  private readonly onExit = (): void => this.close();

  /** Throws `TooLarge`, and where there is no room for the copy. */
  constructor(private readonly options: SandboxOptions) {
    this.root = realpathSync(privateFolder(options.parent));
    process.once("exit", this.onExit);
    try {
      const { root } = this;
      this.copy = new ProjectCopy(options.projectDir, join(root, "project"), options.parent);
      mkdirSync(join(root, "tmp"), { mode: 0o700 });
      const { shared } = this.copy;
      const { projectDir: project } = options;
      const programs = [dirname(process.execPath), ...(options.programs ?? [])];
      this.isolation = isolationOf({ root, project, shared, programs });
      this.level = this.isolation.level;
      const base = harmless.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      this.runner = createRunner({ keeper: false, base: Object.fromEntries(base) });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The folder for temporary files, by the path that programs in the sandbox have for it. */
  get temporary(): string {
    return this.level === "full" ? "/tmp" : join(this.root, "tmp");
  }

  /** Whether a file of the project, or of the home folder, is in the sandbox with this content. */
  holds(path: string, sha256: string): boolean {
    const { projectDir, userHome, homeFiles = [] } = this.options;
    const inner = relative(projectDir, path);
    const isCopied = inner.split(sep)[0] !== "..";
    // What belongs to neither is the same in the sandbox.
    if (!isCopied && !homeFiles.includes(path)) return !path.startsWith(`${userHome}${sep}`);
    const isShared = this.copy.shared.some((place) => inner.startsWith(`${place}${sep}`));
    if (isShared && this.level !== "full") return false;
    const place = isCopied && !isShared ? join(this.copy.folder, inner) : path;
    try {
      const bytes = readRegularFile(place, MOST_BYTES);
      return Buffer.isBuffer(bytes) && hash("sha256", bytes, "hex") === sha256;
    } catch {
      return false;
    }
  }

  /** Never rejects. Whatever it has started has ended when this settles. */
  async run(command: SandboxCommand, signal: AbortSignal): Promise<ProcessResult> {
    const { without } = command;
    const fault = this.begin(command);
    if (fault !== null) return notStarted(fault);
    const { temporary } = this;
    const { file, args, cwd, env, stdin, timeoutMs, outputBytes } = this.placed(command);
    const isFull = this.level === "full";
    const searchPath = without === undefined ? env["PATH"] : join(temporary, "programs");
    // The PATH of the program is not that by which the sandbox finds its own tools.
    const { PATH: _path, ...variables } = env;
    const setPath = searchPath === undefined ? [] : ["env", `PATH=${searchPath}`];
    const [program = file, ...words] = this.isolation.wrap(cwd, [...setPath, file, ...args]);
    const result = await this.runner.run(
      {
        file: program,
        args: words,
        cwd: isFull ? "/" : cwd,
        env: {
          ...variables,
          HOME: join(temporary, "home"),
          TMPDIR: temporary,
          // Not what somebody has compiled before.
          PYTHONPYCACHEPREFIX: join(temporary, "compiled"),
          // A hook that is recorded runs by itself.
          SNAPHOOK_RECORD: "off",
        },
        stdin,
        timeoutMs,
        outputBytes,
        // In processes of its own the system sees to it.
        takesChildren: !isFull,
      },
      signal,
    );
    const { ending } = result;
    return isFull && ending.type === "exited" && ending.code === NOT_READY
      ? notStarted("the sandbox could not be made ready")
      : this.asInProject(result);
  }

  /** What the last run has done to files of the project and of its home folder. */
  changes(): readonly FileChange[] {
    const before = new Map(
      Array.from(this.homeBefore, ([path, content]) => [path, () => content] as const),
    );
    const inHome = compareTrees(join(this.root, "tmp", "home"), before);
    return [
      ...this.copy.changes(),
      ...inHome.map(({ path, state }) => ({ path: `${HOME}${path}`, state })),
    ];
  }

  /** What the last run has left at a path; null where there is no such file. */
  read(path: string): string | null {
    return textAt(this.placeOf(path));
  }

  /** What a run has written by now to a file of its folder for temporary files; empty where there is none. */
  readTemporary(name: string): string {
    const { projectDir } = this.options;
    const text = textAt(join(this.root, "tmp", name)) ?? "";
    return this.level === "full" ? text : text.replaceAll(this.copy.folder, projectDir);
  }

  /** Removes everything. */
  close(): void {
    process.off("exit", this.onExit);
    this.runner?.close();
    removeTree(this.root);
  }

  /** Makes everything what it was before the first run. Gives back what is wrong, or null. */
  private begin({ without, files = new Map() }: SandboxCommand): string | null {
    const own = join(this.root, "tmp");
    const { userHome, homeFiles = [] } = this.options;
    try {
      this.copy.restore();
      removeTree(own);
      makeFolder(join(own, "home"), 0o700);
      for (const file of homeFiles) {
        const place = join(own, "home", relative(userHome, file));
        makeFolder(dirname(place), 0o700);
        copyFileSync(file, place);
      }
      for (const [path, file] of files) this.give(path, file);
      const home = join(own, "home");
      this.homeBefore = new Map(
        filesIn(home, "").map((path) => [path, contentAt(join(home, path))]),
      );
      if (without !== undefined) linkPrograms(join(own, "programs"), without);
      return null;
    } catch (error) {
      if (error instanceof FileNotGiven) return error.message;
      return `the sandbox could not be made ready: ${codeOf(error) || String(error)}`;
    }
  }

  private give(path: string, file: GivenFile | null): void {
    const isInHome = path.startsWith(HOME);
    const inner = normalize(isInHome ? path.slice(HOME.length) : path);
    if (inner === "." || inner.split(sep)[0] === ".." || isAbsolute(inner))
      throw new FileNotGiven(`${path} is not in the project and does not begin with ~/`);
    if (!isInHome && this.copy.isInShared(inner))
      throw new FileNotGiven(`${path} is in a folder that is not copied`);
    if (!isInHome) this.copy.put(inner, file);
    else if (file === null) removeTree(this.placeOf(path));
    else {
      makeFolder(dirname(this.placeOf(path)), 0o700);
      writeFileSync(this.placeOf(path), file.bytes, { mode: file.mode });
    }
  }

  private placeOf(path: string): string {
    return path.startsWith(HOME)
      ? join(this.root, "tmp", "home", path.slice(HOME.length))
      : join(this.copy.folder, path);
  }

  /** What it printed, with the project's own path. */
  private asInProject(result: ProcessResult): ProcessResult {
    if (this.level === "full") return result;
    const { projectDir } = this.options;
    const here = (bytes: Uint8Array): Uint8Array => {
      const text = Buffer.from(bytes).toString("latin1");
      const [from, to] = [this.copy.folder, projectDir].map((path) =>
        Buffer.from(path).toString("latin1"),
      ) as [string, string];
      return text.includes(from) ? Buffer.from(text.replaceAll(from, to), "latin1") : bytes;
    };
    return { ...result, stdout: here(result.stdout), stderr: here(result.stderr) };
  }

  /** Where the copy cannot be put in the place of the project, its path is written for that of the project. */
  private placed(command: SandboxCommand): SandboxCommand {
    if (this.level === "full") return command;
    const { projectDir } = this.options;
    const there = (text: string): string => text.replaceAll(projectDir, this.copy.folder);
    const { args, cwd, env, stdin } = command;
    return {
      ...command,
      file: there(command.file),
      args: args.map(there),
      cwd: there(cwd),
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, there(value)])),
      stdin: there(stdin),
    };
  }
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function notStarted(error: string): ProcessResult {
  const nothing = {
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    cut: false,
    stderrCut: false,
  };
  return { ending: { type: "not-started", error }, ...nothing, ms: 0 };
}

/** A folder with every program that is found along the PATH, but for one. */
function linkPrograms(folder: string, without: string): void {
  mkdirSync(folder, { mode: 0o700 });
  const known = new Set([without]);
  for (const place of (process.env["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(place) || !isFolder(place)) continue;
    for (const name of readdirSync(place)) {
      if (known.has(name)) continue;
      known.add(name);
      symlinkSync(join(place, name), join(folder, name));
    }
  }
}
