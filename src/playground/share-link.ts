import type { OnFailure } from "../decode/index.js";
import { isRecord, parseJson } from "../json/index.js";
import {
  emptyHook,
  endings,
  LARGEST_EXIT,
  MOST_HOOKS,
  type Draft,
  type HookDraft,
} from "./draft.js";

/** Counts up when older pages could not read it. */
const VERSION = "1.";

/** Longer links are cut by the programs that they are sent with. A page does not read them. */
const LONGEST = 200_000;

/** The draft as the part of a link after `#`: base64url of JSON, without what is as usual. */
export function toFragment({ event, tool, payload, hooks }: Draft): string {
  const short = {
    event,
    ...(tool !== "" && { tool }),
    ...(payload !== null && { payload }),
    hooks: hooks.map((hook) =>
      Object.fromEntries(
        Object.entries(hook).filter(([key, value]) => emptyHook[key as keyof HookDraft] !== value),
      ),
    ),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(short));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const base64 = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${VERSION}${base64}`;
}

/** The draft of a link; null where it is none. Nothing in it is taken that could not have been typed. */
export function fromFragment(fragment: string): Draft | null {
  if (!/^1\.[\w-]+$/.test(fragment) || fragment.length > LONGEST) return null;
  const value = parseJson(decoded(fragment.slice(VERSION.length)) ?? "");
  if (!isRecord(value) || !Array.isArray(value["hooks"])) return null;
  const { event, tool = "", payload = null } = value;
  const hooks = value["hooks"].map(readHook).filter((hook) => hook !== null);
  const isComplete = hooks.length === value["hooks"].length;
  if (typeof event !== "string" || event === "" || typeof tool !== "string") return null;
  if (payload !== null && typeof payload !== "string") return null;
  if (!isComplete || hooks.length === 0 || hooks.length > MOST_HOOKS) return null;
  return { event, tool, payload, hooks };
}

function decoded(base64url: string): string | null {
  try {
    const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const failures: readonly OnFailure[] = ["continue", "ask", "block"];

function readHook(value: unknown): HookDraft | null {
  if (!isRecord(value)) return null;
  const { exit, stdout, stderr, ...rest } = { ...emptyHook, ...value } as Readonly<
    Record<keyof HookDraft, unknown>
  >;
  const ending = endings.find((known) => known === rest.ending);
  const onFailure = failures.find((known) => known === rest.onFailure);
  if (ending === undefined || onFailure === undefined) return null;
  if (typeof stdout !== "string" || typeof stderr !== "string" || !isExit(exit)) return null;
  return { ending, exit, stdout, stderr, onFailure };
}

function isExit(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_EXIT;
}
