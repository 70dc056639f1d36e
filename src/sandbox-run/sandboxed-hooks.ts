import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isProjectLayer } from "../layer/index.js";
import { Sandbox, type FileChange, type GivenFile } from "../sandbox/index.js";
import { fileOf, type HookTrust } from "../trust/index.js";
import { RESULTS, type FireRequest, type FireResult, type SandboxEvent } from "./fire-request.js";
import { homeFilesOf, type ProjectHooks, type ProjectPlaces } from "./project-hooks.js";

/** What a run in the sandbox finds, and what is fired. */
export interface SandboxFiring {
  readonly events: readonly SandboxEvent[];
  readonly files?: ReadonlyMap<string, GivenFile | null>;
  readonly env?: Readonly<Record<string, string>>;
  readonly dialect?: string;
  /** All hooks of the project run, also those that only `files` bring. */
  readonly trustsAll?: boolean;
  readonly timeoutMs: number;
  /** Called now and then with the number of events that are done. */
  readonly onProgress?: (done: number) => void;
}

const main = fileURLToPath(new URL("./fire-main.js", import.meta.url));
/** Of this package: the program is in dist/cli/commands. */
const packageFolder = resolve(main, "../../../..");
const LOOK_MS = 250;
const STDERR_KEPT = 64 * 1024;

/**
 * A copy of a project in which its hooks run as Snaphook or a host runs them, all of it in the sandbox: matching, starting,
 * reading, hooks that stay, permission rules. What was not approved is not there.
 */
export class SandboxedHooks {
  private readonly sandbox: Sandbox;
  private readonly hooks: readonly HookTrust[];
  private readonly ownSettings: ReadonlyMap<string, GivenFile>;

  /** Of the hosts whose hooks will be fired at. Throws where there is no room for a copy. */
  constructor(
    project: ProjectHooks,
    private readonly places: Omit<ProjectPlaces, "trustProject">,
    hosts: readonly string[],
  ) {
    const found = hosts.map((host) => project.of(host));
    this.hooks = found.flatMap(({ hooks }) => hooks.filter(({ runs }) => runs));
    const { userHome, home, includesUser } = places;
    const { projectDir } = project;
    const settings = found
      .flatMap(({ files }) => files)
      .filter((path) => includesUser && path.startsWith(`${userHome}${sep}`))
      .filter((path) => !path.startsWith(`${projectDir}${sep}`));
    this.sandbox = new Sandbox({
      projectDir,
      userHome,
      homeFiles: [...new Set([...settings, ...homeFilesOf(this.hooks, { projectDir, userHome })])],
      programs: [packageFolder],
      parent: join(home, "running"),
    });
    const own = join(home, "settings.json");
    this.ownSettings =
      includesUser && existsSync(own)
        ? new Map([["~/.snaphook/settings.json", { bytes: readFileSync(own), mode: 0o600 }]])
        : new Map();
  }

  /** How far hooks are kept in. */
  get level(): Sandbox["level"] {
    return this.sandbox.level;
  }

  /** The first file of an approved hook that is not in the copy as it was approved, or null. */
  missing(): string | null {
    const { projectDir, userHome } = this.places;
    const states = this.hooks
      .filter(({ hook }) => isProjectLayer(hook.source.layer))
      .flatMap(({ fingerprint }) => fingerprint.states.map(fileOf))
      .filter(({ path }) => [projectDir, userHome].some((one) => path.startsWith(`${one}${sep}`)));
    return states.find(({ path, sha256 }) => !this.sandbox.holds(path, sha256))?.path ?? null;
  }

  /** A result for each event, in their order; never rejects. The project is as it was copied when the first is fired. */
  async fire(firing: SandboxFiring, signal: AbortSignal): Promise<readonly FireResult[]> {
    const { events, files, env = {}, dialect, trustsAll, timeoutMs, onProgress } = firing;
    const { includesUser, projectDir } = this.places;
    const request: FireRequest = {
      projectDir,
      includesUser,
      approved: trustsAll === true ? null : this.hooks.map(({ hook }) => hook.id),
      env,
      ...(dialect !== undefined && { dialect }),
      events,
    };
    const timer =
      onProgress === undefined
        ? undefined
        : setInterval(() => onProgress(linesOf(this.sandbox).length), LOOK_MS);
    const { ending, stderr } = await this.sandbox.run(
      {
        file: process.execPath,
        args: [main],
        cwd: projectDir,
        env: {},
        stdin: JSON.stringify(request),
        files: new Map([...this.ownSettings, ...(files ?? [])]),
        timeoutMs,
        outputBytes: STDERR_KEPT,
      },
      signal,
    );
    clearInterval(timer);
    const results = linesOf(this.sandbox).map((line) => JSON.parse(line) as FireResult);
    const printed = new TextDecoder().decode(stderr).trim();
    const fault =
      faultOf(ending, timeoutMs) ?? (printed || "the program in the sandbox gave no answer");
    return events.map((_, index) => results[index] ?? { fault });
  }

  /** What the last `fire` has done to files. */
  changes(): readonly FileChange[] {
    return this.sandbox.changes();
  }

  /** A file as the last `fire` has left it; null where there is none. */
  read(path: string): string | null {
    return this.sandbox.read(path);
  }

  /** Removes everything. */
  close(): void {
    this.sandbox.close();
  }
}

/** Whole lines only: the last one may still be written. */
function linesOf(sandbox: Sandbox): string[] {
  return sandbox.readTemporary(RESULTS).split("\n").slice(0, -1);
}

function faultOf(
  ending: Awaited<ReturnType<Sandbox["run"]>>["ending"],
  timeoutMs: number,
): string | null {
  switch (ending.type) {
    case "exited":
      return null;
    case "signalled":
      return `the program in the sandbox was killed by ${ending.signal}`;
    case "timed-out":
      return `it took longer than ${timeoutMs / 1000} s`;
    case "not-started":
      return ending.error;
    case "cancelled":
      return "it was interrupted";
  }
}
