import { wireOf } from "../../host-run/index.js";
import type { HostAbsence } from "../../hosts/index.js";
import type { Payload } from "../../payload/index.js";
import type { Sandbox, SandboxCommand } from "../../sandbox/index.js";
import {
  faults,
  gateOf,
  hostVariants,
  recordGates,
  seenBy,
  settled,
  type DenyingGuard,
  type Fault,
  type FaultyRun,
  type Gate,
  type HostVariant,
  type OtherHost,
  type PrintedRun,
  type Reason,
} from "../../verify/index.js";
import type { ProvableHook, ProvableHooks } from "../lint/provable-hooks.js";
import { hostAbsences, otherTools } from "./absences.js";
import { inputCandidates, type InputSource, type InputSources } from "./denied-inputs.js";
import { interpreterOf, programsOf, scriptFileOf, type Guard } from "./guard.js";
import { faultyCommands, faultyRuns, type FaultTarget } from "./run-faults.js";

/** One run may take as long as the hook's own deadline, and no longer than this. */
const LONGEST_RUN_MS = 10_000;
const MOST_TRIES = 100;

/** What was found out about one guard. */
export interface VerifiedGuard {
  readonly guard: Guard;
  /** The input that it denies, in Snaphook's words; null where none was found. */
  readonly denied: { readonly payload: Payload; readonly from: InputSource } | null;
  /** Why nothing could be found out, in words; null where it could. */
  readonly unsettled: string | null;
  readonly gates: readonly Gate[];
  /** It only observes: this is what it would have done. */
  readonly observes: boolean;
  /** Where the host does not run it at all. */
  readonly absences: readonly HostAbsence[];
}

/** Where guards are run. */
export interface VerifyPlace {
  readonly hooks: ProvableHooks;
  readonly sandbox: Sandbox;
  readonly inputs: InputSources;
  /** `version` of `--host NAME@VERSION`. */
  readonly version: string | null;
  /** The host that is asked about, where it has no reader; null: each guard's own. */
  readonly other: OtherHost | null;
  readonly faults: readonly Fault[];
  readonly signal: AbortSignal;
  /** The time is over: what is left is not run. */
  readonly isOver: () => boolean;
}

interface Denial {
  readonly own: Payload;
  readonly from: InputSource;
  readonly guard: DenyingGuard;
}

/** Shows a guard something that it denies, and then the same under faults. */
export class GuardVerifier {
  readonly variants: readonly HostVariant[];
  /** The guard denied something, and the host that is asked about does not see it. */
  private lost = false;

  constructor(
    private readonly guard: Guard,
    private readonly provable: ProvableHook,
    private readonly place: VerifyPlace,
  ) {
    const host = place.other?.name ?? guard.subjects[0].hook.host;
    this.variants = hostVariants(host, place.version, provable.hook.onFailure);
  }

  async verify(): Promise<VerifiedGuard> {
    const { guard, provable } = this;
    const observes = provable.hook.observe === true;
    if (guard.subjects[0].hook.isAsync)
      return this.nothing("not-waited-for", "the host does not wait for it", observes);
    if (this.place.other?.neverRuns === true)
      return this.nothing("never-run", `${this.place.other.version} was tried`, observes);
    if (this.place.other !== null && guard.canonical !== "PreToolUse")
      return this.nothing("not-known", "only calls of tools were tried there", observes);
    const missing = this.place.hooks.missing(this.place.sandbox, provable);
    if (missing !== null)
      return this.nothing("not-run", `${missing} is not in the copy as it was approved`, observes);
    const denial = await this.findDenial();
    if (typeof denial === "string")
      return this.nothing(
        this.lost ? "answer-lost" : "no-denied-input",
        this.lost ? "no fault is needed" : denial,
        observes,
      );
    const gates: Gate[] = [];
    for (const fault of this.place.faults) gates.push(...(await this.gatesOf(fault, denial)));
    const denied = { payload: denial.own, from: denial.from };
    const runsFor = (own: Payload): boolean => {
      const payload = this.sent(own);
      return payload !== null && provable.runsFor(payload);
    };
    const others = this.place.other === null ? otherTools(denial.own, runsFor) : [];
    const absences = [...this.absences(), ...others];
    return { guard, denied, unsettled: null, gates, observes, absences };
  }

  private nothing(why: Reason, unsettled: string, observes: boolean): VerifiedGuard {
    const { name: hook, event } = this.provable.hook;
    const gates = this.variants
      .filter(({ configured }) => configured)
      .map((variant) => settled({ hook, event }, "any", variant, why));
    const absences = this.absences();
    return { guard: this.guard, denied: null, unsettled, gates, observes, absences };
  }

  private absences(): readonly HostAbsence[] {
    const { never } = this.provable;
    if (this.place.other !== null) return [];
    const now: readonly HostAbsence[] =
      never === null ? [] : [{ where: "here", says: `It does not run here today: ${never}.` }];
    return [...now, ...hostAbsences(this.guard, this.place.version)];
  }

  /** A payload that the guard denies, by the version that is asked about; a reason in words where none is found. */
  private async findDenial(): Promise<Denial | string> {
    const { provable, place, guard } = this;
    const { name: hook, event } = provable.hook;
    const candidates = await inputCandidates(guard.subjects, place.inputs);
    let tries = 0;
    let asks: Denial | null = null;
    for (const { payload: own, from } of candidates) {
      if (place.signal.aborted || place.isOver()) return "the time was over";
      if (tries >= MOST_TRIES) break;
      const payload = this.sent(own);
      if (payload === null || !provable.runsFor(payload)) continue;
      tries++;
      const run = await this.start(provable.commandOf(payload));
      if (run.spawnError !== undefined) return run.spawnError;
      if (run.timedOut === true) return `it did not end within ${LONGEST_RUN_MS / 1000} s`;
      const found = { hook, event, canonical: guard.canonical, payload, run };
      const outcome = this.outcomeOf(found);
      if (outcome === "block" || outcome === "halt") return { own, from, guard: found };
      if (outcome === "proceed") this.lost ||= this.isDeniedAtHome(found);
      if (outcome !== "proceed") asks ??= { own, from, guard: found };
    }
    return asks ?? `it denied none of ${tries} inputs`;
  }

  private outcomeOf(found: DenyingGuard): string {
    const variant = this.variants.find(({ configured }) => configured);
    return denialIn(variant ?? { dialect: this.provable.dialect, other: null }, found);
  }

  /** Whether a denial that another host does not see is one in the guard's own. */
  private isDeniedAtHome(found: DenyingGuard): boolean {
    const { dialect } = this.provable;
    return this.place.other !== null && denialIn({ dialect, other: null }, found) !== "proceed";
  }

  /** As the host sends it. */
  private sent(own: Payload): Payload | null {
    return this.provable.payloadOf({ ...own, cwd: this.place.hooks.projectDir });
  }

  private async gatesOf(fault: Fault, denial: Denial): Promise<readonly Gate[]> {
    const { variants, place } = this;
    const { guard } = denial;
    if (faults[fault].how === "record") return recordGates(guard, fault, variants);
    const all = (why: Reason, detail?: string): readonly Gate[] =>
      variants.map((variant) => settled(guard, fault, variant, why, detail));
    if (place.signal.aborted || place.isOver()) return all("not-injected", "the time was over");
    if (fault === "no-network")
      return place.sandbox.level === "none"
        ? all("not-injected", "this system cannot take the network away")
        : this.read(fault, guard, [{ run: guard.run, hasAnswer: true }]);
    if (fault === "unknown-tool") return this.unknownTool(denial, all);
    const forms: FaultyRun[] = [];
    const commands = faultyCommands(fault, this.target(guard.payload));
    if (commands.length === 0) return [];
    for (const { command, detail } of commands) {
      const run = await this.start(command);
      const found = faultyRuns(run, guard.run, detail);
      if (found === null)
        return all(
          "not-injected",
          fault === "clock-jump" ? "faketime is not installed" : undefined,
        );
      forms.push(...found);
    }
    return this.read(fault, guard, forms);
  }

  private read(fault: Fault, guard: DenyingGuard, forms: readonly FaultyRun[]): readonly Gate[] {
    return this.variants.map((variant) => gateOf(guard, fault, variant, forms));
  }

  /** Whether a tool that the guard does not know is dangerous, nobody knows: to let it pass is no proof of a hole. */
  private async unknownTool(
    { own, guard }: Denial,
    all: (why: Reason) => readonly Gate[],
  ): Promise<readonly Gate[]> {
    // Whether another host would run it for another tool is not known.
    if (own.tool_name === undefined || this.place.other !== null) return [];
    const payload = this.sent({ ...own, tool_name: "UnknownTool" });
    if (payload === null || !this.provable.runsFor(payload)) return all("not-matched");
    const run = await this.start(this.provable.commandOf(payload));
    const forms = faultyRuns(run, guard.run, undefined) ?? [];
    const gates = this.read("unknown-tool", { ...guard, payload }, forms);
    return gates.map((gate) =>
      gate.why === "guard-allows"
        ? { ...gate, result: "inconclusive" as const, why: "other-tool" as const }
        : gate,
    );
  }

  private target(payload: Payload): FaultTarget {
    const { guard, provable } = this;
    return {
      command: provable.commandOf(payload),
      payload,
      file: scriptFileOf(guard),
      interpreter: interpreterOf(guard),
      programs: programsOf(guard),
    };
  }

  private async start(command: SandboxCommand): Promise<PrintedRun> {
    const { sandbox, signal } = this.place;
    const { name: hook, onFailure, timeout } = this.provable.hook;
    const timeoutMs = Math.min(command.timeoutMs, LONGEST_RUN_MS);
    const result = await sandbox.run({ ...command, timeoutMs }, signal);
    return { hook, onFailure, timeout, ...wireOf(result) };
  }
}

function denialIn(
  variant: Pick<HostVariant, "dialect" | "other">,
  { event, payload, run }: DenyingGuard,
): string {
  // A guard that fails denies nothing.
  const runs = [{ ...run, onFailure: "continue" as const }];
  const { outcome, hasVoice } = seenBy(variant, event, payload, runs);
  return hasVoice ? outcome : "proceed";
}
