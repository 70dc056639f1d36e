import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isRecord, parseJson } from "../json/index.js";
import { Sandbox } from "../sandbox/index.js";
import type { ProjectHooks, ProjectPlaces } from "../sandbox-run/index.js";
import { fileOf } from "../trust/index.js";
import { SourceFault, type TestSource } from "./test-source.js";
import { testProgram } from "./test-program.js";

const main = fileURLToPath(new URL("./load-main.mjs", import.meta.url));
/** Of this package: the program is in dist/cli/commands. */
const packageFolder = resolve(main, "../../../..");

const LONGEST_MS = 60_000;
const STDERR_KEPT = 16 * 1024;
const RESULTS = "snaphook-tests.json";

/** A program that makes tests and that nobody has approved. */
export class NotApproved extends Error {}

/**
 * Runs programs that make tests, each in a sandboxed copy of the project: they are code of the project. Throws a
 * `SourceFault` where it makes none, and `NotApproved`.
 */
export async function loadPrograms(
  files: readonly string[],
  project: ProjectHooks,
  { userHome, home }: ProjectPlaces,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TestSource | SourceFault | NotApproved>> {
  const { projectDir } = project;
  const loaded = new Map<string, TestSource | SourceFault | NotApproved>();
  const sandbox = new Sandbox({
    projectDir,
    userHome,
    programs: [packageFolder],
    parent: join(home, "running"),
  });
  try {
    for (const file of files) {
      const { runs, why, hook, fingerprint } = project.trustOf(testProgram(projectDir, file));
      const other = fingerprint.states
        .map(fileOf)
        .find(
          ({ path, sha256 }) =>
            path.startsWith(`${projectDir}${sep}`) && !sandbox.holds(path, sha256),
        );
      if (!runs) loaded.set(file, new NotApproved(`${hook.id} is not approved: ${why}`));
      else if (other !== undefined)
        loaded.set(file, new NotApproved(`${other.path} is not in the copy as it was approved`));
      else loaded.set(file, await loadOne(file, sandbox, projectDir, signal));
    }
    return loaded;
  } finally {
    sandbox.close();
  }
}

async function loadOne(
  file: string,
  sandbox: Sandbox,
  projectDir: string,
  signal: AbortSignal,
): Promise<TestSource | SourceFault> {
  const flags = typeScriptFlags(file);
  if (flags === null)
    return new SourceFault(
      `Node ${process.version} cannot read TypeScript; use Node 22.18 or newer, or write it as .hooktest.mjs`,
      null,
    );
  const { ending, stderr } = await sandbox.run(
    {
      file: process.execPath,
      args: [...flags, main, file, join(sandbox.temporary, RESULTS)],
      cwd: projectDir,
      env: {},
      stdin: "",
      timeoutMs: LONGEST_MS,
      outputBytes: STDERR_KEPT,
    },
    signal,
  );
  const answer = parseJson(sandbox.readTemporary(RESULTS));
  if (isRecord(answer) && "content" in answer)
    return { value: answer["content"], lineOf: () => null };
  const printed = new TextDecoder().decode(stderr).trim();
  const why =
    isRecord(answer) && typeof answer["fault"] === "string"
      ? answer["fault"]
      : ending.type === "timed-out"
        ? `it took longer than ${LONGEST_MS / 1000} s`
        : printed || `it ended without tests (${ending.type})`;
  return new SourceFault(why, null);
}

/** What Node needs to read TypeScript; null where it cannot. */
function typeScriptFlags(file: string): readonly string[] | null {
  if (!/\.m?ts$/.test(file)) return [];
  const { typescript } = process.features as { readonly typescript?: unknown };
  if (typescript !== undefined && typescript !== false) return [];
  const flag = "--experimental-strip-types";
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : null;
}
