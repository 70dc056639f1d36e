import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { asProgram, defaultHome, loadSettings } from "../../config/index.js";
import { openProjectHosts } from "../commands/run-hosts.js";

/** What came of one command that was asked for. */
export interface Sample {
  readonly command: string;
  readonly outcome: string;
  readonly reason: string | null;
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

/** Fires the event before a command by `snaphook run`, as the user would. */
export function tryCommand(host: string, command: string): Sample {
  const main = fileURLToPath(new URL("../main.js", import.meta.url));
  const args = ["run", "PreToolUse", "--host", host, "--json"];
  const call = ["--tool", "Bash", "--input", `command=${JSON.stringify(command)}`];
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...args, ...call], {
    encoding: "utf8",
    timeout: 120_000,
  });
  try {
    const { outcome, toModel, toUser } = JSON.parse(stdout) as {
      readonly outcome: string;
      readonly toModel: readonly { readonly text: string }[];
      readonly toUser: readonly { readonly text: string }[];
    };
    return { command, outcome, reason: [...toModel, ...toUser][0]?.text ?? null };
  } catch {
    return { command, outcome: "unknown", reason: stderr.trim() };
  }
}
