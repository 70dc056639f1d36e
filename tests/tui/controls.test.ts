import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { AgentSession } from "../../src/agent/index.js";
import { scriptedModel } from "../../src/models/index.js";
import { runTerminal, type Controls } from "../../src/tui/index.js";
import { World } from "./pty.js";

/** A screen that remembers all that was drawn on it. */
class Screen extends EventEmitter {
  readonly columns = 80;
  readonly rows = 24;
  readonly writable = true;
  drawn = "";

  write(data: string, done?: () => void): boolean {
    this.drawn += data;
    done?.();
    return true;
  }
}

let world: World;

test("a demonstration types, answers, tells what it shows, and quits", async () => {
  const script = {
    turns: [
      { when: "make", calls: [{ tool: "Bash", input: { command: "echo made > made" } }] },
      { say: "Made." },
    ],
    otherwise: "Hello.",
  };
  world = new World({ script });
  const session = new AgentSession({
    workspace: world.project,
    home: `${world.root}/home`,
    managedFile: `${world.root}/managed.json`,
    model: scriptedModel(script),
    program: {},
  });
  const screen = new Screen();
  let play: Promise<unknown> = Promise.resolve();
  const reason = await runTerminal(session, {
    stdin: new PassThrough() as never,
    stdout: screen as never,
    environment: { NO_COLOR: "1" },
    guardMs: 0,
    onReady: (controls) => {
      play = demonstrate(controls);
    },
  });
  expect([reason, await play]).toEqual(["quit", [{ type: "stopped" }, null]]);
  expect(world.read("made")).toBe("made\n");
  expect(screen.drawn).toContain("▌ A hook-less call is asked for.");
  expect(screen.drawn).toContain("> make it");
  expect(screen.drawn).toContain("/quit: ends the session");
});

async function demonstrate(controls: Controls): Promise<unknown> {
  await controls.until("idle");
  controls.note("A hook-less call is asked for.");
  await controls.type("make", 1);
  controls.press("\u0015");
  const turn = controls.submit("make it");
  await controls.until("permission");
  controls.press("y");
  const ends = [await turn, await controls.submit("/help")];
  controls.quit();
  return ends;
}
