import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../workspace.js";

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly "working-directory": string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Recipe {
  readonly id: string;
  readonly entry: string;
}

export interface Ended {
  readonly name: string;
  readonly status: number | null;
  readonly output: string;
}

const guard = `#!/bin/sh
input=$(cat)
case $input in *'"command":"'?*) ;; *) echo "no command" >&2; exit 2;; esac
case $input in *"rm -rf"*) echo "no rm -rf" >&2; exit 2;; esac
`;
const hookTest = (outcome: string): object => ({
  given: { event: "PreToolUse", tool: "Bash", input: { command: "rm -rf /" } },
  expect: { outcome },
});

/** A repository with a guard that holds, its test and its lock file, in which somebody else has installed the package. */
export class CheckedRepository {
  readonly folder = temporaryFolder();
  private readonly home = temporaryFolder();

  constructor(installed: string) {
    symlinkSync(join(installed, "node_modules"), join(this.folder, "node_modules"));
    mkdirSync(join(this.folder, ".snaphook"));
    this.settings("./guard.sh");
    this.write("guard.sh", guard);
    this.test("block");
    this.snaphook("trust", "lock");
  }

  settings(command: string, onFailure = "block"): void {
    const hook = { name: "guard", command, onFailure };
    const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] };
    this.write(".snaphook/settings.json", JSON.stringify({ hooks }));
  }

  /** Writes the one test, which expects this. */
  test(outcome: string): void {
    const file = { tests: [{ name: "rm -rf", ...hookTest(outcome) }] };
    this.write("guard.hooktest.json", JSON.stringify(file));
  }

  /** The package is not installed here any more. */
  uninstall(): void {
    rmSync(join(this.folder, "node_modules"));
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text, { mode: 0o755 });
  }

  snaphook(...args: readonly string[]): Ended {
    const bin = join(this.folder, "node_modules/.bin/snaphook");
    return this.start(args.join(" "), bin, args, {});
  }

  /** Runs the steps of action.yml as GitHub does it; the first that fails ends it. */
  runAction(given: Readonly<Record<string, string>> = {}): readonly Ended[] {
    const { inputs, runs } = parse(readFileSync("action.yml", "utf8")) as Action;
    const value = (name: string): string => given[name] ?? inputs[name]?.default ?? "";
    const filled = (text: string): string =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => value(name));
    const pathFile = join(this.home, "path");
    const ended: Ended[] = [];
    for (const { name, if: condition, shell, run, env = {}, ...rest } of runs.steps) {
      if (condition !== undefined && !isWanted(condition, value("checks"))) continue;
      const added = existsSync(pathFile) ? readFileSync(pathFile, "utf8").split("\n") : [];
      const variables = {
        RUNNER_TEMP: this.home,
        GITHUB_ACTION_PATH: process.cwd(),
        GITHUB_PATH: pathFile,
        PATH: [...added.filter(Boolean), process.env["PATH"]].join(":"),
        ...Object.fromEntries(Object.entries(env).map(([key, text]) => [key, filled(text)])),
      };
      if (shell !== "bash") throw new Error(`${name}: shell ${shell}`);
      const flags = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
      const folder = join(this.folder, filled(rest["working-directory"]));
      const last = this.start(name, "bash", flags, variables, folder);
      ended.push(last);
      if (last.status !== 0) break;
    }
    return ended;
  }

  /** Runs every hook of .pre-commit-hooks.yaml as pre-commit does it: by its words, without a shell. */
  runPreCommit(): readonly Ended[] {
    const recipes = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly Recipe[];
    const bin = join(this.folder, "node_modules/.bin");
    return recipes.map(({ id, entry }) => {
      const [command = "", ...args] = entry.split(" ");
      return this.start(id, command, args, { PATH: `${bin}:${process.env["PATH"]}` });
    });
  }

  private start(
    name: string,
    command: string,
    args: readonly string[],
    variables: NodeJS.ProcessEnv,
    cwd = this.folder,
  ): Ended {
    // Nothing is fetched in tests.
    const own = {
      npm_config_offline: "true",
      HOME: this.home,
      SNAPHOOK_HOME: join(this.home, ".snaphook"),
    };
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd,
      env: { ...process.env, ...own, ...variables },
      encoding: "utf8",
      timeout: 300_000,
    });
    return { name, status, output: stdout + stderr };
  }
}

/** The one form of condition that the steps use. */
function isWanted(condition: string, checks: string): boolean {
  const [, check] =
    /^\$\{\{ contains\(format\(' \{0\} ', inputs\.checks\), ' (\w+) '\) \}\}$/.exec(condition) ??
    [];
  if (check === undefined) throw new Error(`a condition that nobody can evaluate: ${condition}`);
  return ` ${checks} `.includes(` ${check} `);
}

export const isThere = "Snaphook: 0";
const pinned = "Hooks are what snaphook.lock pins: 0";

/** What becomes of a repository in the action: how each step ends, and what the last one prints. */
export const repositories: readonly [
  what: string,
  change: (repository: CheckedRepository) => void,
  steps: readonly string[],
  printed: RegExp,
][] = [
  [
    "a repository in which all is well passes every check",
    () => {},
    [isThere, pinned, "Lint: 0", "Test: 0", "Verify: 0"],
    /0 of 1 guard is open/,
  ],
  [
    "a hook that is not what was pinned ends it",
    (repository) => repository.write("guard.sh", "#!/bin/sh\n"),
    [isThere, "Hooks are what snaphook.lock pins: 3"],
    /guard\.sh/,
  ],
  [
    "a finding of lint ends it",
    (repository) => {
      repository.settings("./missing.sh");
      repository.snaphook("trust", "lock");
    },
    [isThere, pinned, "Lint: 1"],
    /::error file=/,
  ],
  [
    "a test that fails ends it",
    (repository) => repository.test("proceed"),
    [isThere, pinned, "Lint: 0", "Test: 1"],
    /::error file=/,
  ],
  [
    "a guard that is open under a fault ends it",
    (repository) => {
      repository.settings("./guard.sh", "continue");
      repository.snaphook("trust", "lock");
    },
    [isThere, pinned, "Lint: 0", "Test: 0", "Verify: 1"],
    /open/,
  ],
];
