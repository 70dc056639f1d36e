import type { TurnEnd } from "../../agent/index.js";
import type { AgentSession } from "../../session/index.js";
import type { Block, Message, ToolBlock } from "../../conversation/index.js";
import type { Fired, HookReport } from "../../engine/index.js";
import { isRecord } from "../../json/index.js";
import type { Problem } from "../../problem/index.js";
import {
  forTerminal,
  forTerminalLine,
  noColours,
  problemText,
  toJsonText,
} from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { followAsData, type EventLine } from "./event-lines.js";
import { followBlocks } from "./follow-blocks.js";
import type { DeniedCall } from "./suggest-allow.js";

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

/** The option that would have let a call pass, or null. */
type SuggestAllow = (call: DeniedCall) => string | null;

/** Has one prompt answered without a terminal. Nobody can be asked; the exit code says how it ended. */
export async function answerOnce(
  session: AgentSession,
  prompt: string,
  form: OutputForm,
  suggest: SuggestAllow,
): Promise<number> {
  session.follow((event) => {
    if (event.type === "trouble") warn(event.why);
  });
  const tellEnd = tellers[form](session, suggest);
  const end = (await session.start()) ?? (await session.submit(prompt));
  // Hooks may have something to say at the end of the session.
  await session.close("exit");
  tellEnd(end);
  return exitCodes[end.type];
}

/** Each starts to report a session, and gives back how to report its end. */
const tellers: Readonly<
  Record<OutputForm, (session: AgentSession, suggest: SuggestAllow) => (end: TurnEnd) => void>
> = {
  stream(session) {
    const { id, workspace, modelName } = session;
    printLine({ type: "session", id, workspace, model: modelName });
    for (const problem of session.engine.problems) printLine({ type: "problem", ...problem });
    const stop = followAsData(session, printLine);
    return (end) => {
      stop();
      printLine({ type: "end", end, exitCode: exitCodes[end.type] });
    };
  },
  json(session) {
    const events: EventLine[] = [];
    const problems = new Map<string, HookProblem>();
    const { warnings, errors } = collectAsides(session);
    const notApproved = new Map<string, HookReport>();
    session.follow((event) => {
      if (event.type === "not-approved") notApproved.set(event.hook.id, event.hook);
      if (event.type === "problem") {
        const { event: name, problem } = event;
        const key = toJsonText([name, problem]);
        problems.set(key, { ...problem, event: name, times: (problems.get(key)?.times ?? 0) + 1 });
      }
    });
    followAsData(session, (line) => {
      if (line.type === "fired") events.push(line);
    });
    return (end) => {
      const summary = {
        ...summaryOf(session, end),
        warnings,
        errors,
        events,
        notApproved: [...notApproved.values()],
        problems: [...session.engine.problems, ...problems.values()],
      };
      writeAll(1, `${toJsonText(summary)}\n`);
    };
  },
  text(session, suggest) {
    for (const problem of session.engine.problems) say(2, `${problemText(problem, noColours)}\n`);
    const endLine = followAsText(session);
    return (end) => {
      endLine();
      sayWhy(end);
      if (end.type !== "denied") return;
      const calls = session.messages.messages.flatMap(({ blocks }) => blocks.filter(isToolBlock));
      const call = calls.findLast(({ state }) => state === "denied");
      const option = call === undefined ? null : suggest(call);
      if (option !== null) writeAll(2, `To let it pass: ${forTerminalLine(option)}\n`);
    };
  },
};

function isToolBlock(block: Block): block is ToolBlock {
  return block.type === "tool";
}

function printLine(line: EventLine): void {
  writeAll(1, `${toJsonText(line, 0)}\n`);
}

/** A problem with an answer on an event; the same one is listed once. */
type HookProblem = Problem & { readonly event: string; readonly times: number };

/** Kept as they come: a compaction takes them out of the conversation. */
function collectAsides(session: AgentSession): { warnings: string[]; errors: string[] } {
  const asides: Record<"warn" | "error", string[]> = { warn: [], error: [] };
  const take = ({ blocks }: Message): void => {
    for (const block of blocks)
      if (block.type === "warn" || block.type === "error") asides[block.type].push(block.content);
  };
  session.messages.messages.forEach(take);
  session.messages.follow(({ type, message }) => {
    if (type === "message-added") take(message);
  });
  return { warnings: asides.warn, errors: asides.error };
}

function summaryOf(session: AgentSession, end: TurnEnd): object {
  const { messages } = session.messages;
  const blocks = messages.flatMap((message) => message.blocks);
  const last = messages.findLast(({ from }) => from === "model");
  return {
    session: session.id,
    end,
    text: last?.blocks
      .flatMap((block) => (block.type === "text" ? [block.content] : []))
      .join("\n"),
    tools: blocks.flatMap((block) => (block.type === "tool" ? [block] : [])),
  };
}

/** What the model says goes to stdout, as it says it; all the rest to stderr. Gives back how to end a line. */
function followAsText(session: AgentSession): () => void {
  let isLineOpen = false;
  // The calls of a turn are checked one after the other: the last refusal is that of the call that is shown next.
  let refusal: Fired["reading"] | null = null;
  session.follow((event) => {
    if (event.type === "fired" && event.fired.event === "PreToolUse") refusal = event.fired.reading;
  });
  const endLine = (): void => {
    if (isLineOpen) writeAll(1, "\n");
    isLineOpen = false;
  };
  followBlocks(session.messages, ({ from }, block, before) => {
    if (block.type === "text") {
      if (from !== "model") return;
      const said = block.content.slice(before?.type === "text" ? before.content.length : 0);
      writeAll(1, forTerminal(said));
      isLineOpen = !said.endsWith("\n");
      return;
    }
    endLine();
    if (block.type === "tool" && block.state !== "pending")
      say(2, `${forTerminalLine(block.name)}: ${block.state}${whyNot(block, refusal)}\n`);
    else if (block.type === "warn") warn(block.content);
    else if (block.type === "error") say(2, `error: ${forTerminal(block.content)}\n`);
  });
  return endLine;
}

/** Of a call that did not run: what it was, who said no, and why. */
function whyNot({ state, input }: ToolBlock, refusal: Fired["reading"] | null): string {
  if (state !== "blocked" && state !== "denied") return "";
  const subject = isRecord(input) ? (input["command"] ?? input["file_path"]) : undefined;
  const what = typeof subject === "string" ? `: ${forTerminalLine(subject)}` : "";
  if (state !== "blocked" || refusal === null) return what;
  const by = refusal.provenance.voices.filter(({ won }) => won).map(({ hook }) => hook);
  const reasons = [...refusal.toModel, ...refusal.toUser].filter(({ hook }) => by.includes(hook));
  const lines = [
    ...new Set(
      reasons.map(({ hook, text }) => `\n  ${forTerminalLine(hook)}: ${forTerminalLine(text)}`),
    ),
  ];
  return (
    what +
    (lines.length > 0 ? lines.join("") : by.map((hook) => `\n  ${forTerminalLine(hook)}`).join(""))
  );
}

function warn(text: string): void {
  say(2, `warning: ${forTerminal(text)}\n`);
}

function sayWhy(end: TurnEnd): void {
  if (end.type === "hook") say(2, `A hook ended the turn: ${forTerminalLine(end.why)}\n`);
  if (end.type === "denied") say(2, `${end.toolName} was denied: ${forTerminalLine(end.why)}\n`);
  if (end.type === "trust")
    say(
      2,
      "Nothing was done: hooks of this project are not approved. Look at them with snaphook trust review, or let them run once with --trust-project.\n",
    );
}
