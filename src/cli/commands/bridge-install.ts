import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { confirm, isCancel } from "@clack/prompts";
import { createTwoFilesPatch } from "diff";
import { RegisterError } from "../../bridge/index.js";
import { defaultHome, loadSettings } from "../../config/index.js";
import { bridgedHosts, eventsOf, bridgeOf, findBridgedHost } from "../../hosts/index.js";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import { canonicalPath } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import {
  apply,
  commandFor,
  installation,
  removal,
  sha256,
  type FileChange,
} from "../bridge/host-install.js";
import { isTerminal, writeAll } from "../files.js";
import { UsageError } from "../usage-error.js";

const REFUSED = 3;

/** Registers this project's hooks in hosts' own settings, or takes them out again. Shows the difference first. */
export async function install(
  given: Arguments,
  names: readonly string[],
  what: "install" | "uninstall",
): Promise<number> {
  const home = defaultHome();
  const projectDir = canonicalPath(process.cwd());
  const known = bridgedHosts().map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError(`which hosts? For example: snaphook bridge ${what} ${known.join(" ")}`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`unknown host ${unknown}; known are: ${known.join(", ")}`);
  let refused = false;
  for (const name of names) {
    const change = changeFor(name, what, projectDir, home);
    const isMade = await make(change, given, home);
    if (!isMade) refused = true;
    else if (what === "install") tellNextSteps(change);
  }
  if (what === "install" && !refused) compileAhead();
  return refused ? REFUSED : 0;
}

/**
 * The registered command runs on every call of a tool: V8's work for it is kept for the Node of this machine. Where
 * that is not allowed, each call takes some milliseconds longer; nothing else differs.
 */
function compileAhead(): void {
  const [program, command] = ["../v8-cache.js", "./bridge.js"].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  ) as [string, string];
  const empty = mkdtempSync(join(tmpdir(), "snaphook-"));
  spawnSync(process.execPath, [program, command, "fire", "--host", "claude-code"], {
    cwd: empty,
    env: { ...process.env, SNAPHOOK_HOME: empty },
    input: JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} }),
    timeout: 10_000,
  });
  rmSync(empty, { recursive: true });
}

function changeFor(
  name: string,
  what: "install" | "uninstall",
  projectDir: string,
  home: string,
): FileChange {
  try {
    return what === "install"
      ? installation(name, projectDir, eventsFor(name, projectDir, home))
      : removal(name, projectDir, home);
  } catch (error) {
    if (error instanceof RegisterError)
      throw new UsageError(`the settings of ${name} in this project: ${error.message}`);
    throw error;
  }
}

/** The host's names for the events that hooks of this project and of the user are registered for. */
function eventsFor(name: string, projectDir: string, home: string): string[] {
  // Read as data, as for a review: nothing of it runs here.
  const { hooks } = loadSettings({
    projectDir,
    home,
    userHome: homedir(),
    trustProject: true,
    // Wave runs the hooks of its own settings itself.
    wave: name !== "wave",
  });
  const host = findBridgedHost(name);
  const registered = [...new Set(hooks.map(({ event }) => event))];
  if (registered.length === 0)
    throw new UsageError(
      "there are no hooks here to register; write .snaphook/settings.json first",
    );
  return registered.flatMap((event) => {
    const known = host === null ? [] : eventsOf(host, event);
    const theirs = known.find((one) => bridgeOf(name)?.payload(one.name).isUnnamed !== true)?.name;
    if (theirs === undefined)
      writeAll(
        2,
        `snaphook: ${name} has no event for ${forTerminalLine(event)} whose payload names it: not registered\n`,
      );
    return theirs === undefined ? [] : [theirs];
  });
}

/** Whether the file is as wanted afterwards. */
async function make(change: FileChange, given: Arguments, home: string): Promise<boolean> {
  const { path, before, after } = change;
  if (before === after) {
    writeAll(1, `${forTerminalLine(path)}: nothing to change\n`);
    return true;
  }
  writeAll(1, forTerminal(createTwoFilesPatch(path, path, before ?? "", after ?? "")));
  if (!given.flag("yes") && !(await isAgreed(path))) {
    writeAll(
      2,
      `snaphook: ${forTerminalLine(path)} was not written; --yes agrees without a question\n`,
    );
    return false;
  }
  apply(change, home);
  writeAll(1, `${forTerminalLine(path)}: ${after === null ? "removed" : "written"}\n`);
  return true;
}

async function isAgreed(path: string): Promise<boolean> {
  if (!isTerminal(0) || !isTerminal(1)) return false;
  const answer = await confirm({ message: `Write ${forTerminalLine(path)}?`, initialValue: false });
  return !isCancel(answer) && answer;
}

/** What the host wants of its user before it runs the hooks. */
function tellNextSteps({ host, path, after }: FileChange): void {
  const { nextSteps } = bridgeOf(host)?.install ?? {};
  const installed = { path, text: after ?? "{}", command: commandFor(host), sha256 };
  const lines = nextSteps?.(installed) ?? [];
  if (lines.length > 0) writeAll(1, `\n${lines.map(forTerminalLine).join("\n")}\n`);
}
