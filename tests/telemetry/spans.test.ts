import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TelemetryWorkspace } from "./telemetry-workspace.js";
import { event, noon, run, skip, verdict, whole } from "./records.js";
import type { Receiver } from "./receiver.js";

let workspace: TelemetryWorkspace;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
  ({ receiver } = workspace);
});
afterEach(() => workspace.close());

const ns = (ms: number): bigint => BigInt(noon) * 1_000_000n + BigInt(ms * 1_000_000);
const traceOf = (session: string): string =>
  createHash("sha256").update(`snaphook session ${session}`).digest("hex").slice(0, 32);
const id = expect.stringMatching(/^[0-9a-f]{16}$/);

test("an event is a span, its run a span below it, its skip an event in it, and nothing of their texts is reported", async () => {
  const telemetry = workspace.open({
    serviceName: "team",
    resource: { "deployment.environment.name": "ci" },
  });
  for (const record of whole("e1")) telemetry.take(record);
  expect(await telemetry.close()).toEqual({ sent: 2, lost: 0 });
  const resource = {
    "service.name": "team",
    "service.instance.id": expect.stringMatching(/^[0-9a-f]{32}$/),
    "process.pid": process.pid,
    "process.runtime.name": "nodejs",
    "process.runtime.version": process.version,
    "deployment.environment.name": "ci",
  };
  expect(receiver.spans).toEqual([
    {
      name: "hook PreToolUse",
      traceId: traceOf("session one"),
      spanId: id,
      parentSpanId: "",
      flags: 0x101,
      kind: 1,
      start: ns(0),
      end: ns(40),
      attributes: {
        "snaphook.event.name": "PreToolUse",
        "snaphook.event.id": "e1",
        "gen_ai.conversation.id": "session one",
        "gen_ai.tool.name": "Bash",
        "gen_ai.tool.call.id": "call-1",
        "snaphook.hooks.configured": 2,
        "snaphook.hooks.matching": 1,
        "snaphook.outcome": "proceed",
        "snaphook.permission": "none",
        "snaphook.failed": false,
        "snaphook.texts.model": 0,
        "snaphook.texts.user": 0,
      },
      events: [
        {
          name: "snaphook.skip",
          attributes: {
            "snaphook.hook.name": "linter",
            "snaphook.hook.id": "user/1",
            "snaphook.hook.at": "/home/me/settings.json:20",
            "snaphook.skip.reason": "matcher",
          },
        },
      ],
      droppedEvents: 0,
      status: null,
      resource,
    },
    {
      name: "run guard",
      traceId: traceOf("session one"),
      spanId: id,
      parentSpanId: receiver.spans[0]?.spanId,
      flags: 0x101,
      kind: 1,
      start: ns(0),
      end: ns(12.5),
      attributes: {
        "snaphook.event.id": "e1",
        "snaphook.hook.name": "guard",
        "snaphook.hook.id": "user/0",
        "snaphook.hook.at": "/home/me/settings.json:12",
        "snaphook.hook.ending": "exited",
        "process.exit.code": 0,
        "snaphook.hook.stdout.length": 10,
        "snaphook.hook.stderr.length": 0,
      },
      events: [],
      droppedEvents: 0,
      status: null,
      resource,
    },
  ]);
  expect(receiver.logs).toEqual([]);
  expect(receiver.bodies.join("\n")).not.toMatch(/sauce|looks fine|does not match/);
});

test("a verdict says who decided, and each Problem is a log record of the event's span", async () => {
  const telemetry = workspace.open();
  telemetry.take(event("e1"));
  telemetry.take(run("e1", {}, { exit: 1 }));
  telemetry.take(
    verdict("e1", {
      outcome: "block",
      permission: "deny",
      failed: true,
      toUser: [{ kind: "error", text: "private words", hook: "guard" }],
      ruling: { decision: "ask", why: "private words" },
      provenance: {
        voices: [
          { hook: "guard", level: "deny", by: "json", won: true, why: "private words" },
          { hook: "guard", level: "allow", by: "json", won: false, why: "" },
        ],
        rewrites: [
          { hook: "guard", what: "input", applied: true, why: "" },
          { hook: "guard", what: "prompt", applied: false, why: "" },
        ],
      },
      problems: [
        {
          code: "exit-code-failure",
          severity: "warning",
          hook: "guard",
          path: "exit",
          found: "private words",
        },
        { code: "field-unknown", severity: "info", hook: "", path: "x.y", found: "" },
        { code: "field-unknown", severity: "error", hook: "other", path: "z", found: "" },
      ],
    }),
  );
  expect(telemetry.stats).toMatchObject({ taken: 5, queued: 5 });
  await telemetry.close();
  const [span, child] = receiver.spans;
  expect(span?.status).toEqual({ code: 2, message: "a hook failed" });
  expect(span?.attributes).toMatchObject({
    "snaphook.outcome": "block",
    "snaphook.permission": "deny",
    "snaphook.ruling": "ask",
    "snaphook.decided_by": ["guard"],
    "snaphook.rewritten": ["input"],
    "snaphook.failed": true,
    "snaphook.problems": ["exit-code-failure", "field-unknown"],
    "snaphook.texts.user": 1,
  });
  expect(child?.status).toEqual({ code: 2, message: "exit-code-failure" });
  expect(child?.attributes).toMatchObject({
    "process.exit.code": 1,
    "error.type": "exit-code-failure",
    "snaphook.hook.decision": "deny",
    "snaphook.hook.decision.by": "json",
    "snaphook.hook.decision.counted": true,
  });
  const log = {
    name: "snaphook.problem",
    time: ns(40),
    traceId: span?.traceId,
    spanId: span?.spanId,
  };
  const where = { "snaphook.event.name": "PreToolUse", "snaphook.event.id": "e1" };
  expect(receiver.logs).toEqual([
    {
      ...log,
      severity: "WARN",
      severityNumber: 13,
      body: "exit-code-failure",
      attributes: {
        ...where,
        "snaphook.problem.code": "exit-code-failure",
        "snaphook.hook.name": "guard",
        "snaphook.problem.path": "exit",
      },
    },
    {
      ...log,
      severity: "INFO",
      severityNumber: 9,
      body: "field-unknown",
      attributes: {
        ...where,
        "snaphook.problem.code": "field-unknown",
        "snaphook.problem.path": "x.y",
      },
    },
    {
      ...log,
      severity: "ERROR",
      severityNumber: 17,
      body: "field-unknown",
      attributes: {
        ...where,
        "snaphook.problem.code": "field-unknown",
        "snaphook.hook.name": "other",
        "snaphook.problem.path": "z",
      },
    },
  ]);
  expect(receiver.bodies.join("\n")).not.toContain("private words");
});

const endings: readonly (readonly [string, object, string | null, object])[] = [
  ["exit code 0", { exit: 0 }, null, { "snaphook.hook.ending": "exited", "process.exit.code": 0 }],
  ["exit code 2", { exit: 2 }, null, { "snaphook.hook.ending": "exited", "process.exit.code": 2 }],
  ["an answer of type json", { json: {} }, null, { "snaphook.hook.ending": "exited" }],
  [
    "a signal",
    { signal: "SIGKILL" },
    "signalled",
    { "snaphook.hook.ending": "signalled", "snaphook.hook.signal": "SIGKILL" },
  ],
  ["a deadline", { timedOut: true }, "timed-out", { "snaphook.hook.ending": "timed-out" }],
  ["no start", { spawnError: "ENOENT" }, "not-started", { "snaphook.hook.ending": "not-started" }],
  ["an abort", { cancelled: true }, "cancelled", { "snaphook.hook.ending": "cancelled" }],
  [
    "a file that changed",
    { changed: "/guard.sh", exit: 0 },
    "changed",
    { "snaphook.hook.ending": "changed", "process.exit.code": 0 },
  ],
  [
    "a garbled answer",
    { exit: 0, garbled: "HTTP 200 with text/html" },
    "garbled",
    { "snaphook.hook.ending": "exited", "process.exit.code": 0, "snaphook.hook.garbled": true },
  ],
  [
    "more output than is kept",
    { exit: 0, cut: true },
    null,
    { "snaphook.hook.ending": "exited", "process.exit.code": 0, "snaphook.hook.cut": true },
  ],
];

test.each(endings)("%s is reported as what it is", async (_, result, error, attributes) => {
  const telemetry = workspace.open();
  telemetry.take(event("e1"));
  const { exit: _exit, ...bare } = run("e1")["run"] as Record<string, never>;
  telemetry.take({ ...run("e1"), hookType: "command", run: { ...bare, ...result } });
  telemetry.take(verdict("e1"));
  await telemetry.close();
  const child = receiver.spans[1];
  expect(child?.status).toEqual(error === null ? null : { code: 2, message: error });
  expect(child?.attributes).toEqual({
    "snaphook.event.id": "e1",
    "snaphook.hook.name": "guard",
    "snaphook.hook.id": "user/0",
    "snaphook.hook.type": "command",
    "snaphook.hook.at": "/home/me/settings.json:12",
    "snaphook.hook.stdout.length": 10,
    "snaphook.hook.stderr.length": 0,
    ...(error !== null && { "error.type": error }),
    ...attributes,
  });
});

test("with content the texts are reported, each cut where the limit is", async () => {
  const telemetry = workspace.open({ content: true, limits: { text: 60 } });
  const payload = { session_id: "s", prompt: "p".repeat(80), list: [1, null, 12n, { a: "é" }] };
  telemetry.take(event("e1", { payload }));
  telemetry.take(run("e1", {}, { stdout: "o".repeat(61), stderr: "short", spawnError: "no file" }));
  telemetry.take(skip("e1"));
  telemetry.take(
    verdict("e1", {
      provenance: {
        voices: [{ hook: "guard", level: "ask", by: "json", won: true, why: "because" }],
        rewrites: [],
      },
      problems: [{ code: "c", severity: "info", hook: "", path: "", found: "what was found" }],
    }),
  );
  telemetry.take({ time: "no time", type: "user-answer", eventId: "e9", answer: ["yes"] });
  await telemetry.close();
  const [span, child] = receiver.spans;
  expect(span?.attributes).toMatchObject({
    "snaphook.payload": `{"session_id":"s","prompt":"${"p".repeat(32)}…`,
    "snaphook.prompt.length": 80,
  });
  expect(span?.events[0]?.attributes).toMatchObject({
    "snaphook.skip.why": "the list Edit does not match Bash",
  });
  expect(child?.attributes).toMatchObject({
    "snaphook.hook.stdout": `${"o".repeat(60)}…`,
    "snaphook.hook.stderr": "short",
    "snaphook.hook.error": "no file",
    "snaphook.hook.decision.reason": "because",
  });
  expect(receiver.logs.map(({ body, attributes }) => [body, attributes])).toEqual([
    [
      "c",
      {
        "snaphook.event.name": "PreToolUse",
        "snaphook.event.id": "e1",
        "snaphook.problem.code": "c",
        "snaphook.problem.found": "what was found",
      },
    ],
    [
      "user-answer",
      {
        "snaphook.record.type": "user-answer",
        "snaphook.event.id": "e9",
        "snaphook.record": '{"time":"no time","type":"user-answer","eventId":"e9","answe…',
      },
    ],
  ]);
});

test("all events of a session are one trace, events without a session are a trace each", async () => {
  const telemetry = workspace.open();
  const sessions = ["a", "b", "a", undefined, undefined, "[redacted:key]", "[redacted:key]"];
  for (const [index, session] of sessions.entries()) {
    telemetry.take(
      event(`e${index}`, { payload: session === undefined ? {} : { session_id: session } }),
    );
    telemetry.take(verdict(`e${index}`));
  }
  await telemetry.close();
  const traces = receiver.spans.map(({ traceId }) => traceId);
  expect(traces.slice(0, 3)).toEqual([traceOf("a"), traceOf("b"), traceOf("a")]);
  expect(new Set(traces).size).toBe(6);
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(7);
});

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";
const contexts: readonly (readonly [string, string, boolean])[] = [
  ["a valid context", `00-${trace}-${parent}-01`, true],
  ["one that was not sampled", `00-${trace}-${parent}-00`, true],
  ["one of a later version that says more", `cc-${trace}-${parent}-01-more`, true],
  [
    "one whose ids end in zeros",
    `00-${"4bf92f3577b34da6".padEnd(32, "0")}-${"f067".padEnd(16, "0")}-01`,
    true,
  ],
  ["one of version ff", `ff-${trace}-${parent}-01`, false],
  ["one with more than its version has", `00-${trace}-${parent}-01-more`, false],
  ["one without a trace", `00-${"0".repeat(32)}-${parent}-01`, false],
  ["one without a span", `00-${trace}-${"0".repeat(16)}-01`, false],
  ["one in capitals", `00-${trace.toUpperCase()}-${parent}-01`, false],
  ["garbage", "yes please", false],
];

test.each(contexts)(
  "%s from another program counts as the standard says",
  async (_, traceparent, counts) => {
    const telemetry = workspace.open({ traceparent });
    for (const record of whole("e1")) telemetry.take(record);
    await telemetry.close();
    const [span, child] = receiver.spans;
    expect({ trace: span?.traceId, parent: span?.parentSpanId }).toEqual(
      counts
        ? { trace: traceparent.slice(3, 35), parent: traceparent.slice(36, 52) }
        : { trace: traceOf("session one"), parent: "" },
    );
    const w3c = counts ? Number(traceparent.slice(53, 55)) : 1;
    expect(span?.flags).toBe(counts ? 0x300 | w3c : 0x101);
    expect(child).toMatchObject({ traceId: span?.traceId, parentSpanId: span?.spanId });
    expect(child?.flags).toBe(0x100 | w3c);
  },
);

test("an event lasts at least as long as its runs, though its records have no fractions of a millisecond", async () => {
  const telemetry = workspace.open();
  telemetry.take(event("e1"));
  telemetry.take(run("e1", { ms: 40.75 }));
  telemetry.take(verdict("e1"));
  await telemetry.close();
  expect(receiver.spans.map(({ start, end }) => [start, end])).toEqual([
    [ns(0), ns(40.75)],
    [ns(0), ns(40.75)],
  ]);
});

test("texts that are no proper Unicode are made so", async () => {
  const telemetry = workspace.open({ content: true });
  telemetry.take(event("e\ud800", { event: "Odd\udc00", payload: { prompt: "\ud83d" } }));
  telemetry.take(verdict("e\ud800"));
  await telemetry.close();
  expect(receiver.spans[0]).toMatchObject({
    name: "hook Odd\ufffd",
    attributes: { "snaphook.event.id": "e\ufffd" },
  });
});
