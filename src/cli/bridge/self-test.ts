import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interpret, type Reading } from "../../interpret/index.js";
import { samplePayload } from "../../payload/index.js";
import { bridgeFor } from "./bridge-input.js";
import { hostEnvironment, inShell } from "./own-command.js";

/**
 * Fires one event by the registered command, through the host's own shell, at a hook that denies: why the deny did not
 * come back in the host's own form, or null. No hook of the project runs: in a home of its own none is approved.
 */
export function failedSelfTest(
  host: string,
  event: string,
  command: string,
  projectDir: string,
): string | null {
  const home = mkdtempSync(join(tmpdir(), "snaphook-self-test-"));
  const reason = `denied by the self-test ${home}`;
  const hook = { type: "json", json: { decision: "block", reason } };
  writeFileSync(
    join(home, "settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
  );
  try {
    const { status, stdout, stderr, reading } = throughShell(
      { host, event, command, projectDir, line: "true" },
      { SNAPHOOK_HOME: home },
    );
    if (reading === null) return `the shell of ${host} did not end by itself: ${stderr}`;
    const { outcome } = reading;
    if (outcome === "block" && JSON.stringify(reading).includes(reason)) return null;
    const said = (stderr || stdout).trim().slice(0, 500);
    return `exit code ${status}, and ${host} reads it as ${outcome}${said === "" ? "" : `: ${said}`}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
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
