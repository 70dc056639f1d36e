import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import type { TestFormat } from "../../hook-tests/index.js";
import { Sandbox } from "../../sandbox/index.js";
import { hostVariants, settled, type Fault, type OtherHost } from "../../verify/index.js";
import { ProvableHooks, type ProvableHook } from "../lint/provable-hooks.js";
import { hostAbsences } from "./absences.js";
import type { Guard } from "./guard.js";
import { openRecordedInputs } from "./recorded-inputs.js";
import { readTestInputs } from "./test-inputs.js";
import { GuardVerifier, type VerifiedGuard, type VerifyPlace } from "./verify-guard.js";

const MOST_SANDBOXES = 4;

interface VerifyOptions {
  readonly trustProject: boolean;
  readonly version: string | null;
  /** The host that is asked about, where it has no reader. */
  readonly other: OtherHost | null;
  readonly faults: readonly Fault[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Loads what reads YAML. */
  readonly yaml: () => Promise<TestFormat>;
  /** Called before each guard. */
  readonly onProgress: (text: string) => void;
}

/** What was found out about all guards. */
export interface Verified {
  readonly guards: readonly VerifiedGuard[];
  /** How far they were kept in; null where none was run. */
  readonly sandbox: Sandbox["level"] | null;
  /** Guards that were not run because nobody has approved them. */
  readonly unapproved: number;
}

/** Runs guards under faults, each in a copy of the project; several at once, each with a copy of its own. */
export async function verifyHooks(
  guards: readonly Guard[],
  { trustProject, version, other, faults, timeoutMs, signal, yaml, onProgress }: VerifyOptions,
): Promise<Verified> {
  const hooks = new ProvableHooks(trustProject);
  const sandboxes: Sandbox[] = [];
  const recorded = await openRecordedInputs();
  const end = performance.now() + timeoutMs;
  try {
    await hooks.refresh();
    const found = guards.map((guard) => ({ guard, provable: provableOf(guard, hooks) }));
    const waiting = found.flatMap((one, index) =>
      typeof one.provable === "string" ? [] : [{ ...one, provable: one.provable, index }],
    );
    const results = found.map(({ guard, provable }) =>
      typeof provable === "string" ? notRun(guard, provable, { version, other }) : null,
    );
    const unapproved = found.filter(({ provable }) => isUnapproved(provable)).length;
    const tests =
      waiting.length === 0
        ? { for: () => [] }
        : await readTestInputs(hooks.projectDir, { trustProject, signal, yaml });
    const inputs = { tests, recorded };
    const homeFiles = hooks.homeFiles(waiting.map(({ provable }) => provable));
    const open = (): Sandbox => {
      const sandbox = new Sandbox({
        projectDir: hooks.projectDir,
        userHome: homedir(),
        homeFiles,
        parent: join(defaultHome(), "running"),
      });
      sandboxes.push(sandbox);
      return sandbox;
    };
    const total = waiting.length;
    const work = async (): Promise<void> => {
      let place: VerifyPlace | null = null;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { guard, provable, index } = next;
        const { name, host } = guard.subjects[0].hook;
        onProgress(`${total - waiting.length} of ${total}: ${name} (${host})`);
        try {
          const isOver = (): boolean => performance.now() > end;
          place ??= { hooks, sandbox: open(), inputs, version, other, faults, signal, isOver };
        } catch (error) {
          const said = error instanceof Error ? error.message : String(error);
          results[index] = notRun(guard, `there is no copy to run it in: ${said}`, {
            version,
            other,
          });
          continue;
        }
        results[index] = await new GuardVerifier(guard, provable, place).verify();
      }
    };
    const workers = Math.min(total, MOST_SANDBOXES, availableParallelism());
    await Promise.all(Array.from({ length: workers }, work));
    return {
      guards: results.filter((result) => result !== null),
      sandbox: sandboxes[0]?.level ?? null,
      unapproved,
    };
  } finally {
    for (const sandbox of sandboxes) sandbox.close();
    recorded.close();
    hooks.close();
  }
}

/** How `ProvableHooks` begins to say it. */
const UNAPPROVED = "it is not approved";

function isUnapproved(provable: ProvableHook | string): boolean {
  return typeof provable === "string" && provable.startsWith(UNAPPROVED);
}

function provableOf({ subjects }: Guard, hooks: ProvableHooks): ProvableHook | string {
  return hooks.of(subjects[0]);
}

function notRun(
  guard: Guard,
  why: string,
  { version, other }: Pick<VerifyOptions, "version" | "other">,
): VerifiedGuard {
  const { name: hook, host, event, onFailure } = guard.subjects[0].hook;
  const code = isUnapproved(why) ? "not-approved" : "not-run";
  const gates = hostVariants(other?.name ?? host, version, onFailure)
    .filter(({ configured }) => configured)
    .map((variant) => settled({ hook, event: event ?? "" }, "any", variant, code));
  const absences = other === null ? hostAbsences(guard, version) : [];
  // The code says already that it is not approved.
  const unsettled = why.replace(`${UNAPPROVED}: `, "");
  return { guard, denied: null, unsettled, gates, observes: false, absences };
}
