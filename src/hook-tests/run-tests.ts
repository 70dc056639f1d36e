import { availableParallelism } from "node:os";
import { bridgedHosts } from "../hosts/index.js";
import { events as ownEvents, isKnownEvent } from "../payload/index.js";
import { nearestName } from "../problem/index.js";
import {
  SandboxedHooks,
  type HostHooks,
  type ProjectHooks,
  type ProjectPlaces,
  type SandboxFired,
} from "../sandbox-run/index.js";
import type { HookTrust } from "../trust/index.js";
import { checkTest, type TestDifference } from "./check-test.js";
import type { HookExpectation } from "./hook-test.js";
import type { PlacedTest } from "./read-tests.js";
import { seenIn, type Seen } from "./seen.js";
import { eventOf, filesOf, ownEvent, variablesOf } from "./test-event.js";

/** What became of one test in one host. */
export interface TestResult {
  readonly test: PlacedTest;
  /** Empty where it is not known in which host it would run. */
  readonly host: string;
  /** What it expects in this host. */
  readonly expect: HookExpectation;
  /** `refused`: a hook that it is about is not approved. `broken`: it could not be run. */
  readonly state: "passed" | "failed" | "refused" | "broken";
  /** Why it was refused, or is broken. */
  readonly why?: string;
  readonly differences: readonly TestDifference[];
  /** Null where it was not run. */
  readonly seen: Seen | null;
  /** What was fired, one for each event of the host. */
  readonly fired: readonly SandboxFired[];
  /** The contents of files that it expects something of. */
  readonly contents: Readonly<Record<string, string | null>>;
  readonly ms: number;
}

/** How tests are run. */
export interface RunTestsOptions {
  readonly places: ProjectPlaces;
  readonly signal: AbortSignal;
  /** Called with each result as it is known, in whatever order. */
  readonly onResult?: (result: TestResult, done: number, all: number) => void;
}

/** What came of all tests, in their order. */
export interface TestsRun {
  readonly results: readonly TestResult[];
  /** How far hooks were kept in; null where none was run. */
  readonly sandbox: SandboxedHooks["level"] | null;
}

/** One test in all of its hosts is bounded by the deadlines of its hooks, and by this. */
const LONGEST_MS = 600_000;

interface Planned {
  readonly test: PlacedTest;
  readonly host: string;
  readonly fault: Pick<TestResult, "state" | "why"> | null;
}

/** Runs tests, each in each of its hosts in a copy of the project that nothing else has touched; several at a time. */
export async function runTests(
  tests: readonly PlacedTest[],
  project: ProjectHooks,
  { places, signal, onResult }: RunTestsOptions,
): Promise<TestsRun> {
  const planned = tests.flatMap((test) => plan(test, project));
  const results: (TestResult | undefined)[] = planned.map(() => undefined);
  let done = 0;
  const finish = (index: number, result: TestResult): void => {
    results[index] = result;
    done++;
    onResult?.(result, done, planned.length);
  };
  const open: number[] = [];
  for (const [index, one] of planned.entries())
    if (one.fault === null) open.push(index);
    else finish(index, notRun(one, one.fault));
  const hosts = [...new Set(open.map((index) => planned[index]?.host ?? ""))];
  let level: TestsRun["sandbox"] = null;
  const work = async (): Promise<void> => {
    let sandbox: SandboxedHooks;
    let missing: string | null;
    try {
      sandbox = new SandboxedHooks(project, places, hosts);
      missing = sandbox.missing();
    } catch (error) {
      const why = `there is no copy to run it in: ${error instanceof Error ? error.message : String(error)}`;
      for (let index = open.shift(); index !== undefined; index = open.shift())
        finish(index, notRun(planned[index] as Planned, { state: "broken", why }));
      return;
    }
    level = sandbox.level;
    try {
      for (let index = open.shift(); index !== undefined; index = open.shift()) {
        if (signal.aborted) return;
        const one = planned[index] as Planned;
        const why = `${missing} is not in the copy as it was approved`;
        const result =
          missing === null
            ? await runOne(one, sandbox, project.projectDir, signal)
            : notRun(one, { state: "refused", why });
        finish(index, result);
      }
    } finally {
      sandbox.close();
    }
  };
  const workers = Math.min(availableParallelism(), open.length);
  await Promise.all(Array.from({ length: workers }, work));
  return { results: results.filter((result) => result !== undefined), sandbox: level };
}

async function runOne(
  planned: Planned,
  sandbox: SandboxedHooks,
  projectDir: string,
  signal: AbortSignal,
): Promise<TestResult> {
  const { test, host } = planned;
  const { given } = test;
  const begin = performance.now();
  const [result] = await sandbox.fire(
    {
      events: [eventOf(given, host, projectDir)],
      files: filesOf(given),
      env: variablesOf(given),
      timeoutMs: LONGEST_MS,
    },
    signal,
  );
  const ms = performance.now() - begin;
  if (result === undefined || "fault" in result)
    return { ...notRun(planned, { state: "broken", why: result?.fault ?? "no answer" }), ms };
  const seen = seenIn(result.fired, sandbox.changes());
  if (seen === null)
    return { ...notRun(planned, { state: "broken", why: "no event was fired" }), ms };
  const expect = expectationOf(test, host);
  const contents: Record<string, string | null> = {};
  for (const path of Object.keys(expect.files ?? {})) contents[path] = sandbox.read(path);
  const differences =
    Object.keys(expect).length === 0
      ? [{ field: "expect", expected: "something", got: "the test expects nothing" }]
      : checkTest(seen, expect, (path) => contents[path] ?? null);
  const state = differences.length === 0 ? "passed" : "failed";
  const { fired } = result;
  return { test, host, expect, state, differences, seen, fired, contents, ms };
}

/** What a test expects in a host. */
function expectationOf({ expect, on }: PlacedTest, host: string): HookExpectation {
  const [name = ""] = host.split("@");
  return { ...expect, ...on[name], ...on[host] };
}

function notRun({ test, host }: Planned, fault: Pick<TestResult, "state" | "why">): TestResult {
  const expect = expectationOf(test, host);
  return {
    test,
    host,
    expect,
    differences: [],
    seen: null,
    fired: [],
    contents: {},
    ms: 0,
    ...fault,
  };
}

/** In which hosts a test runs, and why it does not. */
function plan(test: PlacedTest, project: ProjectHooks): readonly Planned[] {
  const { given } = test;
  const broken = (why: string, host = ""): Planned => ({
    test,
    host,
    fault: { state: "broken", why },
  });
  const misspelt = meantEvent(given.event, project);
  if (misspelt !== null)
    return [broken(`unknown event ${JSON.stringify(given.event)}; did you mean ${misspelt}?`)];
  const hosts = test.hosts ?? usualHosts(test, project);
  if (hosts.length === 0)
    return [broken(`no host here has hooks on ${given.event}; name them in hosts`)];
  return hosts.map((host): Planned => {
    let hooks: HostHooks;
    try {
      hooks = project.of(host);
    } catch (error) {
      return broken(error instanceof Error ? error.message : String(error), host);
    }
    const unknown = unknownHook(hooks, test);
    if (unknown !== null) return broken(unknown, host);
    const waiting = hooksOn(hooks, test).find(({ runs, hook }) => !runs && !hook.disabled);
    if (waiting === undefined) return { test, host, fault: null };
    const why = `${waiting.hook.id} is not approved: ${waiting.why}`;
    return { test, host, fault: { state: "refused", why } };
  });
}

/** Those that have hooks on the event; of these the ones that have the hooks which the test names. */
function usualHosts(test: PlacedTest, project: ProjectHooks): readonly string[] {
  const { hooks: _names, ...given } = test.given;
  const all = project.hosts().filter((host) => hooksOn(project.of(host), { given }).length > 0);
  const meant = all.filter((host) => hooksOn(project.of(host), test).length > 0);
  return meant.length === 0 ? all : meant;
}

/** The hooks of a host on the event of a test, of those that it wants to be there. */
function hooksOn(
  { host, hooks }: HostHooks,
  { given }: Pick<PlacedTest, "given">,
): readonly HookTrust[] {
  const wanted = ownEvent(given.event, given.from ?? host);
  return hooks.filter(
    ({ hook }) =>
      ownEvent(hook.event, host) === wanted &&
      (given.hooks === undefined ||
        given.hooks.some((name) => name === hook.id || name === hook.name)),
  );
}

/** A test of a hook that is not there would pass whatever the others do. */
function unknownHook({ host, hooks }: HostHooks, { given }: PlacedTest): string | null {
  const names = hooks.map(({ hook }) => hook.name);
  const unknown = given.hooks?.find(
    (name) => !hooks.some(({ hook }) => hook.id === name || hook.name === name),
  );
  if (unknown === undefined) return null;
  const meant = nearestName(unknown, names);
  const hint =
    meant === undefined ? `there are: ${names.join(", ") || "none"}` : `did you mean ${meant}?`;
  return `${host} has no hook ${JSON.stringify(unknown)} here; ${hint}`;
}

/** An event that nobody has and that no hook is on. */
function meantEvent(event: string, project: ProjectHooks): string | null {
  const theirs = bridgedHosts().flatMap((host) => Object.keys(host.events));
  if (isKnownEvent(event) || theirs.includes(event)) return null;
  if (project.of("snaphook").hooks.some(({ hook }) => hook.event === event)) return null;
  return nearestName(event, [...ownEvents.map(({ name }) => name), ...theirs]) ?? null;
}
