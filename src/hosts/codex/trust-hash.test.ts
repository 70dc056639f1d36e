import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codex0166 } from "./events.js";
import { trustHash, trustIdentity, trustKey, type CodexHook } from "./trust-hash.js";

interface Vector {
  readonly config: CodexHook;
  readonly key: string;
  readonly timeoutSec: number;
  readonly canonicalIdentity: unknown;
  readonly hash: string;
}

const file = new URL("./trust-vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { vectors: readonly Vector[] };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

test("there are vectors", () => {
  expect(vectors.length).toBe(21);
});

describe("what Codex itself reports", () => {
  test.each(vectors)("$key", ({ config, key, canonicalIdentity, hash }) => {
    const [, group, handler] = /:(\d+):(\d+)$/.exec(key) ?? [];
    expect(trustIdentity(config, codex0166)).toEqual(canonicalIdentity);
    expect(trustHash(config, codex0166, sha256)).toBe(hash);
    expect(trustKey("<abs path of hooks.json>", config.event, Number(group), Number(handler))).toBe(
      key,
    );
  });
});

describe("what belongs to the identity", () => {
  const handler = { type: "command", command: "a" } as const;
  const hook: CodexHook = { event: "PreToolUse", matcher: "Bash", handler };
  const hashOf = (changed: Partial<CodexHook>): string | null =>
    trustHash({ ...hook, ...changed }, codex0166, sha256);
  const withNote = { ...handler, note: "x" };
  test.each<[string, Partial<CodexHook>, boolean]>([
    ["the command", { handler: { ...handler, command: "b" } }, true],
    ["the matcher", { matcher: "Write" }, true],
    ["whether there is a matcher", { matcher: null }, true],
    ["async", { handler: { ...handler, async: true } }, true],
    ["the timeout", { handler: { ...handler, timeout: 5 } }, true],
    ["but not the default, written out", { handler: { ...handler, timeout: 600 } }, false],
    ["but not async: false, written out", { handler: { ...handler, async: false } }, false],
    ["the status message", { handler: { ...handler, statusMessage: "" } }, true],
    ["the limit of context", { handler: { ...handler, additionalContextLimit: 1 } }, true],
    [
      "but not the command of another platform",
      { handler: { ...handler, commandWindows: "w" } },
      false,
    ],
    ["but no key that Codex does not know", { handler: withNote }, false],
  ])("%s", (_, changed, differs) => {
    expect(hashOf(changed) !== hashOf({})).toBe(differs);
  });

  test("on Windows its own command counts", () => {
    const windows = { ...hook, handler: { ...handler, commandWindows: "w" } };
    const plain = { ...hook, handler: { ...handler, command: "w" } };
    expect(trustHash(windows, codex0166, sha256, "windows")).toBe(
      trustHash(plain, codex0166, sha256),
    );
    expect(trustHash(hook, codex0166, sha256, "windows")).toBe(trustHash(hook, codex0166, sha256));
  });

  test("an event that Codex does not have has none", () => {
    expect(trustHash({ ...hook, event: "valueOf" }, codex0166, sha256)).toBeNull();
  });
});
