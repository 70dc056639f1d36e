import type { AgentSession, TurnEnd } from "../../agent/index.js";
import type { HookReport } from "../../engine/index.js";
import { forTerminal, forTerminalLine, problemText, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { paintForStdout } from "../prepare.js";
import { followAsData, type EventLine } from "./event-lines.js";

export type OutputForm = "text" | "json" | "stream";

/** What shells make of Ctrl-C. */
const INTERRUPTED = 130;

const exitCodes: Readonly<Record<TurnEnd["type"], number>> = {
  stopped: 0,
  hook: 1,
  denied: 1,
  "model-error": 1,
  trust: 3,
  aborted: INTERRUPTED,
};

/** Has one prompt answered without a terminal. Nobody can be asked; the exit code says how it ended. */
export async function answerOnce(
  session: AgentSession,
  prompt: string,
  form: OutputForm,
): Promise<number> {
  const fired: EventLine[] = [];
  let unfollow = (): void => {};
  const notApproved = new Map<string, HookReport>();
  session.follow((event) => {
    if (event.type === "not-approved") notApproved.set(event.hook.id, event.hook);
    if (event.type === "trouble") warn(event.why);
  });
  const print = (line: EventLine): void => writeAll(1, `${toJsonText(line, 0)}\n`);
  if (form === "stream") {
    const { id, workspace, modelName } = session;
    print({ type: "session", id, workspace, model: modelName });
    unfollow = followAsData(session, print);
  } else if (form === "json")
    followAsData(session, (line) => {
      if (line.type === "fired") fired.push(line);
    });
  else followAsText(session);
  for (const problem of session.engine.problems)
    if (form !== "stream") writeAll(2, `${problemText(problem, paintForStdout())}\n`);
    else print({ ...problem, type: "problem" });

  const end = (await session.start()) ?? (await session.submit(prompt));
  unfollow();
  if (form === "stream") print({ type: "end", end, exitCode: exitCodes[end.type] });
  if (form === "json")
    writeAll(1, `${toJsonText(summaryOf(session, end, fired, [...notApproved.values()]))}\n`);
  if (form === "text") tellEnd(end);
  return exitCodes[end.type];
}

function summaryOf(
  session: AgentSession,
  end: TurnEnd,
  events: readonly EventLine[],
  notApproved: readonly HookReport[],
): object {
  const { messages } = session.messages;
  const blocks = messages.flatMap((message) => message.blocks);
  const texts = (type: "warn" | "error"): string[] =>
    blocks.flatMap((block) => (block.type === type ? [block.content] : []));
  const last = messages.findLast(({ from }) => from === "model");
  return {
    session: session.id,
    end,
    text: last?.blocks
      .flatMap((block) => (block.type === "text" ? [block.content] : []))
      .join("\n"),
    tools: blocks.flatMap((block) => (block.type === "tool" ? [block] : [])),
    warnings: texts("warn"),
    errors: texts("error"),
    events,
    notApproved,
    problems: session.engine.problems,
  };
}

/** What the model says goes to stdout, as it says it; all the rest to stderr. */
function followAsText(session: AgentSession): void {
  let isLineOpen = false;
  const endLine = (): void => {
    if (isLineOpen) writeAll(1, "\n");
    isLineOpen = false;
  };
  followAsData(session, (line) => {
    const text = String(line["text"] ?? line["content"] ?? "");
    if (line.type === "text" && line["from"] === "model") {
      writeAll(1, forTerminal(text));
      isLineOpen = !text.endsWith("\n");
      return;
    }
    endLine();
    if (line.type === "tool" && line["state"] !== "pending")
      writeAll(2, `${String(line["name"])}: ${String(line["state"])}\n`);
    else if (line.type === "warn") warn(text);
    else if (line.type === "error") writeAll(2, `error: ${forTerminal(text)}\n`);
  });
  session.follow((event) => {
    if (event.type === "turn-ended") endLine();
  });
}

function warn(text: string): void {
  writeAll(2, `warning: ${forTerminal(text)}\n`);
}

function tellEnd(end: TurnEnd): void {
  if (end.type === "hook") writeAll(2, `A hook ended the turn: ${forTerminalLine(end.why)}\n`);
  if (end.type === "denied")
    writeAll(2, `${end.toolName} was denied: ${forTerminalLine(end.why)}\n`);
  if (end.type === "trust")
    writeAll(
      2,
      "Nothing was done: hooks of this project are not approved. Look at them with snaphook trust review, or let them run once with --trust-project.\n",
    );
}
