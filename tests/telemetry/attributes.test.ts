import { afterEach, beforeEach, expect, test } from "vitest";
import { attributes, type AttributeSpec, type AttributePlace } from "../../src/telemetry/index.js";
import { fire, TelemetryWorkspace } from "./telemetry-workspace.js";
import { event, run, skip, verdict } from "./records.js";
import { answer } from "./receiver.js";

let workspace: TelemetryWorkspace;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
});
afterEach(() => workspace.close());

const specs: readonly AttributeSpec[] = Object.values(attributes);

const typeOf = (value: unknown): AttributeSpec["type"] => {
  if (Array.isArray(value)) return "string[]";
  if (typeof value === "number") return "int";
  return typeof value === "boolean" ? "boolean" : "string";
};

/** Sends one of everything, and gives back what was seen where, each once: "event snaphook.outcome string". */
async function seen(content: boolean): Promise<string[]> {
  const telemetry = workspace.open({ content });
  const reasons = [
    answer(400),
    answer(200, "no"),
    answer(200, '{"partialSuccess":{"rejectedSpans":1}}'),
  ];
  for (const [index, reason] of reasons.entries()) {
    workspace.receiver.script = [reason];
    fire(telemetry, `lost ${index}`);
    await workspace.receiver.until(() => telemetry.stats.queued === 0);
  }
  const payload = {
    session_id: "s",
    tool_name: "t",
    tool_use_id: "u",
    agent_id: "a",
    agent_type: "b",
    prompt: "p",
  };
  const problem = { code: "c", severity: "error", hook: "guard", path: "x", found: "y" };
  const voice = { hook: "guard", level: "deny", by: "json", won: true, why: "w" };
  const all = {
    problems: [problem],
    ruling: { decision: "ask" },
    provenance: { voices: [voice], rewrites: [{ hook: "guard", what: "input", applied: true }] },
  };
  const ran = { stderr: "e", signal: "SIGTERM", garbled: "g", cut: true };
  for (const id of ["e1", "e2"]) {
    telemetry.take(event(id, { payload }));
    telemetry.take(run(id, { hookType: "command" }, ran));
    telemetry.take(skip(id));
    if (id === "e1") telemetry.take(verdict(id, all));
  }
  for (const record of [run("", { hookType: "command" }, ran), skip(""), verdict("gone", all)])
    telemetry.take(record);
  telemetry.take({ time: "", type: "note", eventId: "" });
  await telemetry.close();
  const found = new Set<string>();
  const look = (place: AttributePlace, values: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(values))
      found.add(`${place} ${name} ${typeOf(value)}`);
  };
  for (const { name, attributes: values, events, resource } of workspace.receiver.spans) {
    look("resource", resource);
    look(name.startsWith("hook ") ? "event" : "run", values);
    for (const { attributes: skipped } of events) look("skip", skipped);
  }
  const places: Readonly<Record<string, AttributePlace>> = {
    "snaphook.problem": "problem",
    "snaphook.record": "record",
    "snaphook.lost": "lost",
  };
  for (const { name, attributes: values } of workspace.receiver.logs)
    look(places[name] ?? "resource", values);
  return [...found].toSorted();
}

/** What only a full queue or a dead receiver brings about; other tests see them. */
const elsewhere = new Set(["snaphook.lost.full", "snaphook.lost.unreachable"]);

test.each([true, false])(
  "what is sent is what the table says (with content: %s)",
  async (content) => {
    const expected = specs
      .filter((spec) => !elsewhere.has(spec.name) && (content || spec.content !== true))
      .flatMap(({ name, type, on }) => on.map((place) => `${place} ${name} ${type}`));
    expect(await seen(content)).toEqual(expected.toSorted());
  },
);

test("every name is there once, in a namespace, with a sentence", () => {
  const names = specs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, about } of specs) {
    expect(name).toMatch(/^(snaphook|gen_ai|service|process|error)(\.[a-z_]+)+$/);
    expect(about).toMatch(/^[A-Z`].*\.$/);
  }
});
