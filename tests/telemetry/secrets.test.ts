import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine, type ProgramHook } from "../../src/engine/index.js";
import { canaries } from "../canaries.js";
import { openLedger } from "../../src/trace/index.js";
import { fire, TelemetryWorkspace } from "./telemetry-workspace.js";
import { answer, type Behaviour } from "./receiver.js";
import { temporaryFolder } from "../workspace.js";

let workspace: TelemetryWorkspace;
let folder: string;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
  folder = temporaryFolder();
});
afterEach(async () => {
  await workspace.close();
});

/** Letters and digits behind what marks a secret; in parts, so that no scanner takes this file for a leak. */
const word = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"), {
      minLength: length,
      maxLength: length,
    })
    .map((letters) => `Q7${letters.join("")}`);
const shapes: readonly (readonly [length: number, before: readonly string[], after: string])[] = [
  [14, ["AK", "IA"], ""],
  [34, ["gh", "p_"], ""],
  [40, ["sk-", "ant-"], ""],
  [20, ["gl", "pat-"], ""],
  [30, ["Authorization: ", "Bearer "], ""],
  [12, ["--pass", "word "], ""],
  [12, ["postgres://", "me:"], "@db/x"],
  [12, ['{"api_', 'key": "'], '"}'],
];
const secret = fc.oneof(
  ...shapes.map(([length, before, after]) =>
    word(length).map((core) => ({ core, text: `${before.join("")}${core}${after}` })),
  ),
);
/** Somewhere in what people, models and hooks write. */
const places = fc.constantFrom<(text: string) => object[]>(
  (text) => [{ type: "event", payload: { session_id: text, tool_name: text, tool_use_id: text } }],
  (text) => [{ type: "event", payload: { prompt: text, tool_input: { [text]: [text] } } }],
  (text) => [{ type: "event", event: text, payload: {}, hooks: [{ name: text, matches: true }] }],
  (text) => [{ type: "run", name: text, id: text, at: text, run: { exit: 0, stdout: text } }],
  (text) => [{ type: "run", name: "n", run: { spawnError: text, stderr: text, signal: text } }],
  (text) => [{ type: "skip", name: text, why: text, skipped: text }],
  (text) => [{ type: text, note: text, deep: { deep: [{ text }] } }],
  (text) => [
    {
      type: "verdict",
      outcome: text,
      ruling: { decision: text, why: text },
      toModel: [{ text }],
      problems: [{ code: text, severity: "error", hook: text, path: text, found: text }],
      provenance: { voices: [{ hook: text, level: text, won: true, why: text }], rewrites: [] },
    },
  ],
);

test("no secret leaves, wherever it is, not even with content", async () => {
  const file = join(folder, "ledger.jsonl");
  const telemetry = workspace.open({ content: true, limits: { items: 100_000, batchItems: 100 } });
  const ledger = openLedger({ file, onRecord: telemetry.take });
  const cores: string[] = [];
  fc.assert(
    fc.property(
      secret,
      places,
      fc.constantFrom("", "it said «", "x ".repeat(3000)),
      (hidden, place, before) => {
        const eventId = `e${cores.length}`;
        cores.push(hidden.core);
        ledger.append({ type: "event", eventId, event: "Stop", payload: {} });
        for (const record of place(`${before}${hidden.text} and so on`))
          ledger.append({ type: "note", eventId, ...record });
        ledger.append({ type: "verdict", eventId });
      },
    ),
  );
  ledger.close();
  const { sent, lost } = await telemetry.close();
  expect(lost).toBe(0);
  expect(workspace.receiver.items).toBe(sent);
  const seen = workspace.receiver.bodies.join("\n");
  expect(seen).toContain("[redacted:");
  expect(cores.filter((core) => seen.includes(core))).toEqual([]);
  const written = readFileSync(file, "utf8");
  expect(cores.filter((core) => written.includes(core))).toEqual([]);
});

test("of what an engine gets and hooks answer, no planted secret reaches the ledger or telemetry", async () => {
  const file = join(folder, "home", "ledger.jsonl");
  const telemetry = workspace.open({ content: true, limits: { items: 100_000, batchItems: 100 } });
  const ledger = openLedger({ file, onRecord: telemetry.take });
  const sample = canaries().filter((_, index) => index % 29 === 0);
  expect(sample.length).toBeGreaterThan(200);
  const echo: ProgramHook = {
    type: "function",
    name: "echo",
    run: (event) => {
      const { description } = event["tool_input"] as { description: string };
      return { decision: "block", reason: description, systemMessage: description };
    },
  };
  const printed: ProgramHook = { type: "command", name: "print", command: "cat; cat >&2; exit 2" };
  const engine = createEngine({
    projectDir: folder,
    home: join(folder, "home"),
    managedFile: join(folder, "managed.json"),
    program: {
      hooks: {
        PreToolUse: [
          { matcher: "Bash|Note", hooks: [echo] },
          { matcher: "Print", hooks: [printed] },
        ],
      },
    },
    keeper: false,
    ledger,
  });
  const isCommand =
    /in (?:an export|a command's|docker -e|a flag)|^special (?:curl|mysql|docker|git)/;
  for (const [index, { what, text }] of sample.entries())
    await engine.fire({
      hook_event_name: "PreToolUse",
      session_id: "s",
      tool_name: index % 20 === 0 ? "Print" : isCommand.test(what) ? "Bash" : "Note",
      tool_input: {
        [isCommand.test(what) ? "command" : "text"]: text,
        description: `why: ${text}`,
        list: [text],
      },
    });
  engine.close();
  ledger.close();
  const { lost } = await telemetry.close();
  expect(lost).toBe(0);
  const seen = workspace.receiver.bodies.join("\n");
  const written = readFileSync(file, "utf8");
  expect(seen.match(/\[redacted:/g)?.length).toBeGreaterThan(sample.length);
  expect(written.match(/\[redacted:/g)?.length).toBeGreaterThan(sample.length);
  const leaks = sample.filter(({ parts }) =>
    parts.some((part) => seen.includes(part) || written.includes(part)),
  );
  expect(leaks.map(({ what }) => what)).toEqual([]);
});

/** A receiver that repeats everything that it was sent, and a token of somebody else. */
const repeats =
  (wrap: (message: string) => readonly [status: number, body: object]): Behaviour =>
  (request, response, received) => {
    const { authorization = "", "x-team": team } = request.headers;
    const pair = Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
    const token = ["gh", "p_", "Q7", "ABCDEFGHJKLMNPQRSTUVWXYZ2345678901"].join("");
    const said = [authorization, pair, String(team), request.url, token].join(" | ");
    const [status, body] = wrap(said);
    answer(status, JSON.stringify(body))(request, response, received);
  };

test.each<[string, Behaviour, string, string]>([
  [
    "refuses",
    repeats((message) => [401, { message }]),
    "refused",
    "The receiver answers 401. It says: ",
  ],
  [
    "takes a part",
    repeats((errorMessage) => [200, { partialSuccess: { rejectedSpans: 1, errorMessage } }]),
    "rejected",
    "The receiver rejects 1 of 2. It says: ",
  ],
])(
  "where a receiver %s, its words are reported without what it knows",
  async (_name, reported, kind, says) => {
    const { receiver } = workspace;
    const telemetry = workspace.open({
      endpoint: `${receiver.endpoint.replace("//", "//team:open%2Dsesame@")}/?key=open-the-door`,
      headers: { "x-team": "open-sesame-twice" },
    });
    receiver.script = [reported];
    fire(telemetry, "e1");
    await receiver.until(() => workspace.troubles.length > 0);
    await telemetry.close();
    // The receiver's own check knows no query; here that is no fault.
    receiver.faults.length = 0;
    expect(workspace.troubles).toEqual([
      {
        kind,
        message: `${says}Basic [header] | [header]:[header] | [header] | /v1/traces?key=[header] | [redacted:github] (${receiver.endpoint}, traces)`,
      },
    ]);
  },
);
