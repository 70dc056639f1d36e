import type { Hook } from "../config/index.js";
import type { Runner } from "../run/index.js";
import { identityAt, type HookTrust } from "../trust/index.js";

/** A process that stays, and what it was started from. */
interface Warm {
  readonly key: string;
  /** The entry, and for a hook that someone has approved all of what was approved. */
  readonly said: string;
  /** Of a hook that needs no approval: its files, and how they looked. */
  readonly files: readonly (readonly [path: string, identity: string | null])[];
}

/**
 * Which process an event of a `worker` or `module` hook goes to. A hook that was changed, be it a file of it, is
 * another one: its process is ended and a new one started.
 */
export class WarmHooks {
  private readonly known = new Map<string, Warm>();
  private count = 0;

  constructor(
    private readonly workers: Runner["workers"],
    private readonly filesOf: (hook: Hook) => readonly string[],
  ) {}

  keyOf(hook: Hook, trust: HookTrust | undefined): string {
    const before = this.known.get(hook.id);
    const said = trust === undefined ? statedBy(hook) : approvedAs(trust);
    if (
      before?.said === said &&
      before.files.every(([path, identity]) => identityAt(path) === identity)
    )
      return before.key;
    if (before !== undefined) this.workers.retire(before.key);
    // Approval covers the files, and is looked at with each event.
    const paths = trust === undefined ? this.filesOf(hook) : [];
    const files = paths.map((path) => [path, identityAt(path)] as const);
    const key = `${hook.name}#${this.count++}`;
    this.known.set(hook.id, { key, said, files });
    return key;
  }

  /** Ends those whose hooks are gone or turned off. */
  keep(hooks: readonly Hook[]): void {
    const kept = new Set(hooks.filter(({ disabled }) => !disabled).map(({ id }) => id));
    for (const [id, { key }] of this.known) {
      if (kept.has(id)) continue;
      this.workers.retire(key);
      this.known.delete(id);
    }
  }
}

/**
 * What was approved, and which files that were: one that was swapped and put back has the same content, but a process
 * that was started in between has not.
 */
function approvedAs({ fingerprint }: HookTrust): string {
  const identities = fingerprint.states.map(({ real, identity }) => `${real} ${identity}`);
  return [fingerprint.sha256, ...identities].join("\n");
}

const stated = new WeakMap<Hook, string>();

function statedBy(hook: Hook): string {
  const known = stated.get(hook);
  if (known !== undefined) return known;
  const { action, env, passEnv, cwd, event, name } = hook;
  const text = JSON.stringify({ action, env, passEnv, cwd, event, name });
  stated.set(hook, text);
  return text;
}
