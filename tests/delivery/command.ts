import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Dialect } from "../../src/dialects/index.js";
import type { Reading } from "../../src/interpret/index.js";
import type { AnswerKind } from "./answers.js";
import type { Observed, Occurred } from "./check.js";
import { asProgram } from "./hook-forms.js";
import { settingsOf } from "./in-process.js";
import { promptOf } from "./model-plan.js";
import { TOO_LONG_FOR_SERVER, type RecordingServer } from "./recording-server.js";
import type { Site } from "./sites.js";

/** What `agent -p` can print. */
export const forms = ["text", "json", "stream"] as const;
export type Form = (typeof forms)[number];

interface Printed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let count = 0;

/** A session of one prompt with the built command, as a user without a terminal runs it; every hook is a program. */
export async function observeCommand(
  server: RecordingServer,
  cell: { readonly dialect: Dialect; readonly site: Site; readonly kind: AnswerKind },
  form: Form,
): Promise<Observed> {
  const { dialect, site, kind } = cell;
  const root = mkdtempSync(join(tmpdir(), "snaphook-delivery-"));
  try {
    const [project, home] = [join(root, "project"), join(root, "home")];
    mkdirSync(project);
    mkdirSync(home);
    const settings = settingsOf(dialect, site, kind.hooks.map(asProgram));
    writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
    const model = server.open(`cell-${count++}`, site);
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: root,
      SNAPHOOK_HOME: home,
      OPENAI_API_KEY: "sk-test-0123456789abcdef",
      OPENAI_BASE_URL: model.url,
    };
    const args = ["agent", "-p", "-", "--model", "openai:recording"];
    const printed = await run(
      form === "text" ? args : [...args, `--${form}`],
      promptOf(site, TOO_LONG_FOR_SERVER),
      { cwd: project, env },
    );
    const occurred = readOccurred(join(home, "ledger.jsonl"));
    return { occurred, requests: model.requests, hasUser: false, ...readers[form](printed) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function run(
  args: readonly string[],
  input: string,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Printed> {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], options);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (data: string) => (stdout += data));
  child.stderr.setEncoding("utf8").on("data", (data: string) => (stderr += data));
  child.stdin.end(input);
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stdout, stderr };
}

/** What was decided, as the ledger has it. */
function readOccurred(ledger: string): Occurred[] {
  const names = new Map<string, string>();
  const occurred: Occurred[] = [];
  for (const line of readFileSync(ledger, "utf8").trim().split("\n")) {
    const record = JSON.parse(line) as { type: string; eventId: string; event: string } & Reading;
    if (record.type === "event") names.set(record.eventId, record.event);
    if (record.type === "verdict")
      occurred.push({
        event: names.get(record.eventId) ?? "",
        reading: record,
        // A hook's words cannot be in a request that was made before it ran.
        requestsBefore: 0,
      });
  }
  return occurred;
}

type Shown = Pick<Observed, "seen" | "end" | "problems">;

const readers: Readonly<Record<Form, (printed: Printed) => Shown>> = {
  text({ status, stderr }) {
    const halted = /^A hook ended the turn: (.*)$/m.exec(stderr);
    const isDenied = /^\w+ was denied: /m.test(stderr);
    const type =
      halted === null ? (isDenied ? "denied" : status === 0 ? "stopped" : "failed") : "hook";
    const seen = stderr
      .split(/\n(?=warning: |error: |A hook ended the turn: )/)
      .map((one) => one.trimEnd())
      // That is how the turn ended, after all that was said.
      .filter((one) => !one.startsWith("A hook ended the turn: "));
    return { seen, end: { type, why: halted?.[1] ?? "" } };
  },
  json({ stdout }) {
    const { warnings, errors, end, problems } = JSON.parse(stdout) as {
      readonly warnings: readonly string[];
      readonly errors: readonly string[];
      readonly end: Observed["end"];
      readonly problems: NonNullable<Observed["problems"]>;
    };
    return { seen: [...warnings, ...errors], end, problems };
  },
  stream({ stdout }) {
    const lines = stdout
      .trim()
      .split("\n")
      .map(
        (line) => JSON.parse(line) as { readonly type: string; readonly [key: string]: unknown },
      );
    const seen = lines
      .filter(({ type }) => type === "warn" || type === "error")
      .map(({ content }) => String(content));
    const problems = lines.filter(({ type }) => type === "problem");
    const end = lines.findLast(({ type }) => type === "end")?.["end"] as Observed["end"];
    return { seen, end, problems: problems as unknown as NonNullable<Observed["problems"]> };
  },
};
