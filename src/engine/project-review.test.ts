import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Trust, type HookTrust } from "../trust/index.js";
import { newMemory } from "./engine-memory.js";
import type { PlannedHook } from "./planned-hook.js";
import type { ProjectTrust } from "./project-trust.js";
import { matching, one, TrustedProject, two } from "./trusted-project.test-support.js";

// Who is asked about hooks that are not approved, and what is looked at before anyone needs it.

let session: TrustedProject;
beforeEach(() => {
  session = new TrustedProject();
});
afterEach(() => vi.restoreAllMocks());

const names = (review: readonly HookTrust[]): string[] => review.map(({ hook }) => hook.name);

describe("a review", () => {
  const asks = (known: ProjectTrust): ReturnType<ProjectTrust["requestReview"]> =>
    known.requestReview(known.check(matching(known.settings.hooks)));
  const nothing = { approved: false, fault: null };

  test("is not asked for where nobody can give one", async () => {
    session.projects(one);
    expect(await asks(session.trust())).toEqual(nothing);
  });

  test("shows all hooks of a project that nobody knows, once for each version", async () => {
    session.projects(one, two);
    const shown: string[][] = [];
    const onReview = (review: readonly HookTrust[]) => (shown.push(names(review)), []);
    const memory = newMemory();
    const known = session.trust({ choice: { onReview }, memory });
    expect([await asks(known), await asks(known)]).toEqual([nothing, nothing]);
    expect([shown, memory.shown.size]).toEqual([[["one", "two"]], 2]);
    await asks(session.trust({ choice: { onReview }, memory }));
    expect(shown).toHaveLength(1);
    await asks(session.trust({ choice: { onReview } }));
    expect(shown).toHaveLength(2);
  });

  test("shows of a known project what the event would need", async () => {
    session.projects(one);
    await session.approved();
    session.projects(one, two, { name: "three", command: "date" });
    const shown: string[][] = [];
    const onReview = (review: readonly HookTrust[]) => (shown.push(names(review)), review);
    const known = session.trust({ choice: { onReview } });
    const [, wanted] = known.check(matching(known.settings.hooks));
    if (wanted === undefined) throw new Error("no hook");
    const other = { ...wanted, skipped: "if" } as const;
    const { trust: _, ...untold } = wanted;
    expect(await known.requestReview([other, untold])).toEqual(nothing);
    expect(await known.requestReview([wanted])).toEqual({ approved: true, fault: null });
    expect(shown).toEqual([["two"]]);
    expect(known.check(matching(known.settings.hooks)).map(({ matches }) => matches)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["new", 1],
    ["changed", 1],
    ["unseen", 1],
    ["drifted", 0],
    ["unknown", 0],
    ["approved", 0],
  ] as const)("asks about what is %s: %d", async (state, times) => {
    let asked = 0;
    const known = session.trust({ choice: { onReview: () => (asked++, []) } });
    const trust = { state, fingerprint: { sha256: "5" } } as unknown as HookTrust;
    const planned = { hook: {}, matches: false, why: "", skipped: "trust", trust };
    await known.requestReview([planned as PlannedHook]);
    expect(asked).toBe(times);
  });

  test("is asked for once where two events want it, and both go on with what it said", async () => {
    session.projects(one);
    let answer: (review: readonly HookTrust[]) => void = () => {};
    let asked = 0;
    const onReview = () =>
      new Promise<readonly HookTrust[]>((resolve) => {
        asked++;
        answer = resolve;
      });
    const known = session.trust({ choice: { onReview } });
    const both = [asks(known), asks(known)];
    answer(known.review());
    const stored = { approved: true, fault: null };
    expect([await Promise.all(both), asked]).toEqual([[stored, stored], 1]);
    expect(await asks(known)).toEqual(nothing);
  });

  test("that fails is the caller's, and the next one is asked", async () => {
    session.projects(one);
    let asked = 0;
    const onReview = (): Promise<never> => {
      asked++;
      return Promise.reject(new Error("nobody is here"));
    };
    const known = session.trust({ choice: { onReview } });
    await expect(asks(known)).rejects.toThrow("nobody is here");
    session.projects(two);
    await expect(asks(known)).rejects.toThrow("nobody is here");
    expect(asked).toBe(2);
  });

  test("whose yes cannot be stored says why, and is asked for again", async () => {
    session.projects(one);
    session.approvals.changeFault = new Error("no disk");
    let asked = 0;
    const onReview = (review: readonly HookTrust[]) => (asked++, review);
    const memory = newMemory();
    const known = session.trust({ choice: { onReview }, memory });
    expect(await asks(known)).toEqual({
      approved: false,
      fault: expect.stringContaining("no disk") as unknown,
    });
    expect(memory.shown.size).toBe(0);
    session.approvals.changeFault = null;
    expect([await asks(known), asked]).toEqual([{ approved: true, fault: null }, 2]);
  });
});

describe("looks before the first event", () => {
  /** Names of hooks that were looked at since, and of those that were settled. */
  function looked(): { of: string[]; settled: string[] } {
    const look = vi.spyOn(Trust.prototype, "of");
    const settle = vi.spyOn(Trust.prototype, "settle").mockReturnValue(null);
    return {
      get of() {
        return look.mock.calls.map(([{ name }]) => name);
      },
      get settled() {
        return settle.mock.calls.map(([{ hook }]) => hook.name);
      },
    };
  }

  test("are at the project's hooks, and settle those that are approved", async () => {
    session.users({ name: "own", command: "true" });
    session.projects(one);
    await session.approved();
    session.projects(one, two);
    const known = session.trust();
    const seen = looked();
    await known.prepare(() => true);
    expect(seen).toEqual({ of: ["one", "two"], settled: ["one"] });
  });

  test("are at sixteen, and end when nobody wants them", async () => {
    const many = Array.from({ length: 17 }, (_, at) => ({ name: `h${at}`, command: `echo ${at}` }));
    session.projects(...many);
    const known = await session.approved();
    const all = looked();
    await known.prepare(() => true);
    expect(all.of).toEqual(many.slice(0, 16).map(({ name }) => name));
    vi.restoreAllMocks();
    const few = looked();
    let left = 2;
    await known.prepare(() => left-- > 0);
    expect(few.of).toEqual(["h0", "h1"]);
  });

  test("take a turn each, in which the host may do something else", async () => {
    session.projects(one, two);
    const known = await session.approved();
    const seen = looked();
    const prepared = known.prepare(() => true);
    const counts = [seen.of.length];
    // Whatever is due now comes before the next look.
    await Promise.resolve();
    counts.push(seen.of.length);
    await prepared;
    expect([...counts, seen.of.length]).toEqual([1, 1, 2]);
  });
});
