import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { asProgram, defaultHome, loadSettings } from "../../config/index.js";
import type { Reading } from "../../interpret/index.js";
import { throughShell } from "../bridge/self-test.js";
import { openProjectHosts } from "../open-project-hosts.js";

/** What came of one command that was asked for. */
export interface Sample {
  readonly command: string;
  readonly outcome: string;
  readonly reason: string | null;
  /** Why the host does not run the hook yet. */
  readonly notYet?: string;
}

/** Approves the hook with this command, as it is now; gives back its id. */
export async function approveGuard(host: string, command: string): Promise<string> {
  const { hosts, trust } = openProjectHosts(host, false);
  try {
    await trust.refresh();
    const places = { projectDir: trust.project, home: defaultHome(), userHome: homedir() };
    const hooks =
      host === "snaphook"
        ? loadSettings({ ...places, trustProject: true }).hooks
        : hosts.flatMap((one) => one.hooks());
    const hook = hooks.find(({ action }) => asProgram(action)?.command === command);
    if (hook === undefined) throw new Error("the settings do not have the hook that was written");
    await trust.approve([trust.of(hook)]);
    return hook.id;
  } finally {
    for (const one of hosts) one.close();
    trust.close();
  }
}

/** The guard, and who runs it. */
interface Guard {
  readonly host: string;
  readonly event: string;
  readonly id: string;
  readonly command: string;
}

/**
 * Fires the event before a command by `snaphook run`, as the user would. Where the host does not run the hook before its
 * user has agreed, the hook is run through the host's shell instead.
 */
export function tryCommand({ host, event, id, command }: Guard, line: string): Sample {
  const main = fileURLToPath(new URL("../main.js", import.meta.url));
  const args = ["run", "PreToolUse", "--host", host, "--json"];
  const call = ["--tool", "Bash", "--input", `command=${JSON.stringify(line)}`];
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...args, ...call], {
    encoding: "utf8",
    timeout: 120_000,
  });
  try {
    const { hooks, ...reading } = JSON.parse(stdout) as Fired;
    const skipped = hooks.find((hook) => hook.id === id && hook.skipped === "host");
    if (skipped === undefined) return sampleOf(line, reading);
    const projectDir = process.cwd();
    const ran = throughShell({ host, event, command, projectDir, line });
    return { ...sampleOf(line, ran.reading ?? reading), notYet: skipped.why };
  } catch {
    return { command: line, outcome: "unknown", reason: stderr.trim() };
  }
}

interface Fired extends Pick<Reading, "outcome" | "toModel" | "toUser"> {
  readonly hooks: readonly { id: string; skipped?: string; why: string }[];
}

function sampleOf(command: string, reading: Omit<Fired, "hooks">): Sample {
  const { outcome, toModel, toUser } = reading;
  return { command, outcome, reason: [...toModel, ...toUser][0]?.text ?? null };
}
