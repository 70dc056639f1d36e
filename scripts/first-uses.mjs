// What V8 makes of the commands, for the Node that builds: each keeps it at its first use. No part of the package: it fits one Node.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const lines = [
  "bridge run --host codex --from claude-code -- true",
  "bridge fire --host claude-code",
  "bridge install codex",
  "explain PreToolUse",
  "explain PreToolUse --hosts",
  "explain exit-1-block",
  "run PreToolUse --tool Bash --trust-project",
  "trust",
  "why PreToolUse",
  "trace",
  "trace export --format html",
  "doctor",
  "lint",
  "test --init",
  "record",
  "hosts --config",
  "permissions",
  "schema",
  "completion bash",
  "conform --help",
  "init --host snaphook --yes",
];

export function useEachOnce() {
  const somewhere = mkdtempSync(join(tmpdir(), "snaphook-build-"));
  for (const folder of [".snaphook", ".claude"]) {
    mkdirSync(join(somewhere, folder));
    writeFileSync(
      join(somewhere, folder, "settings.json"),
      JSON.stringify({
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] },
      }),
    );
  }
  const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
  for (const line of lines)
    spawnSync(process.execPath, [resolve("dist/cli/main.js"), ...line.split(" ")], {
      cwd: somewhere,
      env: { ...process.env, HOME: somewhere, SNAPHOOK_HOME: join(somewhere, "home") },
      input: JSON.stringify(payload),
    });
  rmSync(somewhere, { recursive: true });
}
