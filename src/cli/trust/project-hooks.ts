import { homedir } from "node:os";
import { defaultHome, loadSettings, type Hook } from "../../config/index.js";
import { findTestFiles, kindOf, testProgram } from "../../hook-tests/index.js";
import { isProjectLayer } from "../../layer/index.js";
import type { Problem } from "../../problem/index.js";
import type { Trust } from "../../trust/index.js";
import { openProjectHosts } from "../open-project-hosts.js";

/** The hooks of the project in which the command runs, read as data. */
export interface ProjectHooks {
  readonly trust: Trust;
  readonly hooks: readonly Hook[];
  /** What is wrong with the files that they are in. */
  readonly problems: readonly Problem[];
  /** Not every hook of the project is known. */
  readonly isBroken: boolean;
}

/** Reads them, of all hosts or of the one that is named. Only for commands with which somebody reviews them. */
export function readProjectHooks(wanted: string | null): ProjectHooks {
  const { hosts, trust } = openProjectHosts(wanted, false);
  const places = { projectDir: trust.project, home: defaultHome(), userHome: homedir() };
  const settings = loadSettings({ ...places, trustProject: true });
  const isOwn = wanted === null || wanted === "snaphook";
  const own = isOwn ? [...settings.hooks, ...testPrograms(trust.project)] : [];
  const hooks = [...own, ...hosts.flatMap((host) => host.hooks())].filter(({ source }) =>
    isProjectLayer(source.layer),
  );
  const files = [...settings.files, ...hosts.flatMap(({ config }) => config.files)];
  const found = [...settings.problems, ...hosts.flatMap(({ config }) => config.problems)];
  const problems = found.filter(
    ({ file, severity }) =>
      files.some(
        ({ layer, path }) => path === file && (layer === "project" || layer === "local"),
      ) &&
      (severity === "error" || settings.files.some(({ path }) => path === file)),
  );
  const isBroken = problems.some(({ severity }) => severity === "error");
  return { trust, hooks, problems, isBroken };
}

/** Programs that make tests are code of the project too. */
function testPrograms(projectDir: string): readonly Hook[] {
  return findTestFiles(projectDir)
    .filter((file) => kindOf(file) === "program")
    .map((file) => testProgram(projectDir, file));
}
