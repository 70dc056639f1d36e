import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bridgedHosts, bridgeOf, eventsOf } from "../../src/hosts/index.js";
import { samplePayload } from "../../src/payload/index.js";
import { clients, missingFor, ServedWorkspace, type Client } from "./served-workspace.js";

const workspace = new ServedWorkspace();
const available = clients.filter((client) => missingFor(client) === null);
const noted = join(workspace.root, "noted");

/** What the hook does, by a word in what it is asked about. */
const answers: Readonly<Record<string, string>> = {
  nothing: "exit 0",
  deny: "echo 'not this: é ü 漢字 | \\ % \"' >&2; exit 2",
  json: `printf '%s' '{"decision":"block","reason":"a|b\\\\c\\n\\u0000\\u001b[31m %s %b é"}'`,
  ask: `printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}'`,
  rewrite: `printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls -l"}}}'`,
  context: `printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"${"long text, ".repeat(800)}"}}'`,
  halt: `printf '%s' '{"continue":false,"stopReason":"enough"}'`,
  fails: "echo 'no such luck' >&2; exit 1",
  killed: "kill -9 $$",
  garbled: `printf '{"decision":"block'`,
  late: "exit 0",
};
const cases = Object.entries(answers)
  .map(([word, command]) => `*case-${word}-*) ${command} ;;`)
  .join("\n");

/** Also what the hook is given: its folder, its mask and every variable but for the ids of the run. */
const noting = `{ pwd; umask; env | sort; } > '${noted}'`;

beforeAll(async () => {
  const script = workspace.write(
    join(workspace.root, "hook.sh"),
    `#!/bin/sh\nasked=$(cat)\n${noting}\ncase $asked in\n${cases}\nesac\n`,
  );
  const always = { hooks: [{ command: script, timeout: 200 }] };
  const late = { if: { command: "*case-late-*" }, hooks: [{ command: "sleep 60", timeout: 1 }] };
  const hooks = { PreToolUse: [always, late], UserPromptSubmit: [always], Stop: [always] };
  workspace.write(join(workspace.home, "settings.json"), JSON.stringify({ hooks }), 0o600);
  await workspace.start();
}, 240_000);
afterAll(async () => {
  await workspace.end();
}, 240_000);

function payloadOf(host: string, event: string, word: string): object {
  const table = bridgedHosts().find(({ name }) => name === host);
  const theirs = table === undefined ? [] : eventsOf(table, event);
  const bridge = bridgeOf(host);
  return samplePayload(event, {
    ...bridge?.sample,
    hook_event_name: theirs[0]?.name ?? event,
    cwd: workspace.project,
    ...(event === "PreToolUse" && {
      tool_name: bridge?.tools.shell?.name ?? "Bash",
      tool_input: { command: `ls case-${word}-` },
    }),
    ...(event === "UserPromptSubmit" && { prompt: `case-${word}-` }),
  });
}

/** What came back, and what the hook saw. */
function outcome(said: unknown): unknown {
  const seen = existsSync(noted) ? readFileSync(noted, "utf8") : "no hook ran";
  rmSync(noted, { force: true });
  return { said, seen: seen.replace(/^SNAPHOOK_RUN\w*=.*\n/gm, "") };
}

const hosts = bridgedHosts().map(({ name }) => name);
/** One host shows what the engine makes of every ending; the others, that their own forms come through. */
const forAll = ["deny", "json", "ask", "rewrite", "context"];
const table = hosts.flatMap((host) =>
  (host === "claude-code" ? Object.keys(answers) : forAll).map((word) => [host, word] as const),
);

test.each(table)(
  "%s: to a hook that answers with %s the engine says what the direct command says, to the byte",
  async (host, word) => {
    // Every client for one host, in turns for the rest. A timeout takes as long as it takes.
    const turn = (hosts.indexOf(host) + Object.keys(answers).indexOf(word)) % available.length;
    const isWhole = host === "claude-code" && word !== "late";
    for (const client of isWhole ? available : available.slice(turn, turn + 1))
      await sameAnswer(client, host, payloadOf(host, "PreToolUse", word));
  },
  240_000,
);

async function sameAnswer(
  client: Client,
  host: string,
  payload: unknown,
  more: Parameters<ServedWorkspace["fire"]>[3] = {},
): Promise<void> {
  const direct = outcome(workspace.direct(host, payload, client, more));
  expect([client, await served(client, host, payload, more)]).toEqual([client, direct]);
}

async function served(
  client: Client,
  host: string,
  payload: unknown,
  more: object,
): Promise<unknown> {
  const { answered } = await workspace.ready();
  const there = outcome(workspace.fire(host, payload, client, more));
  expect(await workspace.status()).toMatchObject({ answered: answered + 1, left: {} });
  return there;
}

/** Each shell and each program once. */
const two = available.filter(({ shell, by }) => (shell === "dash") === (by === "perl"));
const plain = (word: string): string =>
  JSON.stringify(payloadOf("claude-code", "PreToolUse", word));
const large = {
  ...payloadOf("claude-code", "PreToolUse", "deny"),
  filler: "x\u0081 é ".repeat(60_000),
};
const strange = workspace.write("a b\n'c \u0081$(x)/x", "").slice(0, -2);

const rows: [string, string, unknown, object?][] = [
  ["a prompt", "claude-code", payloadOf("claude-code", "UserPromptSubmit", "deny")],
  ["the end of a turn", "claude-code", payloadOf("claude-code", "Stop", "deny")],
  ["an event without hooks", "claude-code", payloadOf("claude-code", "SessionStart", "deny")],
  ["a payload without a line end", "claude-code", plain("deny")],
  ["a payload with empty lines behind it", "claude-code", `${plain("deny")}\n\n\n`],
  ["a payload of half a megabyte", "claude-code", large],
  ["another folder", "codex", payloadOf("codex", "PreToolUse", "deny"), { cwd: strange }],
  ["another mask", "codex", payloadOf("codex", "PreToolUse", "deny"), { before: "umask 027" }],
  [
    "variables of every kind, some with names that the client uses itself",
    "codex",
    payloadOf("codex", "PreToolUse", "deny"),
    {
      env: {
        A: "",
        B: "a\nb=c\n",
        C: "é \u0081 '\"$(x)`y`\\",
        "d-e.f": "no name for a shell",
        input: "1",
        node: "2",
        main: "3",
        SHLVL: "7",
        OLDPWD: "/tmp",
        PWD: "/nowhere",
        GITHUB_TOKEN: `ghp_${"a".repeat(36)}`,
        http_proxy: "http://127.0.0.1:1",
      },
    },
  ],
];
test.each(rows)(
  "%s: the same answer, to the byte",
  async (_what, host, payload, more = {}) => {
    for (const client of two) await sameAnswer(client, host, payload, more);
  },
  240_000,
);

const unread: [string, string][] = [
  ["no payload at all", ""],
  ["a payload that is no JSON", "{nothing\n"],
  ["a payload that is no object", "[]\n"],
  ["a payload that is not UTF-8", '{"a":"\\ud800"}\n'],
];
test.each(unread)(
  "%s: the engine leaves it to the direct command, which says what is wrong",
  (_what, payload) => {
    for (const client of available)
      expect(workspace.fire("codex", payload, client)).toEqual(
        workspace.direct("codex", payload, client),
      );
  },
  240_000,
);

test("an option that the client does not know is for the direct command", () => {
  const payload = payloadOf("codex", "PreToolUse", "deny");
  expect(workspace.fire("no-such-host", payload)).toEqual(
    workspace.direct("no-such-host", payload),
  );
  expect(workspace.fire("codex", payload).status).toBe(2);
});
