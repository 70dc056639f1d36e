import { findBridgedHost } from "../hosts/index.js";
import type { Text } from "../route/index.js";
import type { RecordedEvent, RecordedHook } from "./recorded-event.js";

/** A text and who it came from; `kind` also says where nobody read it: `stdout`, `stderr`. */
export interface LaneText {
  readonly hook: string;
  readonly kind: string;
  readonly text: string;
}

/** Who got which text. `nobody`: what a hook printed and no lane has, and what a host without a log throws away. */
export interface Lanes {
  readonly user: readonly LaneText[];
  readonly model: readonly LaneText[];
  readonly log: readonly LaneText[];
  readonly nobody: readonly LaneText[];
}

export function lanesOf({ dialect, reading, hooks }: RecordedEvent): Lanes {
  const { toUser = [], toModel = [], toLog = [] } = reading ?? {};
  const host = findBridgedHost(dialect);
  const hasLog = host === null || host.name === "wave" || host.log !== undefined;
  const seen = [...toUser, ...toModel, ...toLog];
  return {
    user: toUser,
    model: toModel,
    log: hasLog ? toLog : [],
    nobody: [...(hasLog ? [] : toLog), ...hooks.flatMap((hook) => unread(hook, seen))],
  };
}

/** What a hook printed and nobody got. What looks like an answer was read as one. */
function unread({ name, run }: RecordedHook, texts: readonly Text[]): LaneText[] {
  const own = texts.filter(({ hook }) => hook === name).map(({ text }) => text.trim());
  return (["stdout", "stderr"] as const).flatMap((kind) => {
    const text = String(run?.[kind] ?? "").trim();
    const isAnswer = kind === "stdout" && text.startsWith("{") && run?.async !== true;
    const isSeen = own.some((one) => one !== "" && (one.includes(text) || text.includes(one)));
    return text === "" || isAnswer || isSeen ? [] : [{ hook: name, kind, text }];
  });
}
