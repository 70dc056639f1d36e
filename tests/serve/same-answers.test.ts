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
  late: "sleep 60",
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
  const hook = { command: script, timeout: 3 };
  workspace.hooks({ PreToolUse: [hook], UserPromptSubmit: [hook], Stop: [hook] });
  await workspace.start();
}, 240_000);
afterAll(async () => {
  expect(await workspace.end()).toEqual([]);
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

test.each(hosts.flatMap((host) => Object.keys(answers).map((word) => [host, word] as const)))(
  "%s: to a hook that answers with %s the engine says what the direct command says, to the byte",
  async (host, word) => {
    // Every client for one host, one after the other for the rest. A timeout takes as long as it takes.
    const isFirst = host === "claude-code";
    if (word === "late" && !isFirst) return;
    const turn = (hosts.indexOf(host) + Object.keys(answers).indexOf(word)) % available.length;
    const tried = isFirst && word !== "late" ? available : available.slice(turn, turn + 1);
    for (const client of tried) {
      const payload = payloadOf(host, "PreToolUse", word);
      const direct = outcome(workspace.direct(host, payload, client));
      expect([client, await served(client, host, payload)]).toEqual([client, direct]);
    }
  },
  240_000,
);

async function served(client: Client, host: string, payload: unknown): Promise<unknown> {
  const { answered } = await workspace.ready();
  const there = outcome(workspace.fire(host, payload, client));
  expect(await workspace.status()).toMatchObject({ answered: answered + 1, left: {} });
  return there;
}
