import { dirname, join } from "node:path";
import { isCancel, select } from "@clack/prompts";
import { RegisterError } from "../../bridge/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { isFolder, makeFolder, replaceFile } from "../../io/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { canonicalPath } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import { agreed } from "../bridge/agree.js";
import { bridgeFor, hostOf } from "../bridge/bridge-input.js";
import { nextSteps } from "../bridge/host-install.js";
import { init as spec } from "../command-spec.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { planGuard, type GuardPlan, type PlannedFile } from "../init/guard-plan.js";
import {
  canRun,
  languageNames,
  languageOf,
  languages,
  type LanguageName,
} from "../init/languages.js";
import { approveGuard, tryCommand } from "../init/try-guard.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const FAILED = 1;
const REFUSED = 3;

const refusedCommand = "rm -rf build";
const harmlessCommand = "ls -la";

/** Writes a guard with its settings, approves it, and shows that it blocks. */
export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  if (given.positionals.length > 0)
    throw new UsageError(`init takes options only, not ${given.positionals.join(" ")}`);
  const projectDir = canonicalPath(process.cwd());
  const host = await chooseHost(given, projectDir);
  const language = host === null ? null : await chooseLanguage(given);
  if (host === null || language === null) return REFUSED;
  const plan = readable(host, () => planGuard(host, language, projectDir));
  const isJson = given.flag("json");
  for (const file of plan.files)
    if (!(await write(file, projectDir, given.flag("yes"), isJson))) return REFUSED;
  const id = await approveGuard(host, plan.command);
  const guard = { host, id, event: plan.event, command: plan.command };
  const samples = [refusedCommand, harmlessCommand].map((line) => tryCommand(guard, line));
  const [refused, harmless] = samples;
  const works = refused?.outcome === "block" && harmless?.outcome !== "block";
  if (isJson) {
    const files = plan.files.map(({ path }) => path);
    writeAll(1, `${toJsonText({ host, language, files, id, ok: works, samples })}\n`);
    return works ? 0 : FAILED;
  }
  const paint = paintForStdout();
  say(1, `approved ${forTerminalLine(id)}\n\n`);
  for (const { command, outcome, reason } of samples) {
    const word = outcome === "block" ? paint.red("BLOCK") : paint.green(outcome);
    say(
      1,
      `Bash: ${command}\n  ${word}${reason === null ? "" : `: ${forTerminalLine(reason.trim())}`}\n`,
    );
  }
  const [script, settings] = plan.files;
  say(
    1,
    works
      ? `\nThe guard works. Edit ${script?.path}, then approve the change: snaphook trust review\n`
      : "\nThe guard is written, but it did not do this as it should: snaphook why PreToolUse\n",
  );
  if (refused?.notYet !== undefined && settings !== undefined) {
    say(1, `${host} does not run it yet: ${forTerminalLine(refused.notYet)}\n`);
    const path = join(projectDir, settings.path);
    const steps = nextSteps(host, path, settings.after, [plan.command]);
    say(1, steps.map((line) => `${forTerminalLine(line)}\n`).join(""));
  }
  return works ? 0 : FAILED;
}

/** The one whose folder is here; Snaphook's own where none is. Null where the question was cancelled. */
async function chooseHost(given: Arguments, projectDir: string): Promise<string | null> {
  const wanted = given.text("host");
  if (wanted === "snaphook") return wanted;
  if (wanted !== undefined) return hostOf("host", wanted);
  const known = bridgedHosts().map(({ name }) => name);
  const hasFolder = (path: string): boolean => isFolder(join(projectDir, dirname(path)));
  const here = [
    ...(hasFolder(".snaphook/settings.json") ? ["snaphook"] : []),
    ...known.filter((name) => hasFolder(bridgeFor(name).install.path)),
  ];
  const [first = "snaphook", ...others] = here;
  if (!isAsking(given)) {
    if (others.length === 0) return first;
    throw new UsageError(`which agent? Give --host with one of: ${here.join(", ")}`);
  }
  const answer = await select({
    message: "Which agent should run the guard?",
    initialValue: first,
    options: ["snaphook", ...known].map((value) => ({
      value,
      label: value,
      ...(here.includes(value) && { hint: "found in this folder" }),
    })),
  });
  return isCancel(answer) ? null : answer;
}

async function chooseLanguage(given: Arguments): Promise<LanguageName | null> {
  const wanted = given.text("language");
  if (wanted !== undefined) return languageOf(wanted);
  const usable = languageNames.filter(canRun);
  const [first] = usable;
  if (first === undefined) throw new UsageError(`a guard needs ${languages.node.needs}`);
  if (!isAsking(given)) return first;
  const answer = await select({
    message: "Which language should it be written in?",
    initialValue: first,
    options: usable.map((value) => ({ value, label: value, hint: languages[value].file })),
  });
  return isCancel(answer) ? null : answer;
}

function isAsking(given: Arguments): boolean {
  return !given.flag("yes") && !given.flag("json") && isTerminal(0) && isTerminal(1);
}

/** Whether the file is as planned afterwards. */
async function write(
  { path, before, after, shown = after }: PlannedFile,
  projectDir: string,
  isYes: boolean,
  isJson: boolean,
): Promise<boolean> {
  if (before !== after) {
    if (!(isJson && isYes) && !(await agreed({ path, before, after: shown }, isYes))) return false;
    const target = join(projectDir, path);
    makeFolder(dirname(target));
    replaceFile(target, after);
  }
  const size = `${Math.ceil(Buffer.byteLength(after) / 1024)} KB`;
  const written = shown === after ? "written" : `written, with Snaphook's kit in it (${size})`;
  if (!isJson) say(1, `${path}: ${before === after ? "nothing to change" : written}\n`);
  return true;
}

function readable(host: string, plan: () => GuardPlan): GuardPlan {
  try {
    return plan();
  } catch (error) {
    if (error instanceof RegisterError)
      throw new UsageError(`the settings of ${host} in this project: ${error.message}`);
    throw error;
  }
}
