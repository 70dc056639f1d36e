import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { renderOrDeny } from "../bridge/index.js";
import {
  answeredBy,
  dialectOf,
  effectOf,
  everyAnswer,
  hostCases,
  hostNames,
  type Values,
} from "./every-answer.test-support.js";

const usual: Values = {
  reason: "Not on this branch.",
  context: "The branch is protected.",
  warning: "Somebody tried.",
  input: { command: "ls" },
  prompt: "Do it on another branch.",
  output: "redacted",
};

/** `SNAPHOOK_KIT=all`: also with context and a warning next to each decision. */
const isWhole = process.env["SNAPHOOK_KIT"] === "all";
const isBare = (says: string): boolean => !/.[+](?:context|warning)/.test(says);

/** The bridge calls Snaphook by the name of its dialect. */
const named = (host: string, text: string): string =>
  text.replaceAll("but wave cannot", `but ${host} cannot`);

test.each(hostNames)("%s does with every answer what it does with the bridge's", async (host) => {
  const different: object[] = [];
  for (const one of hostCases(host))
    for (const { says, answer, meant } of everyAnswer(one.event, usual)) {
      if (!isWhole && !isBare(says)) continue;
      const { hostEvent, payload } = one;
      const { printed, error } = await answeredBy(one, answer);
      const found = effectOf(one, printed);
      const { exit, ...bridged } = renderOrDeny(dialectOf(host), hostEvent, meant, payload);
      const [stdout, stderr] = [named(host, bridged.stdout), named(host, bridged.stderr)];
      const expected = effectOf(one, { exit, stdout, stderr });
      if (error !== null || !isDeepStrictEqual(found, expected))
        different.push({ hostEvent, says, error, found, expected });
    }
  expect(different).toEqual([]);
});

const strictness = ["proceed", "ask", "defer", "block", "halt"];

/** Where a host has nothing as strict; what happens instead. Whatever is not here is obeyed, or made stricter. */
const looser: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deny: {
    "claude-code": "SubagentStart:proceed",
    gemini: "PreCompress:proceed",
    codex: "SubagentStart:proceed",
    cursor:
      "postToolUse:proceed postToolUseFailure:proceed preCompact:proceed afterShellExecution:proceed",
    copilot:
      "postToolUseFailure:proceed PostToolUseFailure:proceed subagentStart:proceed preCompact:proceed PreCompact:proceed",
    "qwen-code": "PostToolUseFailure:proceed SubagentStart:proceed PreCompact:proceed",
  },
  ask: {},
  defer: {
    "claude-code": "PermissionRequest:ask",
    gemini: "BeforeTool:ask",
    codex: "PermissionRequest:ask",
    cursor: "beforeShellExecution:ask",
    copilot:
      "preToolUse:ask PreToolUse:ask preMcpToolCall:ask permissionRequest:ask PermissionRequest:ask",
    "qwen-code": "PreToolUse:ask PermissionRequest:ask",
  },
};

test.each(["deny", "ask", "defer"] as const)("where a bare %s is not obeyed", async (level) => {
  const outcomes = { deny: "block", ask: "ask", defer: "defer" } as const;
  const found: Record<string, string> = {};
  for (const host of hostNames)
    for (const one of hostCases(host)) {
      const all = everyAnswer(one.event, usual);
      const meant = all.find(({ says }) => says === `${level}+reason`);
      if (meant === undefined) continue;
      const { outcome } = effectOf(one, (await answeredBy(one, meant.answer)).printed);
      if (strictness.indexOf(outcome) < strictness.indexOf(outcomes[level]))
        found[host] = `${found[host] ?? ""} ${one.hostEvent}:${outcome}`.trim();
    }
  expect(found).toEqual(looser[level]);
});

test("before a tool, a prompt or a permission nothing that restricts is ever let go", async () => {
  const guarded = ["PreToolUse", "PermissionRequest", "UserPromptSubmit"];
  const open: string[] = [];
  for (const host of hostNames)
    for (const one of hostCases(host).filter(({ event }) => guarded.includes(event)))
      for (const { says, answer } of everyAnswer(one.event, usual)) {
        if (answer.level === null || answer.level === "allow") continue;
        const { outcome } = effectOf(one, (await answeredBy(one, answer)).printed);
        if (outcome === "proceed") open.push(`${host} ${one.hostEvent} ${says}`);
      }
  expect(open).toEqual([]);
});
