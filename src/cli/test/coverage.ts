import { homedir } from "node:os";
import { ownEvent, type TestResult } from "../../hook-tests/index.js";
import { interpret } from "../../interpret/index.js";
import { decisionsOf, type Subject } from "../../lint/index.js";
import { eventSpec, isBlockable } from "../../payload/index.js";
import type { ProjectHooks, SandboxFired } from "../../sandbox-run/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import { textOf } from "../../compare/index.js";
import { collect } from "../lint/collect.js";
import { shortPath } from "./test-text.js";

/** A place at which a hook decides, and whether a test comes by. */
interface CoveredDecision {
  readonly outcome: string;
  readonly file: string;
  readonly line: number | null;
  readonly text: string;
  readonly isReached: boolean;
}

/** What tests have seen of one hook. */
interface CoveredHook {
  readonly host: string;
  readonly id: string;
  readonly name: string;
  readonly event: string;
  /** In how many tests it ran. */
  readonly runs: number;
  /** What it made of them, by itself: each outcome once. */
  readonly outcomes: readonly string[];
  /** Whether its script could be read: if so, these are all of its decisions. */
  readonly isRead: boolean;
  readonly decisions: readonly CoveredDecision[];
}

/** Which hooks, events and decisions tests come by. */
export interface Coverage {
  readonly hooks: readonly CoveredHook[];
  readonly events: readonly {
    readonly host: string;
    readonly event: string;
    readonly tests: number;
  }[];
}

type HookRun = NonNullable<SandboxFired["hooks"][number]["run"]>;

interface SeenRun {
  readonly run: HookRun;
  readonly outcome: string;
}

/** Reads the scripts of the project's hooks and compares what they can decide with what tests have seen. */
export async function coverageOf(
  results: readonly TestResult[],
  project: ProjectHooks,
): Promise<Coverage> {
  const { subjects } = await collect(
    { projectDir: project.projectDir, home: homedir() },
    undefined,
  );
  const hooks = project.hosts().flatMap((host) =>
    project.of(host).hooks.map(({ hook }): CoveredHook => {
      const runs = runsOf(results, host, hook.id);
      const own = subjects.filter((subject) => isOf(subject, host, hook));
      return {
        host,
        id: hook.id,
        name: hook.name,
        event: hook.event,
        runs: runs.length,
        outcomes: [...new Set(runs.map(({ outcome }) => outcome))].toSorted(),
        isRead: own.some(({ script }) => script !== null),
        decisions: own.flatMap((subject) => decided(subject, runs)),
      };
    }),
  );
  const events = [...new Set(hooks.map(({ host, event }) => JSON.stringify([host, event])))].map(
    (key) => {
      const [host = "", event = ""] = JSON.parse(key) as string[];
      const firing = results.filter(({ fired }) =>
        fired.some((one) => hostOf(one) === host && one.event === event),
      );
      return { host, event, tests: firing.length };
    },
  );
  return { hooks, events };
}

function hostOf({ host }: SandboxFired): string {
  return host.split("@", 1)[0] ?? host;
}

function runsOf(results: readonly TestResult[], host: string, id: string): readonly SeenRun[] {
  const sections = results.flatMap(({ fired }) => fired).filter((one) => hostOf(one) === host);
  return sections.flatMap(({ dialect, event, payload, hooks }) =>
    hooks.flatMap((hook) => {
      const { run } = hook;
      if (hook.id !== id || run === undefined) return [];
      const { outcome } = interpret({ dialect, event, payload, runs: [run] });
      return [{ run, outcome }];
    }),
  );
}

function isOf(
  { hook: lint }: Subject,
  host: string,
  hook: { readonly id: string; readonly source: { readonly file: string | null } },
): boolean {
  const id = host === "snaphook" ? lint.id : `${host}/${lint.id}`;
  return lint.host === host && id === hook.id && lint.file === hook.source.file;
}

function decided(subject: Subject, runs: readonly SeenRun[]): readonly CoveredDecision[] {
  return decisionsOf(subject).map(({ outcome, permission, file, line, text, isReachedBy }) => ({
    outcome: outcome === "proceed" && permission === "allow" ? "allow" : outcome,
    file,
    line,
    text,
    isReached: runs.some((seen) => isReachedBy(decidedRun(seen))),
  }));
}

function decidedRun({
  run,
  outcome,
}: SeenRun): Parameters<ReturnType<typeof decisionsOf>[number]["isReachedBy"]>[0] {
  return {
    stdout: textOf(run.stdout),
    stderr: textOf(run.stderr),
    outcome,
    ...(run.exit !== undefined && { exit: run.exit }),
  };
}

function row(what: string, reached: number, all: number): string {
  return `  ${what.padEnd(10)}${reached} of ${all}\n`;
}

export function coverageText({ hooks, events }: Coverage, paint: Paint): string {
  const decisions = hooks.flatMap((hook) => hook.decisions);
  const open = [
    ...events
      .filter(({ tests }) => tests === 0)
      .map(({ host, event }) => `event ${event} in ${host}: no test fires it`),
    ...hooks
      .filter(({ runs, host, event }) => runs === 0 && isFired(events, host, event))
      .map(({ name, host, event }) => `hook ${name} (${host}, ${event}): no test runs it`),
    ...hooks.flatMap(({ name, runs, decisions: all }) =>
      all
        .filter(({ isReached }) => !isReached && runs > 0)
        .map(({ file, line, outcome, text }) => {
          const place = `${shortPath(file)}${line === null ? "" : `:${line}`}`;
          return `decision ${outcome} of ${name} at ${place}${text === "" ? "" : `: ${text}`}`;
        }),
    ),
    ...hooks
      .filter(isNeverStrict)
      .map(
        ({ name, host }) =>
          `hook ${name} (${host}): no test sees it restrict anything, and its code was not read`,
      ),
  ];
  const list = open.map((line) => `  ${paint.yellow("○")} ${forTerminalLine(line)}\n`).join("");
  return [
    `\n${paint.bold("coverage")}\n`,
    row("hooks", hooks.filter(({ runs }) => runs > 0).length, hooks.length),
    row("events", events.filter(({ tests }) => tests > 0).length, events.length),
    row("decisions", decisions.filter(({ isReached }) => isReached).length, decisions.length),
    list === "" ? "" : `\n${list}`,
  ].join("");
}

/** It may be a guard, and nothing but its runs tells. */
function isNeverStrict({ runs, isRead, outcomes, event, host }: CoveredHook): boolean {
  const canBlock = isBlockable(eventSpec(ownEvent(event, host)));
  return runs > 0 && !isRead && canBlock && outcomes.every((one) => one === "proceed");
}

function isFired(events: Coverage["events"], host: string, event: string): boolean {
  return events.some((one) => one.host === host && one.event === event && one.tests > 0);
}
