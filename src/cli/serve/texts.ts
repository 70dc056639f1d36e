import type { LogEntry, Status } from "../../serve/index.js";
import { forTerminalLine } from "../../show/index.js";

/** An engine that answers, or a process that should and does not. */
export type Engine = ({ readonly answers: true } & Status) | SilentEngine;

interface SilentEngine {
  readonly answers: false;
  readonly pid: number;
  readonly socket: string;
}

/** A line of the log, for people. */
export function logText(entry: LogEntry): string {
  const time = new Date().toISOString().slice(11, 19);
  return `${time} ${forTerminalLine(sentence(entry))}\n`;
}

function sentence(entry: LogEntry): string {
  switch (entry.what) {
    case "listening":
      return `listening on ${entry.socket}; Ctrl-C ends it`;
    case "answered":
      return `${entry.host}: answered in ${entry.ms.toFixed(1)} ms, exit code ${entry.exit}`;
    case "left":
      return `${entry.host}: left to the direct command: ${entry.reason}`;
    case "ending":
      return `ends: ${entry.reason}`;
  }
}

/** What is known of an engine, for people. */
export function engineText(engine: Engine, build: string): string {
  const { pid, socket } = engine;
  if (!engine.answers)
    return `does not answer: pid ${pid}, at ${forTerminalLine(socket)}\n  events are left to the direct command; snaphook serve stop ends it\n`;
  const { version, since, answered, running, workers, left, node, idleMinutes } = engine;
  const other = engine.build === build ? "" : " (of another installation than this command)";
  const reasons = Object.entries(left).map(
    ([reason, count]) => `  ${count} left to the direct command: ${forTerminalLine(reason)}\n`,
  );
  return [
    `running: pid ${pid}, version ${version}${other}, since ${since}\n`,
    `  events: ${answered} answered, ${running} running; processes: ${workers}; ends after ${idleMinutes} minutes without events\n`,
    ...reasons,
    `  socket ${forTerminalLine(socket)}\n`,
    `  node ${forTerminalLine(node)}\n`,
  ].join("");
}
