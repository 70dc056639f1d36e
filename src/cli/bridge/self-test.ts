import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { interpret, type Reading } from "../../interpret/index.js";
import { samplePayload } from "../../payload/index.js";
import { ask, isRunning, placesIn, readState } from "../../serve/index.js";
import { bridgeFor } from "./bridge-input.js";
import { hostEnvironment, inShell } from "./own-command.js";

/** What came of the test events. */
interface SelfTest {
  /** Why a deny did not come back in the host's own form, or null. */
  readonly failure: string | null;
  /** Why the resident engine has not answered, or null; where it was not asked as well. */
  readonly unserved: string | null;
}

/** The bound is against hanging only: a busy machine takes its time. */
const START_MS = 20_000;
const LOOK_MS = 25;

/**
 * Fires an event by the registered command, through the host's own shell, at a hook that denies; where the command asks the
 * resident engine, once without one, which starts it, and once with it. No hook of the project runs: in a home of its own none is approved.
 */
export async function selfTest(
  call: Omit<ShellCall, "line">,
  isServed: boolean,
): Promise<SelfTest> {
  const home = mkdtempSync(join(tmpdir(), "snaphook-test-"));
  const reason = `denied by the self-test ${home}`;
  const hook = { type: "json", json: { decision: "block", reason } };
  writeFileSync(
    join(home, "settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
  );
  const test = (): string | null => failureOf(call, home, reason);
  try {
    const failure = test();
    if (failure !== null || !isServed) return { failure, unserved: null };
    if (!(await isThere(home))) return { failure, unserved: "it did not start" };
    return { failure: test(), unserved: await whyUnserved(home) };
  } finally {
    await endAll(home);
    rmSync(home, { recursive: true, force: true });
  }
}

function failureOf(call: Omit<ShellCall, "line">, home: string, reason: string): string | null {
  const { host } = call;
  const { status, stdout, stderr, reading } = throughShell(
    { ...call, line: "true" },
    { SNAPHOOK_HOME: home },
  );
  if (reading === null) return `the shell of ${host} did not end by itself: ${stderr}`;
  const { outcome } = reading;
  if (outcome === "block" && JSON.stringify(reading).includes(reason)) return null;
  const said = (stderr || stdout).trim().slice(0, 500);
  return `exit code ${status}, and ${host} reads it as ${outcome}${said === "" ? "" : `: ${said}`}`;
}

/** Waits until a resident engine has a worker that answers. */
async function isThere(home: string): Promise<boolean> {
  for (let waited = 0; waited < START_MS; waited += LOOK_MS) {
    const [place] = placesIn(home);
    const there = place === undefined ? null : await ask(place, "status");
    if (there !== null && there.ready > 0) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

async function whyUnserved(home: string): Promise<string | null> {
  const [place] = placesIn(home);
  const there = place === undefined ? null : await ask(place, "status");
  if (there === null) return "it has ended";
  return there.answered > 0 ? null : (Object.keys(there.left)[0] ?? "it was not asked");
}

/** One that was just started may not listen yet: it ends by itself, because its socket is gone. */
async function endAll(home: string): Promise<void> {
  for (const place of placesIn(home)) {
    const state = readState(place.state);
    await ask(place, "stop");
    if (state === null) continue;
    for (let waited = 0; waited < START_MS && isRunning(state); waited += LOOK_MS)
      await sleep(LOOK_MS);
  }
}

/** A hook of a host, and the command of an agent that it is asked about. */
interface ShellCall {
  readonly host: string;
  readonly event: string;
  readonly command: string;
  readonly projectDir: string;
  readonly line: string;
}

/** Runs a hook as the host does, and reads it as the host does; no reading where it did not end. */
export function throughShell(
  { host, event, command, projectDir, line }: ShellCall,
  more: NodeJS.ProcessEnv = {},
): ReturnType<typeof inShell> & { readonly reading: Reading | null } {
  const { start, tools } = bridgeFor(host);
  const payload = samplePayload("PreToolUse", {
    hook_event_name: event,
    tool_name: tools.shell?.name ?? "Bash",
    tool_input: { command: line },
    cwd: projectDir,
  });
  const facts = { projectDir, event, sessionId: "test", toolName: payload.tool_name ?? "" };
  const variables = Object.entries(start.environment).map(([name, fact]) => [name, facts[fact]]);
  const ran = inShell(start, command, {
    cwd: projectDir,
    env: { ...hostEnvironment(), ...Object.fromEntries(variables), ...more },
    input: JSON.stringify(payload),
  });
  const { status, stdout, stderr } = ran;
  const runs = status === null ? [] : [{ exit: status, stdout, stderr }];
  const reading = status === null ? null : interpret({ dialect: host, event, payload, runs });
  return { ...ran, reading };
}
