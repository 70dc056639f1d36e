import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine, type Engine, type Fired, type ProgramHook } from "../../src/engine/index.js";
import { openLedger } from "../../src/trace/index.js";
import type { Telemetry } from "../../src/telemetry/index.js";
import { TelemetryWorkspace } from "./telemetry-workspace.js";
import type { ReadSpan } from "./read-request.js";
import { temporaryFolder } from "../workspace.js";

let workspace: TelemetryWorkspace;
let folder: string;
let closers: (() => void)[];
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
  folder = temporaryFolder();
  closers = [];
});
afterEach(async () => {
  for (const close of closers) close();
  await workspace.close();
});

const hooks: readonly ProgramHook[] = [
  { type: "json", name: "nothing to say", json: {} },
  { type: "command", name: "guard", command: "echo 'not today' >&2; exit 2" },
  { type: "command", name: "broken", command: "echo oops; exit 7" },
  { type: "command", name: "slow", command: "sleep 30", timeout: 0.2 },
];

/** An engine of its own, in a folder of its own, whose ledger goes to telemetry too. */
function engine(name: string): { engine: Engine; telemetry: Telemetry } {
  const home = join(folder, `${name}-home`);
  const telemetry = workspace.open({ serviceName: name });
  const ledger = openLedger({ file: join(home, "ledger.jsonl"), onRecord: telemetry.take });
  const made = createEngine({
    projectDir: folder,
    home,
    managedFile: join(folder, "managed.json"),
    program: {
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks },
          { matcher: "Edit", hooks },
        ],
      },
    },
    keeper: false,
    ledger,
  });
  closers.push(() => {
    made.close();
    ledger.close();
  });
  return { engine: made, telemetry };
}

const childrenOf = ({ spanId }: ReadSpan): ReadSpan[] =>
  workspace.receiver.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const idOf = ({ attributes }: ReadSpan): unknown => attributes["snaphook.event.id"];

test("two engines at once report their events separately, as they were", async () => {
  const names = ["one", "other"];
  const fired: Fired[] = [];
  await Promise.all(
    names.map(async (name) => {
      const { engine: made, telemetry } = engine(name);
      const events = ["Bash", "Bash", "Edit"].map((tool_name) =>
        made.fire({
          hook_event_name: "PreToolUse",
          session_id: name,
          tool_name,
          tool_input: { command: "make private-words" },
        }),
      );
      fired.push(...(await Promise.all(events)));
      expect(await telemetry.close()).toMatchObject({ lost: 0 });
    }),
  );
  const roots = workspace.receiver.spans.filter(({ parentSpanId }) => parentSpanId === "");
  expect(roots.length).toBe(6);
  for (const { eventId, reading } of fired) {
    const span = roots.find((root) => idOf(root) === eventId) as ReadSpan;
    expect(span.attributes).toMatchObject({
      "snaphook.outcome": reading.outcome,
      "snaphook.permission": reading.permission,
      "snaphook.decided_by": ["guard"],
      "snaphook.failed": true,
      "snaphook.problems": [...new Set(reading.problems.map(({ code }) => code))],
      "gen_ai.conversation.id": span.resource["service.name"],
    });
    // Hooks that do not match are counted, not named.
    expect([span.attributes["snaphook.hooks.configured"], span.events]).toEqual([8, []]);
    const problems = workspace.receiver.logs.filter(({ spanId }) => spanId === span.spanId);
    expect(problems.map(({ body }) => body)).toEqual(reading.problems.map(({ code }) => code));
    const runs = childrenOf(span);
    expect(
      runs.map(({ name, status, attributes }) => ({
        name,
        error: status?.message ?? null,
        code: attributes["process.exit.code"] ?? null,
        decision: attributes["snaphook.hook.decision"] ?? null,
      })),
    ).toEqual([
      { name: "run nothing to say", error: null, code: 0, decision: null },
      { name: "run guard", error: null, code: 2, decision: "deny" },
      { name: "run broken", error: "exit-code-failure", code: 7, decision: null },
      { name: "run slow", error: "timed-out", code: null, decision: null },
    ]);
    for (const child of runs) {
      expect(child.start).toBe(span.start);
      expect(child.end).toBeLessThanOrEqual(span.end);
      expect(child.traceId).toBe(span.traceId);
    }
  }
  const traces = new Set(roots.map(({ traceId }) => traceId));
  expect(traces.size).toBe(2);
  expect(workspace.receiver.bodies.join("\n")).not.toMatch(/private-words|not today|oops/);
});
