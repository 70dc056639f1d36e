// Runs cases of conformance/codex.json with the real client, which npm installs, and a model of our own on loopback: does
// Codex still do what the cases say? About three seconds a case; nothing leaves the machine where `unshare` works.
//   node scripts/observe-codex.mjs [--version 0.169.0] [--only TEXT]
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * @typedef {{ exit?: number, signal?: string, stdout?: string, stderr?: string, async?: boolean, timedOut?: boolean }} Run
 * @typedef {{ id: string, event: string, payload?: { tool_name?: string }, runs: readonly Run[], finish?: readonly number[], expect: { outcome?: string, input?: { command?: unknown } | null, toModel?: readonly string[] } }} Case
 * @typedef {{ type: string, output?: string }} Item
 */

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { values } = parseArgs({
  options: {
    version: { type: "string", default: "latest" },
    only: { type: "string", default: "" },
  },
});

// What the model is asked for, and so what it sees, is the same for all clients of one network: none but loopback.
const INSIDE = "SNAPHOOK_OBSERVE_INSIDE";
const cache = join(process.cwd(), "node_modules/.cache/observe", `codex-${values.version}`);
const client = join(cache, "node_modules/.bin/codex");
if (process.env[INSIDE] === undefined) {
  mkdirSync(cache, { recursive: true });
  const wanted = `@openai/codex@${values.version}`;
  const options = ["--silent", "--no-save", "--ignore-scripts", "--prefix", cache];
  const isInstalled =
    (existsSync(client) && values.version !== "latest") ||
    spawnSync("npm", ["install", ...options, wanted], { stdio: "inherit" }).status === 0;
  if (!isInstalled) {
    console.error(`npm cannot install ${wanted}: is there such a version, and a network?`);
    process.exit(1);
  }
  const alone = ["-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  const canBeAlone = spawnSync("unshare", [...alone, "true"]).status === 0;
  if (!canBeAlone)
    console.error("unshare -n does not work here: Codex runs with this machine's network");
  const own = [process.execPath, ...process.argv.slice(1)];
  const [file = "", ...args] = canBeAlone ? ["unshare", ...alone, ...own] : own;
  const env = { ...process.env, [INSIDE]: "1" };
  process.exit(spawnSync(file, args, { stdio: "inherit", env }).status ?? 1);
}

/** What the case that runs has made: whoever is interrupted leaves none of it behind. */
const made = {
  folder: "",
  child: /** @type {import("node:child_process").ChildProcess | null} */ (null),
};
const tidy = () => {
  made.child?.kill("SIGKILL");
  if (made.folder !== "")
    rmSync(made.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
};
process.on("exit", tidy);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/** The session of one case: all that the model was sent. */
let requests = /** @type {{ input?: readonly Item[] }[]} */ ([]);
let usesTool = false;
const model = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    if (request.url?.endsWith("/responses") !== true) return void response.writeHead(404).end("{}");
    const asked = /** @type {{ input?: readonly Item[] }} */ (JSON.parse(body));
    requests.push(asked);
    const isAnswered = asked.input?.some(({ type }) => type === "function_call_output") === true;
    const id = `r${requests.length}`;
    const call = {
      type: "function_call",
      id,
      call_id: "c",
      name: "exec_command",
      arguments: '{"cmd":"echo tool-output"}',
    };
    const said = {
      type: "message",
      role: "assistant",
      id,
      content: [{ type: "output_text", text: "done" }],
    };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const events = [
      { type: "response.created", response: { id } },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: usesTool && !isAnswered ? call : said,
      },
      {
        type: "response.completed",
        response: {
          id,
          usage: { ...usage, input_tokens_details: null, output_tokens_details: null },
        },
      },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(
      events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
    );
  });
});
model.listen(0, "127.0.0.1");
await once(model, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (model.address());

/**
 * @param {Run} run
 * @param {{ folder: string, index: number, event: string, place: number }} about
 */
function handlerOf(
  { exit = 0, signal, stdout = "", stderr = "", timedOut, async: isAsync },
  { folder, index, event, place },
) {
  const file = (/** @type {string} */ name) => join(folder, `${name}${index}`);
  writeFileSync(file("stdout"), stdout);
  writeFileSync(file("stderr"), stderr);
  const lines = [
    "cat >/dev/null",
    `: >${file("ran")}`,
    // Else it would block for ever.
    ...(event === "Stop" ? [`[ -e ${file("once")} ] && exit 0`, `: >${file("once")}`] : []),
    `sleep ${place * 0.4}`,
    `cat ${file("stdout")}`,
    `cat ${file("stderr")} >&2`,
    timedOut === true ? "sleep 30" : signal === undefined ? `exit ${exit}` : "kill -9 $$",
  ];
  writeFileSync(file("hook"), lines.join("\n"));
  return {
    type: "command",
    command: `sh ${file("hook")}`,
    timeout: 5,
    ...(isAsync === true && { async: true }),
  };
}

/**
 * What the client did, in the words of the cases, and what the model was sent.
 * @param {Case} about
 */
async function observe({ event, runs, finish = [] }) {
  requests = [];
  usesTool = event === "PreToolUse" || event === "PostToolUse";
  const folder = mkdtempSync(join(tmpdir(), "snaphook-observe-"));
  made.folder = folder;
  try {
    const [home, project] = [join(folder, "home"), join(folder, "project")];
    for (const one of [home, project]) mkdirSync(one);
    const config = {
      top: [`model = "own"`, `model_provider = "own"`],
      provider: [
        `[model_providers.own]`,
        `name = "own"`,
        `base_url = "http://127.0.0.1:${port}/v1"`,
        `wire_api = "responses"`,
        `request_max_retries = 0`,
        `stream_max_retries = 0`,
      ],
      trust: [`[projects.${JSON.stringify(project)}]`, `trust_level = "trusted"`],
    };
    writeFileSync(join(home, "config.toml"), Object.values(config).flat().join("\n"));
    const hooks = runs.map((run, index) =>
      handlerOf(run, { folder, index, event, place: Math.max(0, finish.indexOf(index)) }),
    );
    writeFileSync(join(home, "hooks.json"), JSON.stringify({ hooks: { [event]: [{ hooks }] } }));
    const child = spawn(
      client,
      [
        "exec",
        "--json",
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        "--dangerously-bypass-approvals-and-sandbox",
        "go",
      ],
      {
        cwd: project,
        env: { PATH: process.env["PATH"], HOME: home, CODEX_HOME: home },
        stdio: "ignore",
      },
    );
    made.child = child;
    const late = setTimeout(() => child.kill("SIGKILL"), 120_000);
    await once(child, "close");
    clearTimeout(late);
    const sent = requests.at(-1)?.input ?? [];
    const result = sent.find(({ type }) => type === "function_call_output")?.output ?? "";
    return {
      hasRun: existsSync(join(folder, "ran0")),
      result,
      asked: requests.length,
      sent: JSON.stringify(sent),
    };
  } finally {
    tidy();
  }
}

/**
 * How that differs from what the case says; null where it does not.
 * @param {Case} about
 * @param {Awaited<ReturnType<typeof observe>>} seen
 */
function differenceOf(
  { event, expect: { outcome, input, toModel = [] } },
  { hasRun, result, asked, sent },
) {
  if (!hasRun) return "the hook was not started";
  const isStopped = outcome === "block" || outcome === "halt";
  const did = {
    PreToolUse: /PreToolUse hook|hook returned/.test(result)
      ? "block"
      : result.includes("tool-output")
        ? "proceed"
        : "rewritten",
    PostToolUse: outcome,
    UserPromptSubmit: asked === 0 ? "stopped" : "proceed",
    SessionStart: asked === 0 ? "stopped" : "proceed",
    Stop: asked > 1 ? "block" : "ends",
  }[event];
  const says = {
    PreToolUse: input?.command === undefined ? outcome : "rewritten",
    PostToolUse: outcome,
    UserPromptSubmit: isStopped ? "stopped" : "proceed",
    SessionStart: isStopped ? "stopped" : "proceed",
    Stop: outcome === "block" ? "block" : "ends",
  }[event];
  if (did !== says) return `the case says ${says}, the client: ${did}`;
  // A long text is cut by then, and says so in its beginning.
  const lost = toModel.filter(
    (text) =>
      !sent.includes(
        JSON.stringify(text)
          .slice(1, 60)
          .replace(/(?:\\n|\\)?"?$/, ""),
      ),
  );
  return lost.length === 0 || asked === 0
    ? null
    : `the model was not sent ${JSON.stringify(lost[0])}`;
}

const observable = new Set([
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "Stop",
]);
const all = /** @type {readonly Case[]} */ (
  JSON.parse(readFileSync("conformance/codex.json", "utf8"))
);
const cases = all.filter(
  ({ id, event, payload, runs }) =>
    observable.has(event) &&
    // The model asks for commands, and a session does not wait for what runs beside its end.
    (payload?.tool_name ?? "Bash") === "Bash" &&
    !(event === "Stop" && runs.some((run) => run.async === true)) &&
    `${id} ${event}`.includes(values.only),
);
const version = execFileSync(client, ["--version"], { encoding: "utf8" }).trim();
let different = 0;
for (const [index, one] of cases.entries()) {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${index + 1} of ${cases.length}: ${one.id}`);
  const difference = differenceOf(one, await observe(one));
  if (difference === null) continue;
  different++;
  console.log(`${process.stderr.isTTY ? "\r\u001b[K" : ""}${one.id} ${one.event}: ${difference}`);
}
model.close();
console.log(
  `${version}: ${cases.length - different} of ${cases.length} cases as written, ${different} differ`,
);
process.exitCode = different === 0 ? 0 : 1;
