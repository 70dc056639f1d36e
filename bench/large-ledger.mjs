// A ledger as a year of work leaves it: many sessions, several writers, some of it blocked, asked about or failed.
import { createHash, hash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

/** @typedef {{ writer: string, seq: number, prev: string, pid: number }} Chain */

const NOTHING = hash("sha256", "", "hex");
const BEGIN = Date.UTC(2025, 0, 1);
const SPACING_MS = 31_000;
const FLUSH = 4_194_304;

const tools = ["Bash", "Read", "Edit", "Write", "Grep", "Glob", "WebFetch", "mcp__files__search"];
const hooks = ["no-rm", "format.sh", "secrets.py", "audit", "license-check", "slow-lint"];

/** The same sequence on every machine. */
function dice() {
  let state = 42;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * sides);
  };
}

/**
 * Writes `count` events and gives back how many bytes that are. `needle` is in the input of every 100,000th.
 * @param {string} file
 * @param {number} count
 * @param {string} needle
 */
export function writeLargeLedger(file, count, needle) {
  const roll = dice();
  const fd = openSync(file, "wx", 0o600);
  let text = "";
  let bytes = 0;
  const flush = () => {
    bytes += writeSync(fd, text);
    text = "";
  };
  /** @type {(chain: Chain, time: string, fields: object) => void} */
  const add = (chain, time, fields) => {
    const body = `{"v":1,"seq":${chain.seq},"time":"${time}","pid":${chain.pid},"writer":"${chain.writer}","prev":"${chain.prev}",${JSON.stringify(fields).slice(1, -1)}`;
    chain.prev = createHash("sha256").update(`${body}}`).digest("hex");
    chain.seq++;
    text += `${body},"hash":"${chain.prev}"}\n`;
    if (text.length > FLUSH) flush();
  };
  /** @type {Chain[]} */
  let chains = [];
  for (let index = 0; index < count; index++) {
    const time = new Date(BEGIN + index * SPACING_MS).toISOString();
    if (index % 2000 === 0) {
      for (const chain of chains) add(chain, time, { type: "close" });
      chains = [0, 1].map((one) => ({
        writer: hash("sha256", `${index} ${one}`, "hex").slice(0, 16),
        seq: 0,
        prev: NOTHING,
        pid: 1000 + (index % 30_000) + one,
      }));
      for (const chain of chains) {
        add(chain, time, { type: "open", node: "v20.20.2", platform: "linux", arch: "x64" });
        add(chain, time, settingsOf());
      }
    }
    const chain = /** @type {Chain} */ (chains[index % chains.length]);
    for (const record of recordsOf(index, roll, index % 100_000 === 77 ? needle : ""))
      add(chain, time, record);
  }
  for (const chain of chains)
    add(chain, new Date(BEGIN + count * SPACING_MS).toISOString(), { type: "close" });
  flush();
  closeSync(fd);
  return bytes;
}

function settingsOf() {
  const facts = [...hooks, "of-writes"].map((name, index) => ({
    id: `project:PreToolUse:${index}.0`,
    name,
    event: "PreToolUse",
    ...(name === "of-writes" && { matcher: "NotebookEdit" }),
    at: `/home/someone/project/.snaphook/settings.json:${index + 3}`,
  }));
  return { type: "settings", eventId: "", revision: "313c84d50017af42", hooks: facts };
}

/**
 * @param {number} index
 * @param {(sides: number) => number} roll
 * @param {string} note
 */
function recordsOf(index, roll, note) {
  const eventId = `${(BEGIN + index * SPACING_MS).toString(36)}-${(1000 + (index % 99)).toString(36)}-${index % 2000}`;
  const tool = tools[roll(tools.length)] ?? "";
  const event = roll(3) === 0 ? "PostToolUse" : "PreToolUse";
  const hook = hooks[roll(hooks.length)] ?? "";
  const what = roll(100);
  const [outcome, exit] = what < 3 ? ["block", 2] : what < 6 ? ["ask", 0] : ["proceed", 0];
  const failed = what === 99;
  const about = {
    id: `project:${event}:${hooks.indexOf(hook)}.0`,
    name: hook,
  };
  const why = "no matcher: it matches every such event";
  return [
    {
      type: "event",
      eventId,
      event,
      dialect: "wave",
      payload: {
        cwd: `/home/someone/project-${index % 7}`,
        session_id: `session-${Math.floor(index / 150)}-${index % 3}`,
        hook_event_name: event,
        tool_name: tool,
        tool_input: {
          command: `npm run build -- --filter ${index} && git commit -m "step ${roll(1_000_000)}" ${note}`,
        },
        tool_use_id: `toolu_${index.toString(36)}`,
      },
      hooks: [{ ...about, matches: true, why }],
      unmatched: 1,
      settings: "313c84d50017af42",
    },
    {
      type: "run",
      eventId,
      ...about,
      hookType: "command",
      ran: true,
      ...(hook === "audit" && { observe: true }),
      why,
      ms: 2 + roll(40_000) / 1000,
      at: `/home/someone/project-${index % 7}/.snaphook/settings.json:${hooks.indexOf(hook) + 3}`,
      run: {
        hook,
        onFailure: "continue",
        merge: false,
        timeout: 60,
        exit: failed ? 1 : exit,
        stdout: outcome === "ask" ? '{"decision":"ask"}\n' : "",
        stderr: outcome === "block" ? "not here\n" : "",
      },
    },
    {
      type: "verdict",
      eventId,
      outcome,
      permission: outcome === "block" ? "deny" : outcome === "ask" ? "ask" : "none",
      input: null,
      prompt: null,
      toModel: outcome === "block" ? [{ kind: "feedback", text: "not here", hook }] : [],
      toUser: [],
      toLog: [],
      failed,
      diagnosed: failed,
      problems: failed
        ? [{ code: "exit-code-failure", severity: "warning", hook, path: "exit", found: "1" }]
        : [],
      provenance: {
        voices:
          outcome === "proceed"
            ? []
            : [
                {
                  hook,
                  level: outcome === "block" ? "deny" : "ask",
                  by: outcome === "block" ? "exit-code" : "json",
                  won: hook !== "audit",
                  why: "it is the strictest that was said",
                  ...(hook === "audit" && { observes: true }),
                },
              ],
        rewrites: [],
      },
    },
  ];
}
