import { homedir } from "node:os";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { wireOf } from "../../host-run/index.js";
import { interpret } from "../../interpret/index.js";
import {
  proofs,
  type Finding,
  type FindingProof,
  type Judgement,
  type LocatedFinding,
  type Observation,
  type Occurrence,
  type Subject,
  type Trial,
} from "../../lint/index.js";
import type { Payload } from "../../payload/index.js";
import { Sandbox } from "../../sandbox/index.js";
import { ProvableHooks, type ProvableHook } from "./provable-hooks.js";

/** One run may take as long as the hook's own deadline, and no longer than this. */
const LONGEST_RUN_MS = 10_000;
/** All runs of one hook together. */
const LONGEST_HOOK_MS = 30_000;
const MOST_RUNS = 40;
const OUTPUT_KEPT = 2000;

/** A hook that was not run, and why. */
interface NotRun {
  readonly hook: string;
  readonly host: string;
  readonly why: string;
}

/** What `--prove` has come to. */
export interface Proved {
  /** What is left of the findings, with what runs have shown. */
  readonly findings: readonly Finding[];
  readonly withdrawn: readonly Finding[];
  readonly notRun: readonly NotRun[];
  readonly runs: number;
  /** How far hooks were kept in; null where none was run. */
  readonly sandbox: Sandbox["level"] | null;
}

interface ProveOptions {
  readonly trustProject: boolean;
  readonly signal: AbortSignal;
  /** Called before each hook, with what is left. */
  readonly onProgress: (text: string) => void;
}

/** Runs the hooks that findings are about in a copy of the project. What was not approved is not run. */
export async function prove(
  located: readonly LocatedFinding[],
  { trustProject, signal, onProgress }: ProveOptions,
): Promise<Proved> {
  const hooks = new ProvableHooks(trustProject);
  const bench = new Bench(hooks, signal);
  try {
    await hooks.refresh();
    bench.open(located.flatMap(({ of }) => of));
    const findings: Finding[] = [];
    for (const [index, one] of located.entries()) {
      if (signal.aborted) break;
      const name = one.finding.hooks.join(", ");
      onProgress(`${index + 1} of ${located.length}: ${one.finding.code}, ${name}`);
      findings.push(await settled(one, bench));
    }
    return {
      findings: findings.filter(({ proof }) => proof?.result !== "withdrawn"),
      withdrawn: findings.filter(({ proof }) => proof?.result === "withdrawn"),
      notRun: bench.notRun,
      runs: bench.runs,
      sandbox: bench.level,
    };
  } finally {
    bench.close();
    hooks.close();
  }
}

/** A finding for several hooks is proven by one of them, and withdrawn only where every one of them takes it back. */
async function settled({ finding, of }: LocatedFinding, bench: Bench): Promise<Finding> {
  const found: FindingProof[] = [];
  for (const occurrence of of) {
    const proof = await bench.settle(occurrence);
    if (proof.result === "proven") return { ...finding, confidence: "proven", proof };
    found.push(proof);
  }
  const proof = found.find(({ result }) => result === "unsettled") ?? found[0];
  return proof === undefined ? finding : { ...finding, proof };
}

/** Where hooks are run, and what came of it: what was run once is not run again. */
class Bench {
  readonly notRun: NotRun[] = [];
  runs = 0;
  private sandbox: Sandbox | null = null;
  private fault: string | null = null;
  private readonly benches = new Map<string, HookBench | string>();

  constructor(
    private readonly hooks: ProvableHooks,
    private readonly signal: AbortSignal,
  ) {}

  get level(): Sandbox["level"] | null {
    return this.sandbox?.level ?? null;
  }

  /** Looks which hooks may be run, and makes the sandbox for them. */
  open(occurrences: readonly Occurrence[]): void {
    const subjects = occurrences.filter(({ rule }) => proofs[rule.code] !== undefined);
    const provable: ProvableHook[] = [];
    for (const { subject } of subjects) {
      const key = keyOf(subject);
      if (this.benches.has(key)) continue;
      const found = this.hooks.of(subject);
      if (typeof found === "string") this.skip(subject, found);
      else {
        provable.push(found);
        this.benches.set(key, new HookBench(this, found));
      }
    }
    if (provable.length === 0) return;
    try {
      this.sandbox = new Sandbox({
        projectDir: this.hooks.projectDir,
        userHome: homedir(),
        homeFiles: this.hooks.homeFiles(provable),
        parent: join(defaultHome(), "running"),
      });
    } catch (error) {
      this.fault = `there is no copy to run it in: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async settle({ rule, raw, subject }: Occurrence): Promise<FindingProof> {
    const { host, name: hook } = subject.hook;
    const of = { host, hook };
    const proof = proofs[rule.code];
    if (proof === undefined) return { ...of, ...unsettled("no run can settle this") };
    const bench = this.benches.get(keyOf(subject)) ?? "it was not looked at";
    if (typeof bench === "string") return { ...of, ...unsettled(`the hook was not run: ${bench}`) };
    const judgement = await proof({ subject, raw }, (trial) => bench.run(trial));
    // A reason of this hook's own is better than that nothing was found.
    if (judgement.result === "unsettled" && bench.fault !== null) {
      this.skip(subject, bench.fault);
      return { ...of, ...unsettled(bench.fault) };
    }
    return { ...of, ...shown(judgement) };
  }

  /** Runs a hook in the sandbox; null where it cannot be run as it was approved. */
  async start(provable: ProvableHook, trial: Trial): Promise<Observation | string> {
    const { sandbox, signal, hooks } = this;
    if (sandbox === null) return this.fault ?? "there is no sandbox";
    if (signal.aborted) return "it was interrupted";
    const missing = hooks.missing(sandbox, provable);
    if (missing !== null) return `${missing} is not in the copy as it was approved`;
    const own = typeof trial.stdin === "string" ? {} : trial.stdin;
    const payload = provable.payloadOf({ ...own, cwd: hooks.projectDir });
    if (payload === null && typeof trial.stdin !== "string")
      return "no payload of its event is known";
    const sent: Payload = payload ?? {};
    const command = provable.commandOf(sent);
    const { hook, dialect } = provable;
    this.runs++;
    const result = await sandbox.run(
      {
        ...command,
        ...(typeof trial.stdin === "string" && { stdin: trial.stdin }),
        ...(trial.argument !== undefined && withArgument(command, trial.argument)),
        ...(trial.elsewhere === true && { cwd: "/" }),
        ...(trial.without !== undefined && { without: trial.without }),
        env: { ...command.env, ...trial.variables },
        timeoutMs: Math.min(command.timeoutMs, LONGEST_RUN_MS),
      },
      signal,
    );
    const { onFailure, timeout } = hook;
    const run = { hook: hook.name, onFailure, timeout, ...wireOf(result) };
    const reading = interpret({ dialect, event: hook.event, payload: sent, runs: [run] });
    return run.spawnError === undefined ? { trial, run, reading } : run.spawnError;
  }

  skip(subject: Subject, why: string): void {
    const { name: hook, host } = subject.hook;
    this.benches.set(keyOf(subject), why);
    this.notRun.push({ hook, host, why });
  }

  close(): void {
    this.sandbox?.close();
  }
}

/** The runs of one hook. */
class HookBench {
  /** Why it is not run any more. */
  fault: string | null = null;
  private readonly seen = new Map<string, Observation>();
  private ms = 0;

  constructor(
    private readonly bench: Bench,
    private readonly provable: ProvableHook,
  ) {}

  async run(trial: Trial): Promise<Observation | null> {
    const key = JSON.stringify(trial);
    const known = this.seen.get(key);
    if (known !== undefined) return known;
    if (this.fault !== null || this.seen.size >= MOST_RUNS || this.ms > LONGEST_HOOK_MS)
      return null;
    const begin = performance.now();
    const found = await this.bench.start(this.provable, trial);
    this.ms += performance.now() - begin;
    if (typeof found === "string") {
      this.fault = found;
      return null;
    }
    this.seen.set(key, found);
    // The next one would take as long.
    if (found.run.timedOut === true)
      this.fault = `it did not end within ${secondsOf(this.provable)} s`;
    return found;
  }
}

function secondsOf({ hook: { timeout } }: ProvableHook): number {
  return Math.min(timeout, LONGEST_RUN_MS / 1000);
}

function keyOf({ hook: { host, file, id } }: Subject): string {
  return `${host} ${file} ${id}`;
}

function unsettled(why: string): Pick<FindingProof, "result" | "why"> {
  return { result: "unsettled", why };
}

function withArgument(
  { file, args }: { readonly file: string; readonly args: readonly string[] },
  argument: string,
): { readonly args: readonly string[] } {
  const [flag, line] = args;
  return flag === "-c" && line !== undefined
    ? { args: [flag, `${line} "$@"`, file, argument] }
    : { args: [...args, argument] };
}

/** What a run has shown, as it is reported. */
function shown(judgement: Judgement): Pick<FindingProof, "result" | "why"> {
  const { result, why } = judgement;
  if (result === "unsettled") return { result, why };
  const { trial, run, reading } = judgement.by;
  const texts = (all: typeof reading.toModel): string[] => all.map(({ text }) => cut(text));
  const seen: Omit<FindingProof, "host" | "hook"> = {
    result,
    why,
    payload: trial.stdin,
    ...(run.exit !== undefined && { exit: run.exit }),
    stdout: cut(run.stdout),
    stderr: cut(run.stderr),
    outcome: reading.outcome,
    toModel: texts(reading.toModel),
    toUser: texts(reading.toUser),
  };
  return seen;
}

function cut(text: string): string {
  return text.length > OUTPUT_KEPT ? `${text.slice(0, OUTPUT_KEPT)}…` : text;
}
