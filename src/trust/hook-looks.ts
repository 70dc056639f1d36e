import type { Hook } from "../config/index.js";
import { isProjectLayer } from "../layer/index.js";
import { recordFindings } from "./findings.js";
import { takeFingerprint, type Fingerprint } from "./fingerprint.js";
import type { PathSurroundings } from "./named-paths.js";
import { settle } from "./running-files.js";

const MOST_PROJECTS = 20;
const lastOf = new Map<string, HookLooks>();

/**
 * The looks of the last engine of a project, where hooks run as they did there: who answers many events makes an engine for
 * each. Nothing is taken from them before everything that they asked the disk was asked again.
 */
export function looksIn(surroundings: PathSurroundings): HookLooks {
  const { projectDir } = surroundings;
  const last = lastOf.get(projectDir);
  if (last !== undefined && isSame(last.surroundings, surroundings)) return last;
  if (lastOf.size >= MOST_PROJECTS) lastOf.clear();
  const looks = new HookLooks(surroundings);
  lastOf.set(projectDir, looks);
  return looks;
}

function isSame(one: PathSurroundings, other: PathSurroundings): boolean {
  if (one.userHome !== other.userHome || one.searchPath !== other.searchPath) return false;
  const [before, now] = [one.variables, other.variables];
  const names = Object.keys(now);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && before[name] === now[name])
  );
}

/** What hooks were found to be, for as long as a look would find the same. */
export class HookLooks {
  private readonly last = new WeakMap<
    Hook["entry"],
    ReturnType<typeof recordFindings<Fingerprint>>
  >();
  private readonly settled = new WeakSet<Fingerprint>();

  constructor(readonly surroundings: PathSurroundings) {}

  /** The same object for as long as nothing that was looked at is another. */
  look({ entry, source }: Hook): Fingerprint {
    const last = this.last.get(entry);
    if (last?.isStillSo?.() === true) return last.result;
    const owner = isProjectLayer(source.layer) ? "project" : "user";
    const look = recordFindings(() => takeFingerprint(entry, this.surroundings, owner));
    this.last.set(entry, look);
    return look.result;
  }

  /**
   * Waits until whatever is written to the files from then on shows; null where there is nothing to wait for. Once for each
   * version of them: what is written later changes a time.
   */
  settle(hook: Hook, looked: Fingerprint): Promise<void> | null {
    if (this.settled.has(looked)) return null;
    const settling = settle({ hook, states: looked.states }, this.surroundings);
    if (settling === null) return null;
    return settling.then(() => {
      if (this.look(hook) === looked) this.settled.add(looked);
    });
  }
}
