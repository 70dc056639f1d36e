import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { rowsOfThisRun } from "../turns.js";
import { bundleDriver, PtyTerminal, until, type PtyOptions } from "../tui/pty.js";
import { temporaryFolder, Workspace } from "../workspace.js";
import { acrossSites, cells } from "./cells.js";
import { unseenIn } from "./check.js";
import { asEntry } from "./hook-forms.js";
import { observe, settingsOf } from "./in-process.js";
import type { Site } from "./sites.js";

let driver: string;
let workspace: Workspace;
let screen: PtyTerminal;
beforeAll(async () => {
  driver = await bundleDriver(temporaryFolder());
  workspace = new Workspace();
});
afterEach(() => screen.close());
afterAll(() => workspace.close());

/** The recording model's plan, for a model that plays a script. */
function scriptOf({ inside, call }: Site): PtyOptions["script"] {
  const task = { tool: "Task", input: { prompt: "the subtask", agent_type: "scout" } };
  const calls = call === undefined ? [] : [call];
  const turns = [
    { when: "the subtask", calls },
    { when: "the task", calls: inside === "subagent" ? [task] : calls },
  ];
  return { turns: turns.filter((turn) => turn.calls.length > 0), otherwise: "Done." };
}

async function open(site: Site, program: object): Promise<void> {
  screen = new PtyTerminal({ driver, script: scriptOf(site), program, columns: 300, rows: 80 });
  await screen.shows("idle");
  await screen.submit("the task");
}

/** Compaction is a command there, and what comes at the very end is seen behind the screen: other tests have both. */
const inTurn = cells(({ event, compacts }) => compacts !== true && event !== "SessionEnd")
  // A screen folds a long text.
  .filter(({ kind }) => !/ long | past the cap/.test(kind.name));
const cut = acrossSites(inTurn).map((cell) => [cell.name, cell] as const);

describe("everything that hooks show the user is on the screen of the terminal", () => {
  test.each(rowsOfThisRun(cut))("%s", async (_name, { dialect, site, kind }) => {
    const { occurred } = await observe(workspace, dialect, site, kind);
    await open(site, settingsOf(dialect, site, kind.hooks.map(asEntry)));
    const seen: string[] = [];
    let unseen: readonly string[] = [];
    await until(
      () => {
        const text = screen.text();
        if (seen.length === 0 && text.includes("May Write run?")) {
          seen.push(text);
          screen.press("y");
        }
        unseen = unseenIn(occurred, [...seen, text]);
        return unseen.length === 0;
      },
      () => `${unseen.join("; ")}\n${screen.text()}`,
    );
  });

  test("the reason of an ask is shown once, where it is asked", async () => {
    const site: Site = {
      event: "PreToolUse",
      inside: "main",
      call: { tool: "Write", input: { file_path: "made.txt", content: "made" } },
    };
    const asks = { permissionDecision: "ask", permissionDecisionReason: "it is Friday" };
    const json = { hookSpecificOutput: { hookEventName: "PreToolUse", ...asks } };
    const hooks = { PreToolUse: [{ hooks: [{ name: "calendar", type: "json", json }] }] };
    await open(site, { hooks });
    await screen.shows("May Write run?");
    await screen.isQuiet();
    expect(screen.text().match(/it is Friday/g)).toHaveLength(1);
    screen.press("y");
    await screen.shows("Done.");
    expect(screen.text()).not.toContain("it is Friday");
  });
});
