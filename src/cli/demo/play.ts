import { consent } from "../../agent/index.js";
import { type AgentSession } from "../../session/index.js";
import { isOpenCall } from "../../conversation/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import { messageText, inputText } from "../agent/block-text.js";
import { farewell, scenes, welcome } from "./scenes.js";

/** Who watches the tour, and when to leave off. */
export interface Audience {
  readonly paint: Paint;
  readonly print: (text: string) => void;
  readonly isInterrupted: () => boolean;
}

/** Plays the tour without anybody at the keyboard and prints what a terminal would show. */
export async function playDemo(
  session: AgentSession,
  { paint, print, isInterrupted }: Audience,
): Promise<void> {
  const caption = (text: string): void => print(`\n${paint.bold(`── ${text}`)}\n\n`);
  const answered = new Set<string>();
  let printed = 0;
  /** Messages in their order, as far as nothing in them is open. */
  const flush = (): void => {
    for (const message of session.messages.messages) {
      if (message.id <= printed || message.blocks.length === 0) continue;
      if (message.blocks.some(isOpenCall)) return;
      print(`${messageText(message, paint)}\n`);
      printed = message.id;
    }
  };
  session.reviews.follow((pending) => {
    if (pending === null) return;
    print("Approved for this demo, as snaphook trust review would have you do it:\n");
    for (const { hook } of pending)
      print(`  ${hook.event.padEnd(16)} ${forTerminalLine(hook.name)}\n`);
    session.reviews.resolve(pending);
  });
  session.permissions.follow(([first]) => {
    if (first === undefined || answered.has(first.id)) return;
    answered.add(first.id);
    flush();
    const { toolName, input, reasons } = first;
    print(`${paint.yellow("?")} ${toolName} ${forTerminalLine(inputText(input))}\n`);
    for (const { from, text } of reasons)
      print(`  ${forTerminalLine(from)}: ${forTerminalLine(text)}\n`);
    print("  Allowed once, as if you had pressed y.\n");
    session.permissions.resolve(first.id, consent(toolName));
  });

  caption(welcome);
  await session.start();
  for (const scene of scenes) {
    caption(scene.caption);
    await session.submit(scene.prompt);
    flush();
    if (isInterrupted()) return;
  }
  caption(farewell);
}
