import { hash } from "node:crypto";
import type { PendingPermission } from "../agent/index.js";
import { canonicalJson } from "../trust/index.js";

/** A question as it is sent: with a hash of the exact call, which an answer must repeat. */
export interface WireQuestion extends PendingPermission {
  readonly hash: string;
}

/** What an agent sends: all that waits, each time that changes; and what came of an answer. */
export type AgentLine =
  | {
      readonly type: "questions";
      readonly session: string;
      readonly workspace: string;
      readonly questions: readonly WireQuestion[];
    }
  | { readonly type: "answered"; readonly id: string; readonly why: string | null }
  /** It was answered, and not by who gets this line. */
  | ({ readonly type: "over" } & Over);

/** A question that waits no more. */
export interface Over {
  readonly toolName: string;
  readonly decision: "allow" | "deny";
  /** By another viewer, or at the agent: at its screen, or because the turn ended. */
  readonly by: "view" | "agent";
}

/** What an agent is sent, after a first line with the token. */
export interface AnswerLine {
  readonly type: "answer";
  readonly id: string;
  readonly hash: string;
  readonly decision: "allow" | "deny";
  /** Words for the model. */
  readonly reason: string;
}

/** The folder in Snaphook's own where agents are reached; each has a folder of its own in it. */
export const FOLDER = "questions";
export const SOCKET = "s";
export const TOKEN = "token";

export function callHash({ toolName, input }: Pick<WireQuestion, "toolName" | "input">): string {
  return hash("sha256", canonicalJson([toolName, input ?? null]), "hex");
}
