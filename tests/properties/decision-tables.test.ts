import { expect, test } from "vitest";
import { interpret, type WireRun } from "../../src/core.js";

/** What a hook does, what it asks for by that, and whether it failed. */
interface Move {
  readonly name: string;
  readonly run: WireRun;
  readonly level: "halt" | "deny" | "defer" | "ask" | "allow" | null;
}

const answer = (name: string, level: Move["level"], json: unknown): Move => ({
  name,
  level,
  run: { exit: 0, stdout: JSON.stringify(json) },
});
const permission = (event: string, word: "allow" | "deny" | "ask" | "defer"): Move =>
  answer(word, word, {
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: word,
      permissionDecisionReason: `why ${word}`,
    },
  });

const nothing: Move = { name: "nothing", level: null, run: { exit: 0 } };
const halt = answer("halt", "halt", { continue: false, stopReason: "enough" });
const exitTwo: Move = { name: "exit 2", level: "deny", run: { exit: 2, stderr: "no" } };
const exitOne: Move = { name: "exit 1", level: null, run: { exit: 1, stderr: "oops" } };
const timeout: Move = { name: "timeout", level: null, run: { timedOut: true } };

const permissionMoves = (event: string): readonly Move[] => [
  nothing,
  permission(event, "allow"),
  permission(event, "ask"),
  permission(event, "defer"),
  permission(event, "deny"),
  halt,
  exitTwo,
  exitOne,
  timeout,
];
const stopMoves: readonly Move[] = [
  nothing,
  answer("approve", "allow", { decision: "approve", reason: "done" }),
  answer("block", "deny", { decision: "block", reason: "not done" }),
  halt,
  exitTwo,
  exitOne,
];

/** Every multiset of up to `most` moves, each once. */
function multisets(moves: readonly Move[], most: number, from = 0): Move[][] {
  if (most === 0) return [[]];
  return [
    [],
    ...moves
      .slice(from)
      .flatMap((move, index) =>
        multisets(moves, most - 1, from + index).map((rest) => [move, ...rest]),
      ),
  ];
}

/** A few orders of the same moves: as they are, backwards, and each rotation. */
function ordersOf(moves: readonly Move[]): (readonly Move[])[] {
  const rotations = moves.map((_, index) => [...moves.slice(index), ...moves.slice(0, index)]);
  return [moves, moves.toReversed(), ...rotations];
}

/** The precedence of the specification, written down once more and on purpose without its code. */
function expected(
  moves: readonly Move[],
  event: { readonly silence: "proceed" | "ask"; readonly permission: boolean },
): { outcome: string; permission: string; failed: boolean } {
  const said = new Set(moves.map(({ level }) => level));
  const spoken = (["deny", "defer", "ask", "allow"] as const).find((level) => said.has(level));
  const outcomes = { deny: "block", defer: "defer", ask: "ask", allow: "proceed" };
  const outcome = spoken === undefined ? event.silence : outcomes[spoken];
  return {
    outcome: said.has("halt") ? "halt" : outcome,
    permission: event.permission ? (spoken ?? "none") : "none",
    failed: moves.some((move) => move === exitOne || move === timeout),
  };
}

test.each([
  { event: "PreToolUse", moves: permissionMoves("PreToolUse"), silence: "proceed", sets: 715 },
  {
    event: "PermissionRequest",
    moves: permissionMoves("PermissionRequest"),
    silence: "ask",
    sets: 715,
  },
  { event: "Stop", moves: stopMoves, silence: "proceed", sets: 210 },
] as const)(
  "up to four hooks on $event decide by precedence, in any order",
  ({ event, moves, silence, sets }) => {
    const tables = multisets(moves, 4);
    expect(tables).toHaveLength(sets);
    for (const table of tables) {
      for (const order of ordersOf(table)) {
        const {
          outcome,
          permission: spoken,
          failed,
        } = interpret({
          dialect: "wave",
          event,
          runs: order.map(({ run }) => run),
        });
        const names = order.map(({ name }) => name);
        expect({ names, outcome, permission: spoken, failed }).toEqual({
          names,
          ...expected(order, { silence, permission: event !== "Stop" }),
        });
      }
    }
  },
);
