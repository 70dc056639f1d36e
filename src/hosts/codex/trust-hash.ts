import { own } from "../json.js";
import { timeoutOf } from "./read-run.js";
import type { CodexRules } from "./rules.js";

/** A command hook as `hooks.json` has it. Keys that Codex does not know are no part of what is trusted. */
interface CodexHandler {
  readonly type: "command";
  readonly command: string;
  readonly commandWindows?: string | undefined;
  readonly timeout?: number | undefined;
  readonly async?: boolean | undefined;
  readonly statusMessage?: string | undefined;
  readonly additionalContextLimit?: number | undefined;
}

/** One hook in its place. */
export interface CodexHook {
  readonly event: string;
  readonly matcher?: string | null | undefined;
  readonly handler: CodexHandler;
}

type Canonical = string | number | boolean | Canonical[] | { readonly [key: string]: Canonical };

/**
 * What a user of Codex approves: the hook's entry, brought into one form. The matcher belongs to it only
 * where the event has one, the limit only where there can be context; the script's content does not.
 * Null for an event that Codex does not have.
 */
export function trustIdentity(
  { event, matcher, handler }: CodexHook,
  { events }: CodexRules,
  platform: "unix" | "windows" = "unix",
): { readonly [key: string]: Canonical } | null {
  const rules = own(events, event);
  if (rules === undefined) return null;
  const { statusMessage, additionalContextLimit } = handler;
  const command =
    platform === "windows" ? (handler.commandWindows ?? handler.command) : handler.command;
  return {
    event_name: snakeCase(event),
    ...(rules.subject !== null && typeof matcher === "string" && { matcher }),
    hooks: [
      {
        type: handler.type,
        command,
        timeout: timeoutOf(handler.timeout ?? null, rules),
        async: handler.async === true && !rules.alwaysWaits,
        ...(statusMessage !== undefined && { statusMessage }),
        ...(rules.context !== null &&
          additionalContextLimit !== undefined && { additionalContextLimit }),
      },
    ],
  };
}

/** The `trusted_hash` of a hook; `sha256` gives the hash of a text's UTF-8 in hexadecimal. */
export function trustHash(
  hook: CodexHook,
  rules: CodexRules,
  sha256: (text: string) => string,
  platform: "unix" | "windows" = "unix",
): string | null {
  const identity = trustIdentity(hook, rules, platform);
  return identity === null ? null : `sha256:${sha256(canonicalJson(identity))}`;
}

/** The key of a hook in `[hooks.state]` of the user's `config.toml`; both indexes count from 0. */
export function trustKey(file: string, event: string, group: number, handler: number): string {
  return `${file}:${snakeCase(event)}:${group}:${handler}`;
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}

/** Compact, keys sorted at every level, nothing escaped that need not be. */
function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${members.join(",")}}`;
}
