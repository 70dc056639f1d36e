import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import {
  dangerousCalls,
  givenOf,
  harmlessCalls,
  ownEvent,
  testFileText,
  testOf,
  tryCalls,
  worthTesting,
  type GivenEvent,
  type HookTest,
} from "../../hook-tests/index.js";
import { replaceFile } from "../../io/index.js";
import { callsFor, type Subject } from "../../lint/index.js";
import { eventSpec, isBlockable, samplePayload } from "../../payload/index.js";
import { hostOf, isInFolder, recordedEvents } from "../../recording/index.js";
import { ProjectHooks, SandboxedHooks, type ProjectPlaces } from "../../sandbox-run/index.js";
import { forTerminalLine } from "../../show/index.js";
import { keptOf } from "../../trace/index.js";
import type { HookTrust } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import { agreed } from "../bridge/agree.js";
import { say } from "../fold.js";
import { collect } from "../lint/collect.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";
import { shortPath } from "./test-text.js";

const REFUSED = 3;
const INTERRUPTED = 130;
/** The latest events of a hook that are tried again. */
const MOST_RECORDED = 50;
const FILE = "hooks.hooktest.json";

/** A hook of a host, with what is known of it. */
interface InitHook {
  readonly host: string;
  readonly looked: HookTrust;
  readonly subject: Subject | null;
}

/** Writes first tests: for each hook calls that it restricts and one that it lets pass, as it answers today. */
export async function initTests(
  given: Arguments,
  places: ProjectPlaces,
  signal: AbortSignal,
): Promise<number> {
  const project = new ProjectHooks(places);
  try {
    await project.refresh();
    const hooks = await hooksOf(given, project);
    const waiting = hooks.filter(({ looked }) => !looked.runs);
    for (const { looked } of waiting)
      say(2, `${forTerminalLine(`${looked.hook.id} is not approved: ${looked.why}`)}\n`);
    if (waiting.length > 0) {
      say(
        2,
        "snaphook: look at them: snaphook trust review, or run them once with --trust-project\n",
      );
      return REFUSED;
    }
    const files = await testsFor(hooks, project, places, signal);
    if (signal.aborted) return INTERRUPTED;
    return await write(files, given.flag("yes"));
  } finally {
    project.close();
  }
}

async function hooksOf(given: Arguments, project: ProjectHooks): Promise<readonly InitHook[]> {
  const wanted = given.text("host");
  const { subjects } = await collect(
    { projectDir: project.projectDir, home: homedir() },
    undefined,
  );
  const hosts = wanted === undefined ? project.hosts() : [wanted];
  const hooks = hosts.flatMap((host) =>
    project.of(host).hooks.map((looked): InitHook => {
      const { id, source } = looked.hook;
      const subject = subjects.find(
        ({ hook }) =>
          hook.host === host &&
          (host === "snaphook" ? hook.id : `${host}/${hook.id}`) === id &&
          hook.file === source.file,
      );
      return { host, looked, subject: subject ?? null };
    }),
  );
  if (hooks.length > 0) return hooks.filter(({ looked }) => !looked.hook.disabled);
  throw new UsageError("no hooks in the settings of this folder; write one: snaphook init");
}

/** Tests by the file that they belong in. */
async function testsFor(
  hooks: readonly InitHook[],
  project: ProjectHooks,
  places: ProjectPlaces,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly HookTest[]>> {
  const hosts = [...new Set(hooks.map(({ host }) => host))];
  const sandbox = new SandboxedHooks(project, places, hosts);
  const files = new Map<string, HookTest[]>();
  try {
    const missing = sandbox.missing();
    if (missing !== null)
      throw new UsageError(`${missing} is not in the copy as it was approved; try it again`);
    for (const [index, one] of hooks.entries()) {
      if (signal.aborted) break;
      const { host, looked } = one;
      const { hook } = looked;
      progress(`${index + 1} of ${hooks.length}: ${hook.name} in ${host}`);
      const { projectDir } = project;
      const where = { host, id: hook.id, projectDir, sandbox };
      const calls = callsOf(one, places.home, projectDir);
      const found = worthTesting(await tryCalls(calls, where, signal));
      note(
        one,
        found.map(({ seen }) => seen.outcome),
      );
      const file = join(dirname(hook.source.file ?? projectDir), FILE);
      const tests = files.get(file) ?? [];
      for (const tried of found) tests.push({ ...testOf(tried, hook), hosts: [host] });
      files.set(file, tests);
    }
    return files;
  } finally {
    progress("");
    sandbox.close();
  }
}

/** What a hook is shown: what it was asked in this folder, calls that its script looks for, and calls that guards are there for. */
function callsOf(
  { host, looked: { hook }, subject }: InitHook,
  home: string,
  projectDir: string,
): readonly GivenEvent[] {
  const event = ownEvent(hook.event, host);
  const recorded = recordedEvents(
    join(home, "ledger.jsonl"),
    (line) => line["event"] === hook.event && isInFolder(line, projectDir),
  )
    .filter((one) => hostOf(one) === host && keptOf(one.payload) !== "cut")
    .slice(-MOST_RECORDED)
    .map(({ payload }) => givenOf(payload, { host, event: hook.event, projectDir }));
  const own = { host: "snaphook", event, projectDir };
  const looksFor = (subject === null ? [] : callsFor(subject)).map((payload) =>
    givenOf(payload, own),
  );
  const isOnEvent = (call: GivenEvent): boolean => call.event === event;
  const [dangerous, harmless] = [dangerousCalls, harmlessCalls].map((calls) =>
    calls.filter(isOnEvent),
  ) as [GivenEvent[], GivenEvent[]];
  const sample = givenOf(samplePayload(event), own);
  return [...recorded, ...dangerous, ...looksFor, sample, ...harmless].filter(isNew());
}

function isNew(): (call: GivenEvent) => boolean {
  const seen = new Set<string>();
  return (call) => {
    const key = JSON.stringify(call);
    return !seen.has(key) && seen.add(key).has(key);
  };
}

function note({ host, looked: { hook } }: InitHook, outcomes: readonly string[]): void {
  const name = forTerminalLine(`${hook.name} (${host}, ${hook.event})`);
  const canBlock = isBlockable(eventSpec(ownEvent(hook.event, host)));
  const restricts = outcomes.some((outcome) => outcome !== "proceed");
  if (outcomes.length === 0) say(2, `${name}: no call was found that it runs for\n`);
  else if (canBlock && !restricts)
    say(
      2,
      `${name}: no call was found that it restricts; if it is a guard, write a test for that\n`,
    );
}

async function write(
  files: ReadonlyMap<string, readonly HookTest[]>,
  isYes: boolean,
): Promise<number> {
  let code = 0;
  for (const [path, tests] of files) {
    if (tests.length === 0) continue;
    if (existsSync(path)) {
      say(2, `${forTerminalLine(shortPath(path))} is there already and stays as it is\n`);
      continue;
    }
    const after = testFileText(tests);
    if (await agreed({ path: shortPath(path), before: null, after }, isYes)) {
      replaceFile(path, after);
      say(1, `wrote ${forTerminalLine(shortPath(path))}; run it: snaphook test\n`);
    } else code = REFUSED;
  }
  return code;
}
