import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interpret } from "../../interpret/index.js";
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
    const { start } = bridgeFor(host);
    const payload = payloadFor(host, event, projectDir);
    const facts = { projectDir, event, sessionId: "self-test", toolName: payload.tool_name ?? "" };
    const variables = Object.entries(start.environment).map(([name, fact]) => [name, facts[fact]]);
    const { status, stdout, stderr } = inShell(start, command, {
      cwd: projectDir,
      env: { ...hostEnvironment(), ...Object.fromEntries(variables), SNAPHOOK_HOME: home },
      input: JSON.stringify(payload),
    });
    if (status === null) return `${start.shell.join(" ")} did not end by itself: ${stderr}`;
    const runs = [{ exit: status, stdout, stderr }];
    const { outcome, ...reading } = interpret({ dialect: host, event, payload, runs });
    if (outcome === "block" && JSON.stringify(reading).includes(reason)) return null;
    const said = (stderr || stdout).trim().slice(0, 500);
    return `exit code ${status}, and ${host} reads it as ${outcome}${said === "" ? "" : `: ${said}`}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function payloadFor(host: string, event: string, cwd: string): ReturnType<typeof samplePayload> {
  const tool = bridgeFor(host).tools.shell?.name ?? "Bash";
  const fields = { hook_event_name: event, tool_name: tool, tool_input: { command: "true" }, cwd };
  return samplePayload("PreToolUse", fields);
}
