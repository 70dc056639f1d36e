import { render } from "ink";
import type { AgentSession } from "../session/index.js";
import { App } from "./app.js";
import { controlsOf, type Controls } from "./controls.js";
import { TerminalController, type ExitReason } from "./terminal-controller.js";
import { readKeyboard } from "./keyboard.js";
import { wantsPlain } from "./look.js";
import { extraRows } from "./resize.js";
import { GUARD_MS } from "./too-soon.js";

export interface TerminalOptions {
  /** By default those of the process. */
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout?: NodeJS.WriteStream;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How long a dialog passes over keys after it has appeared. */
  readonly guardMs?: number;
  /** Called when keys are read, before the session starts. */
  readonly onReady?: (controls: Controls) => void;
}

/** A key is on the screen within this time, and no program draws faster than it can be seen. */
const MOST_FRAMES = 100;

const PASTES_MARKED = "\u001b[?2004h";
const PASTES_UNMARKED = "\u001b[?2004l";
const WIPE_AND_UP = "\u001b[2K\u001b[1A";

/**
 * Shows a session until the user quits or the terminal is gone; starts it, and closes it in any case. When this
 * settles the terminal is as it was.
 */
export async function runTerminal(
  session: AgentSession,
  options: TerminalOptions = {},
): Promise<ExitReason> {
  const { stdin = process.stdin, stdout = process.stdout, environment = process.env } = options;
  const now = Date.now;
  const controller = new TerminalController(session, { now, guardMs: options.guardMs ?? GUARD_MS });
  const isPlain = wantsPlain(environment);
  let frame: readonly string[] = [];
  const keep = (rows: readonly string[]): void => {
    frame = rows;
  };
  const closed = (): void => controller.quit("terminal-closed");
  // It stays for good: whatever is still written to a terminal that is gone fails there, and nowhere else.
  stdout.on("error", closed);
  // Before anything is seen: whoever sees the box types, and a terminal that is not raw yet would act on it.
  const signals = ["SIGHUP", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, closed);
  const marksPastes = stdout.isTTY && environment["TERM"] !== "dumb";
  if (marksPastes) stdout.write(PASTES_MARKED);
  const stopReading = readKeyboard(stdin, (key) => controller.press(key), closed);

  const ink = render(<App controller={controller} isPlain={isPlain} now={now} onFrame={keep} />, {
    stdin,
    stdout,
    exitOnCtrlC: false,
    maxFps: MOST_FRAMES,
    // What is written to the console would be between the rows, but only where it is the same screen.
    patchConsole: stdout === process.stdout,
  });
  const wipe = (): void => {
    if (stdout.isTTY) stdout.write(WIPE_AND_UP.repeat(extraRows(frame, stdout.columns)));
  };
  // Before Ink's own listener, which wipes as many rows as it has drawn.
  stdout.prependListener("resize", wipe);

  options.onReady?.(controlsOf(controller));
  // Ink ends by itself only where drawing has failed.
  const broken = ink.waitUntilExit().then(() => controller.ended);
  const unstarted = controller.start().then(() => controller.ended);
  try {
    return await Promise.race([controller.ended, broken, unstarted]);
  } catch (error) {
    controller.quit("terminal-closed");
    throw error;
  } finally {
    await controller.close(await controller.ended);
    ink.unmount();
    await broken.catch(() => {});
    stopReading();
    if (marksPastes && stdout.writable) stdout.write(PASTES_UNMARKED);
    stdout.off("resize", wipe);
    for (const signal of signals) process.off(signal, closed);
  }
}
