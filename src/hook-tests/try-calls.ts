import type { SandboxedHooks } from "../sandbox-run/index.js";
import type { GivenEvent, HookTest } from "./hook-test.js";
import { seenIn, type Seen } from "./seen.js";
import { snapshotOf } from "./snapshot.js";
import { eventOf } from "./test-event.js";

/** One call that a hook was shown, and what came of it with this hook alone. */
export interface TriedCall {
  readonly given: GivenEvent;
  readonly seen: Seen;
  /** The decision is this hook's: rules and protected files restrict calls too. */
  readonly decides: boolean;
}

/** A hook of a host, and where it is tried. */
interface TriedHook {
  readonly host: string;
  readonly id: string;
  readonly projectDir: string;
  readonly sandbox: SandboxedHooks;
}

/** All calls for one hook together. */
const LONGEST_MS = 120_000;

/** Shows calls to one hook, in the sandbox. Those that it does not match are left out, and those that could not be fired. */
export async function tryCalls(
  calls: readonly GivenEvent[],
  { host, id, projectDir, sandbox }: TriedHook,
  signal: AbortSignal,
): Promise<readonly TriedCall[]> {
  const events = calls.map((given) => eventOf({ ...given, hooks: [id] }, host, projectDir));
  const results = await sandbox.fire({ events, timeoutMs: LONGEST_MS }, signal);
  return results.flatMap((result, index) => {
    const given = calls[index];
    const seen = "fault" in result ? null : seenIn(result.fired, []);
    const own = seen?.hooks.find((hook) => hook.id === id && hook.ran);
    if (given === undefined || seen === null || own === undefined || "fault" in result) return [];
    const decides = result.fired.some(({ reading }) =>
      reading.provenance.voices.some(({ hook, won }) => won && hook === own.name),
    );
    return [{ given, seen, decides }];
  });
}

const MOST_RESTRICTED = 3;

/** Of what was tried, what is worth a test: of each decision the first, of restrictions one for each text; and one call that passes. */
export function worthTesting(tried: readonly TriedCall[]): readonly TriedCall[] {
  const known = new Set<string>();
  const restricted = tried.filter(({ seen, decides }) => {
    if (seen.outcome === "proceed" || !decides) return false;
    const key = JSON.stringify([seen.outcome, seen.toModel, seen.toUser]);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
  const changing = tried.find(({ seen }) => seen.outcome === "proceed" && seen.input !== null);
  // The last ones are the most harmless; one of the same tool says most.
  const passes = tried.filter(({ seen }) => seen.outcome === "proceed" && seen.input === null);
  const passing =
    passes.findLast(({ given }) => given.tool === restricted[0]?.given.tool) ?? passes.at(-1);
  return [
    ...restricted.slice(0, MOST_RESTRICTED),
    ...(changing === undefined ? [] : [changing]),
    ...(passing === undefined ? [] : [passing]),
  ];
}

const verbs: Readonly<Record<string, string>> = {
  block: "blocks",
  halt: "halts on",
  ask: "asks about",
  defer: "defers",
};

/** A test that expects what was seen. */
export function testOf({ given, seen }: TriedCall, hook: { readonly name: string }): HookTest {
  const verb = seen.input === null ? (verbs[seen.outcome] ?? "lets pass") : "rewrites";
  return {
    name: `${hook.name} ${verb} ${whatOf(given)}`,
    given: { ...given, hooks: [hook.name] },
    expect: { outcome: seen.outcome, ...snapshotOf(seen) },
  };
}

const LONGEST_NAME = 60;

/** The call in a few words. */
function whatOf({ event, tool, input, payload }: GivenEvent): string {
  const values = [...Object.values(input ?? {}), payload?.["prompt"]];
  const [first] = values.filter((value) => typeof value === "string");
  const text = (first ?? "").replaceAll(/\s+/g, " ").trim();
  const said = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
  return [tool ?? event, said].filter((part) => part !== "").join(": ");
}
