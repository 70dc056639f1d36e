import { afterEach, beforeEach, expect, test } from "vitest";
import { consent } from "../../src/agent/index.js";
import { type AgentSession } from "../../src/session/index.js";
import { convertMessagesForAPI } from "../../src/conversation/index.js";
import { SessionWorkspace } from "./session-workspace.js";

let workspace: SessionWorkspace;
beforeEach(() => {
  workspace = new SessionWorkspace();
});
afterEach(() => workspace.end());

const hooks = {
  UserPromptSubmit: "echo context",
  PreToolUse: "true",
  PermissionRequest: "true",
  PostToolUse: 'echo \'{"decision":"block","reason":"look again"}\'',
  SubagentStart: "true",
  SubagentStop: "true",
  Stop: "true",
  Notification: "true",
};
const turns = [
  {
    when: "begin",
    say: "Two at once.",
    calls: [
      { tool: "Bash", input: { command: "echo one" } },
      { tool: "Write", input: { file_path: "two.txt", content: "2" } },
    ],
  },
  { when: "look again", say: "A task.", calls: [{ tool: "Task", input: { prompt: "helper" } }] },
  { when: "helper", say: "I help.", calls: [{ tool: "Bash", input: { command: "echo three" } }] },
  { when: "once more", say: "Here I am." },
];

/** Runs one turn and aborts it when the given number of things has happened. Gives back how many did. */
async function abortAfter(count: number, session: AgentSession): Promise<number> {
  let happened = 0;
  const step = (): void => {
    if (++happened === count) session.abort();
  };
  session.messages.follow(step);
  session.follow(step);
  session.permissions.follow(([first]) => {
    step();
    if (first !== undefined) session.permissions.resolve(first.id, consent(first.toolName));
  });
  await session.submit("begin");
  return happened;
}

test("wherever a turn is aborted, each call has exactly one result and the next turn works", async () => {
  const whole = await abortAfter(Infinity, workspace.session(turns, hooks));
  expect(whole).toBeGreaterThan(60);
  // All of them by `npm run properties`.
  const every = process.env["SNAPHOOK_PROPERTY_RUNS"] === undefined ? 7 : 1;
  const places = Array.from(
    { length: Math.floor(whole / every) },
    (_, index) => (index + 1) * every,
  );
  for (const place of places) {
    const session = workspace.session(turns, hooks);
    await abortAfter(place, session);
    expect({ place, open: session.messages.openToolBlocks(), isBusy: session.isBusy }).toEqual({
      place,
      open: [],
      isBusy: false,
    });
    const parts = convertMessagesForAPI(session.messages.messages).flatMap((one) => one.parts);
    const ids = (type: "tool-call" | "tool-result"): string[] =>
      parts.flatMap((part) => (part.type === type ? [part.id] : []));
    expect(ids("tool-result").toSorted()).toEqual(ids("tool-call").toSorted());
    expect(await session.submit("once more")).toEqual({ type: "stopped" });
    await session.close("exit");
  }
});
